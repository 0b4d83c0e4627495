//! Who plays: the search, somebody at the terminal, and two simple players to measure it by.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use compass::{Evaluation, Game, Move, Player, Position};
use engine::{Analysis, Limits, Score, Search, SeededRng, Standing};
use examples::failure::Failure;
use rand::seq::IndexedRandom;

/// The shared search with the evaluation of the game.
pub(crate) struct Engine {
    search: Search<Position, Evaluation>,
    limits: Limits,
}

impl Engine {
    pub(crate) fn new(evaluation: Evaluation, movetime: u64) -> Self {
        let limits = Limits::new().time(Duration::from_millis(movetime));
        Self { search: Search::new(evaluation), limits }
    }

    pub(crate) fn analyse(&mut self, position: &Position) -> Result<Analysis<Move>, Failure> {
        self.search.run(position, &self.limits).map_err(Failure::run)
    }

    /// The best move; but if that only draws against best play, the one that promised more as long
    /// as the search was too shallow to see so: the opponent may not see it either.
    pub(crate) fn choose(&mut self, position: &Position) -> Result<Move, Failure> {
        let mut promising = None;
        let remember = |analysis: &Analysis<Move>| {
            if analysis.score > Score::DRAW {
                promising = analysis.best();
            }
        };
        let analysis =
            self.search.run_with(position, &self.limits, remember).map_err(Failure::run)?;
        let bold = promising.filter(|_| analysis.score == Score::DRAW);
        bold.or(analysis.best()).ok_or_else(|| Failure::run(format!("no move in {position}")))
    }
}

/// Any move, each as likely as the others.
fn any_move(position: &Position, rng: &mut SeededRng) -> Option<Move> {
    position.legal_moves().choose(rng).copied()
}

/// One of the moves after which the lead in points is greatest, or the game is won.
fn greedy_move(position: &Position, rng: &mut SeededRng) -> Option<Move> {
    let mut best = (i32::MIN, Vec::new());
    for m in position.legal_moves() {
        let lead = lead_after(position, m);
        if lead > best.0 {
            best = (lead, Vec::new());
        }
        if lead == best.0 {
            best.1.push(m);
        }
    }
    best.1.choose(rng).copied()
}

fn lead_after(position: &Position, m: Move) -> i32 {
    let player = position.turn();
    let mut after = *position;
    after.play_unchecked(m);
    match after.outcome().map(|outcome| outcome.standing(player)) {
        Some(Standing::Win) => i32::MAX,
        Some(Standing::Draw) => 0,
        Some(Standing::Loss) => i32::MIN + 1,
        None => after.hand(player).points() as i32 - after.hand(!player).points() as i32,
    }
}

/// Asks at the terminal until a legal move is given; `None` if the input ends.
pub(crate) fn ask(out: &mut impl Write, position: &Position) -> io::Result<Option<Move>> {
    let mut line = String::new();
    loop {
        write!(out, "{} to move, such as {}: ", position.turn(), example(position))?;
        out.flush()?;
        line.clear();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        match line.trim().parse::<Move>() {
            Ok(m) => match position.check(m) {
                Ok(()) => return Ok(Some(m)),
                Err(error) => writeln!(out, "{m} is illegal: {error}")?,
            },
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

/// A few legal moves.
fn example(position: &Position) -> String {
    let moves: Vec<String> =
        position.legal_moves().iter().take(4).map(ToString::to_string).collect();
    moves.join(" ")
}

/// Against whom to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Opponent {
    /// Any legal move.
    Random,
    /// The move after which its lead in points is greatest.
    Greedy,
}

impl Opponent {
    fn choose(self, position: &Position, rng: &mut SeededRng) -> Result<Move, Failure> {
        let m = match self {
            Self::Random => any_move(position, rng),
            Self::Greedy => greedy_move(position, rng),
        };
        m.ok_or_else(|| Failure::run(format!("no move in {position}")))
    }
}

/// Plays a game of the engine against an opponent; says how it ended for the engine.
pub(crate) fn measure(
    deal: &Position,
    engine_plays: Player,
    opponent: Opponent,
    movetime: u64,
    rng: &mut SeededRng,
) -> Result<Standing, Failure> {
    let mut engine = Engine::new(Evaluation::confident(engine_plays), movetime);
    let mut position = *deal;
    loop {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.standing(engine_plays));
        }
        let m = if position.turn() == engine_plays {
            engine.choose(&position)?
        } else {
            opponent.choose(&position, rng)?
        };
        position.play(m).map_err(Failure::run)?;
    }
}
