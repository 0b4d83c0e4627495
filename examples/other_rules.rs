//! Compass by other rules: which change makes it decisive?
//!
//! A [`Variant`] changes how a game is won, and who may end it, and leaves the rest to the crate.
//!
//! `play GAMES` has a search play against itself. `prove DEALS PLIES` proves who wins games that end after so many
//! plies, with checkers that are placed at random.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use compass::{Evaluation, Move, Player, Position, Rules};
use engine::game::seeded;
use engine::{Evaluator, Game, Keyed, Limits, NotLegal, Outcome, Points, Search, Start};
use solve::{ProofSearch, Verdict};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Change {
    Nothing,
    /// With equal points, more cards win.
    CardsBreakTies,
    /// With equal points, the player who ended the game loses.
    EnderLosesTies,
    /// A player who is not behind must put a card instead, if they have one.
    OnlyBehindMayEnd,
    /// A player who is not ahead must put a card instead, if they have one.
    OnlyAheadMayEnd,
    /// Every player must put a card instead, if they have one.
    NobodyMayEnd,
}

impl Change {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Nothing, "as published"),
        (Self::CardsBreakTies, "cards break ties"),
        (Self::EnderLosesTies, "who ends loses ties"),
        (Self::OnlyBehindMayEnd, "only who is behind may end"),
        (Self::OnlyAheadMayEnd, "only who is ahead may end"),
        (Self::NobodyMayEnd, "nobody may end"),
    ];
}

/// The limit of the published rules.
const PLIES: u32 = 200;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Variant {
    position: Position,
    change: Change,
}

impl Variant {
    fn points(&self, player: Player) -> i32 {
        self.position.hand(player).points() as i32
    }

    fn may_end(&self) -> bool {
        let player = self.turn();
        let lead = self.points(player) - self.points(!player);
        let has_card = self.position.hand(player).kinds().next().is_some();
        let is_free = match self.change {
            Change::OnlyBehindMayEnd => lead < 0,
            Change::OnlyAheadMayEnd => lead > 0,
            Change::NobodyMayEnd => false,
            _ => true,
        };
        is_free || !has_card
    }
}

impl Game for Variant {
    type Player = Player;
    type Move = Move;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Player] {
        &Player::ALL
    }

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn outcome(&self) -> Option<Outcome<Player>> {
        self.position.outcome()?;
        let ender = self.position.is_ended().then(|| !self.turn());
        let score = |player| match self.change {
            Change::CardsBreakTies => {
                36 * self.points(player) + self.position.hand(player).len() as i32
            }
            Change::EnderLosesTies => 2 * self.points(player) + i32::from(ender == Some(!player)),
            _ => self.points(player),
        };
        Some(Outcome::Points(Points::new(Player::ALL.map(|player| (player, score(player))))))
    }

    fn generate_moves(&self, moves: &mut Vec<Move>) {
        let first = moves.len();
        self.position.generate_moves(moves);
        // The end comes before the cards to put.
        if moves.get(first) == Some(&Move::End) && !self.may_end() {
            moves.remove(first);
        }
    }

    fn check(&self, m: Move) -> Result<(), NotLegal> {
        NotLegal::check(self, m)
    }

    fn play_unchecked(&mut self, m: Move) {
        self.position.play_unchecked(m);
    }
}

impl Keyed for Variant {
    fn key(&self) -> u64 {
        self.position.key()
    }
}

/// Judges a position as the crate does, and knows nothing of the change.
struct Unchanged(Evaluation);

impl Evaluator<Variant> for Unchanged {
    fn evaluate(&self, variant: &Variant, player: Player) -> i32 {
        self.0.evaluate(&variant.position, player)
    }

    fn min_sort_depth(&self) -> u32 {
        Evaluator::<Position>::min_sort_depth(&self.0)
    }

    fn order(&self, variant: &Variant, m: Move) -> i32 {
        self.0.order(&variant.position, m)
    }
}

fn start(change: Change, plies: u32, seed: u64) -> Variant {
    let rules = Rules { ply_limit: Some(plies) };
    Variant { position: Position::start(&rules, seed), change }
}

/// The same deal with its four checkers placed at random.
fn placed(mut variant: Variant, seed: u64) -> Variant {
    let mut rng = seeded(seed);
    while variant.position.is_placement() {
        let Some(m) = variant.random_move(&mut Vec::new(), &mut rng) else { break };
        variant.play_unchecked(m);
    }
    variant
}

/// The columns after those of the players.
const DRAW: usize = 2;
const NOT_FOUND: usize = 3;

/// The column of the winner with best play, at most so many positions for a question.
fn prove(variant: &Variant, nodes: u64) -> Result<usize, Box<dyn Error>> {
    let mut search = ProofSearch::new().with_memory(64 << 20);
    // The estimate counts on it that a player who is ahead may end the game.
    if !matches!(variant.change, Change::OnlyBehindMayEnd | Change::NobodyMayEnd) {
        let estimate = |variant: &Variant, player| compass::estimate(&variant.position, player);
        search = search.with_estimate(estimate);
    }
    for player in Player::ALL {
        match search.run(variant, player, &Limits::new().nodes(nodes))?.verdict {
            Verdict::Proven => return Ok(player as usize),
            Verdict::Disproven => {}
            Verdict::Unknown => return Ok(NOT_FOUND),
        }
    }
    Ok(DRAW)
}

/// The column of the winner of a game between searches of so many positions a move.
fn play(mut variant: Variant, nodes: u64) -> Result<usize, Box<dyn Error>> {
    let mut search = Search::new(Unchanged(Evaluation::default())).with_memory(16 << 20);
    loop {
        if let Some(outcome) = variant.outcome() {
            return Ok(outcome.winner().map_or(DRAW, |player| player as usize));
        }
        let analysis = search.run(&variant, &Limits::new().nodes(nodes))?;
        variant.play(analysis.best().ok_or("no move")?)?;
    }
}

/// A row of the table: how many of the first seeds are in each column.
fn row(
    name: &str,
    count: u64,
    column: impl Fn(u64) -> Result<usize, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut sums = [0; 4];
    for seed in 0..count {
        sums[column(seed)?] += 1;
    }
    let [white, black, draw, open] = sums;
    writeln!(io::stdout(), "{name:27} {white:>6} {black:>6} {draw:>6} {open:>10}")?;
    Ok(())
}

/// The number of games or deals, and for proofs the limit of plies.
fn read(arguments: &[String]) -> Option<(u64, Option<u32>)> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["play", games] => Some((games.parse().ok()?, None)),
        ["prove", deals, plies] => Some((deals.parse().ok()?, Some(plies.parse().ok()?))),
        _ => None,
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((count, plies)) = read(&arguments) else {
        let found = arguments.join(" ");
        writeln!(io::stderr(), "expected \"play GAMES\" or \"prove DEALS PLIES\", not {found:?}")?;
        return Ok(ExitCode::from(2));
    };
    let [white, black, draw, open] = ["white", "black", "draw", "not found"];
    writeln!(io::stdout(), "{:27} {white:>6} {black:>6} {draw:>6} {open:>10}", "rules")?;
    for (change, name) in Change::ALL {
        row(name, count, |seed| match plies {
            None => play(start(change, PLIES, seed), 2_000),
            Some(plies) => prove(&placed(start(change, plies, seed), seed), 2_000_000),
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
