//! Who wins a position: a question about each of its players.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::io::{self, Write};
use std::iter::once;

use engine::search::SearchError;
use engine::{Game, Keyed, Limits, Score, Written};

use crate::coalition::{Coalition, Side};
use crate::proof::{Answer, ProofSearch, ProofStats, Verdict};
use crate::tablebase::{BuildError, BuildOptions, Progress, Rank, ReachablePositions, Tablebase};

/// What is proven about a position.
#[derive(Clone, Debug)]
pub struct Proven {
    /// The player who wins, or nobody in the words of the game; `None` if a limit was reached.
    pub winner: Option<String>,
    /// What each proof claims, checked move by move, and its size.
    pub proofs: Vec<(String, ProofStats)>,
    /// The nodes of all searches.
    pub nodes: u64,
}

/// Proves of every player whether they can force a win, the player to move first, until one can. `report` is
/// told whom a search is about, and its state. The choices of the proofs are written to `out`.
///
/// # Errors
///
/// Why nothing is proven.
pub fn prove_winner<G: Keyed + Written + Eq + Hash>(
    mut search: ProofSearch<G>,
    position: &G,
    limits: &Limits,
    report: &mut dyn FnMut(&str, &Answer),
    mut out: Option<&mut dyn Write>,
) -> Result<Proven, SolveError> {
    let mut proven = Proven { winner: None, proofs: Vec::new(), nodes: 0 };
    let turn = position.turn();
    let others = position.players().iter().copied().filter(|&player| player != turn);
    for player in once(turn).chain(others) {
        let name = player.to_string();
        let answer = search.run_with(position, player, limits, |found| report(&name, found));
        let answer = answer?;
        proven.nodes += answer.nodes;
        if answer.verdict == Verdict::Unknown {
            return Ok(proven);
        }
        let proof = search.prove(position, player, limits)?;
        let Some(proof) = proof else { return Ok(proven) };
        let size = proof.check(position).map_err(|error| SolveError::Wrong(error.to_string()))?;
        let can = if proof.verdict() == Verdict::Proven { "can" } else { "cannot" };
        let claim = format!("{name} {can} force a win");
        if let Some(out) = &mut out {
            let choice = |(position, m): (&G, G::Move)| format!("{position}\t{m}\n");
            write(*out, &claim, proof.choices().map(choice).collect())?;
        }
        proven.proofs.push((claim, size));
        if answer.verdict == Verdict::Proven {
            proven.winner = Some(name);
            return Ok(proven);
        }
    }
    proven.winner = Some(nobody(position.players().len()).to_owned());
    Ok(proven)
}

/// Why nothing is proven, or a position is not enumerated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The position cannot be searched.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A proof does not hold, as the game breaks its laws; or the position is of another game.
    #[error("{0}")]
    Wrong(String),
    /// A table cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The choices or the positions cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Who wins, as far as a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Winner {
    /// Nobody knows yet.
    Unknown,
    /// This player can force a win.
    Player(String),
    /// None of so many players can.
    Nobody(usize),
    /// This player cannot win if the others play together; whether one of these can force a win is not said.
    Not(String),
}

impl Winner {
    /// Who wins a position of which a search has proven this score.
    pub fn of<G: Game<Player: Display>>(position: &G, score: Score) -> Self {
        let (turn, players) = (position.turn(), position.players());
        let name = |player: G::Player| Self::Player(player.to_string());
        if let Some(outcome) = position.outcome() {
            return outcome.winner().map_or(Self::Nobody(players.len()), name);
        }
        match score.cmp(&Score::DRAW) {
            Ordering::Greater => name(turn),
            Ordering::Equal => Self::Nobody(players.len()),
            Ordering::Less => {
                let mut others = players.iter().filter(|&&player| player != turn);
                match (others.next(), others.next()) {
                    (None, _) => Self::Nobody(players.len()),
                    (Some(&other), None) => name(other),
                    _ => Self::Not(turn.to_string()),
                }
            }
        }
    }
}

impl Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown"),
            Self::Player(name) => f.write_str(name),
            Self::Nobody(players) => f.write_str(nobody(*players)),
            Self::Not(name) => write!(f, "not {name} if the others play together"),
        }
    }
}

/// What it means that none of so many players can force a win.
pub fn nobody(players: usize) -> &'static str {
    if players == 2 { "draw" } else { "nobody by force" }
}

fn write(out: &mut dyn Write, claim: &str, mut choices: Vec<String>) -> io::Result<()> {
    choices.sort_unstable();
    writeln!(out, "claim: {claim}\nchoices: {}", choices.len())?;
    out.write_all(choices.concat().as_bytes())
}

/// The answer of a table of all positions that play leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerated<M> {
    /// How many positions there are.
    pub positions: u64,
    /// In how many of them each player can force a win.
    pub wins: BTreeMap<String, u64>,
    /// The score of the position for the player to move, against all others together.
    pub score: Score,
    /// The player who can force a win; `None` if nobody can.
    pub winner: Option<String>,
    /// In how many plies the winner wins at the latest, by best play of all.
    pub distance: Option<u32>,
    /// The best moves, in the game of the winner against all others; without one in that of the player to move.
    pub moves: Vec<M>,
    /// A line of best play in the same game.
    pub line: Vec<M>,
}

impl<M> Enumerated<M> {
    /// The same with other moves: `other` reads a line.
    pub fn map<N>(self, other: impl Fn(&[M]) -> Vec<N>) -> Enumerated<N> {
        let (moves, line) = (other(&self.moves), other(&self.line));
        let Self { positions, wins, score, winner, distance, .. } = self;
        Enumerated { positions, wins, score, winner, distance, moves, line }
    }
}

/// Told what is done, and which share of it, from 0 to 1.
pub type Watching<'w> = dyn Fn(&str, f64) + Sync + 'w;

/// Makes the options of a stage; what memory there is changes from one to the next.
pub type BuildOptionsBy<'o> = dyn Fn() -> BuildOptions<'o> + 'o;

pub(crate) type Normal<'n, G> = Box<dyn Fn(&Coalition<G>) -> Coalition<G> + Sync + 'n>;
pub(crate) type Table<'n, G> = Tablebase<ReachablePositions<Coalition<G>, Normal<'n, G>>>;

/// Builds a table for every player against all others together; of two players one is enough. Writes a line a
/// position to `out`. `normal` is the position without what makes no difference to its value.
///
/// # Errors
///
/// Why there is no table.
pub fn enumerate<G: Written + Eq + Hash + Debug + Send + Sync>(
    position: &G,
    normal: &(dyn Fn(&G) -> G + Sync),
    building: (&BuildOptionsBy<'_>, &Watching<'_>),
    mut out: Option<&mut dyn Write>,
) -> Result<Enumerated<G::Move>, SolveError> {
    enumerate_with(position, normal, building, &mut |table| match &mut out {
        Some(out) => list(table, *out),
        None => Ok(()),
    })
}

/// The same, with something else done with each table.
pub(crate) fn enumerate_with<G>(
    position: &G,
    normal: &(dyn Fn(&G) -> G + Sync),
    (options, watching): (&BuildOptionsBy<'_>, &Watching<'_>),
    done: &mut dyn FnMut(&Table<'_, G>) -> io::Result<()>,
) -> Result<Enumerated<G::Move>, SolveError>
where
    G: Game<Player: Display> + Eq + Hash + Debug + Send + Sync,
{
    let mut found = Enumerated {
        positions: 0,
        wins: BTreeMap::new(),
        score: Score::DRAW,
        winner: None,
        distance: None,
        moves: Vec::new(),
        line: Vec::new(),
    };
    let players = position.players();
    for start in Coalition::each(position) {
        let moves_first = start.turn() == Side::Player;
        // With two players the table of one answers for the other too.
        let other = players.iter().find(|&&player| player != start.player && players.len() == 2);
        if other.is_some() && !moves_first {
            continue;
        }
        let table = table(normal, &start, options, watching)?;
        done(&table)?;
        found.positions = table.size(0);
        let score = table.probe(&start).unwrap_or(Score::DRAW);
        let wins = wins(&table);
        let mut wins_here = false;
        for (side, player) in [(Side::Player, Some(&start.player)), (Side::Opponents, other)] {
            let Some(name) = player.map(ToString::to_string) else { continue };
            if winner(score, start.turn()) == Some(side) {
                (found.winner, found.distance) = (Some(name.clone()), score.distance());
                wins_here = true;
            }
            set(&mut found.wins, name, wins[side as usize]);
        }
        if moves_first {
            found.score = score;
        }
        if wins_here || moves_first && found.winner.is_none() {
            let best = |&(m, value): &(_, Option<Score>)| (value == Some(score)).then_some(m);
            found.moves = table.moves(&start).iter().filter_map(best).collect();
            found.line = table.line(&start);
        }
    }
    Ok(found)
}

/// Compiled once, unlike what is for games of any type.
fn set(wins: &mut BTreeMap<String, u64>, name: String, count: u64) {
    wins.insert(name, count);
}

/// The side that can force a win in a position with this score.
fn winner(score: Score, turn: Side) -> Option<Side> {
    score.distance()?;
    Some(if score.is_win() == (turn == Side::Player) { Side::Player } else { Side::Opponents })
}

fn table<'n, G: Game<Player: Display> + Eq + Hash + Debug + Send + Sync>(
    normal: &'n (dyn Fn(&G) -> G + Sync),
    start: &Coalition<G>,
    options: &BuildOptionsBy<'_>,
    watching: &Watching<'_>,
) -> Result<Table<'n, G>, BuildError> {
    let normal: Normal<'n, G> =
        Box::new(|at| Coalition { position: normal(&at.position), player: at.player });
    let name = format!("listing positions ({})", start.player);
    let report = |progress: Progress| watching(&name, progress.done);
    let family = ReachablePositions::new(start, normal, &options().progress(&report))?;
    let mut table = Tablebase::new(family);
    let name = format!("working backwards ({})", start.player);
    let report = |progress: Progress| watching(&name, progress.done);
    table.build(&options().progress(&report))?;
    Ok(table)
}

fn list<G: Written + Eq + Hash + Debug + Send + Sync>(
    table: &Table<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, at) in (0..).zip(table.family().positions()) {
        let score = table.get(Rank { class: 0, index }).unwrap_or(Score::DRAW);
        let own = if at.turn() == Side::Player { score } else { -score };
        let worth = if own == Score::DRAW { "draw".to_owned() } else { own.to_string() };
        writeln!(out, "{}\t{}\t{worth}", at.player, at.position)?;
    }
    Ok(())
}

/// In how many positions each side can force a win.
fn wins<G: Game<Player: Display> + Eq + Hash + Debug + Send + Sync>(
    table: &Table<'_, G>,
) -> [u64; 2] {
    let mut wins = [0; 2];
    for (index, position) in (0..).zip(table.family().positions()) {
        let score = table.get(Rank { class: 0, index });
        if let Some(side) = score.and_then(|score| winner(score, position.turn())) {
            wins[side as usize] += 1;
        }
    }
    wins
}
