//! Paranoid: everybody plays against one.

use std::fmt;
use std::sync::Arc;

use super::MultiplayerAnalysis;
use crate::evaluate::{Evaluator, StandPat};
use crate::game::{Game, Keyed};
use crate::key;
use crate::limits::Limits;
use crate::outcome::{Outcome, Wdl};
use crate::score::Score;
use crate::search::{Analysis, Search, SearchError, Techniques};

/// A search for any number of players that asks what the player to move can be sure of, even if
/// all others play together against them: paranoid search (Sturtevant and Korf, *On pruning
/// techniques for multi-player games*, 2000).
///
/// That is a game of two, the player and the others, so it is left to [`Search`] with all that it
/// can do, and looks much deeper than [`MaxN`](crate::MaxN), which expects others to play for
/// themselves. Which of them plays better depends on the game; measure it.
///
/// # What the scores say
///
/// The score of the player to move at the root is exact in the sense of that game of two: a proven
/// win is a real one, whatever the others do. A proven loss or draw is one only if all others play
/// together. The scores of the others are no such guarantee; they say how the line ends for them.
///
/// The table holds what was found for every player separately, so one search can play several seats.
/// [`Evaluator::probe`] is asked with two players only, where it means the same game.
///
/// ```
/// use engine::{NoEvaluation, Limits, Paranoid, Score};
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
///
/// let analysis = Paranoid::new(NoEvaluation).run(&Nim::new([1, 2]), &Limits::new())?;
/// assert_eq!(analysis.scores, [Score::win_in(3), Score::loss_in(3)]);
/// assert!(analysis.proven);
/// # Ok::<_, engine::SearchError>(())
/// ```
pub struct Paranoid<G: Game, E> {
    evaluator: Arc<E>,
    search: Search<Against<G>, ForOne<E>>,
}

impl<G: Keyed, E: Evaluator<G>> Paranoid<G, E> {
    /// The size of the transposition table of a [`new`](Paranoid::new) search, in bytes.
    pub const TABLE_BYTES: usize = 16 << 20;

    /// A search by this evaluator.
    pub fn new(evaluator: E) -> Self {
        Self::with_table_bytes(evaluator, Self::TABLE_BYTES)
    }

    /// A search whose transposition table takes at most this many bytes; 0 is a search without.
    pub fn with_table_bytes(evaluator: E, bytes: usize) -> Self {
        let evaluator = Arc::new(evaluator);
        let search = Search::with_table_bytes(ForOne(Arc::clone(&evaluator)), bytes);
        Self { evaluator, search }
    }

    /// A search whose transposition table, of at most this many bytes, stores positions and compares
    /// them: for proofs, as no collision of keys can deceive it. It holds fewer positions and is
    /// slower.
    pub fn verified(evaluator: E, bytes: usize) -> Self
    where
        G: Eq,
    {
        let evaluator = Arc::new(evaluator);
        let search = Search::verified(ForOne(Arc::clone(&evaluator)), bytes);
        Self { evaluator, search }
    }

    /// The same search with other techniques.
    #[must_use]
    pub fn with_techniques(self, techniques: Techniques) -> Self {
        Self { search: self.search.with_techniques(techniques), ..self }
    }

    /// The same search, looking for this many best moves and their lines (multi-PV); at least 1.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { search: self.search.with_lines(lines), ..self }
    }

    /// The evaluator.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Forgets what earlier runs found out.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Searches deeper and deeper until a limit is reached or the position is solved.
    ///
    /// However tight the limits, an unfinished position gets a legal move.
    ///
    /// # Errors
    ///
    /// The player to move is not one of the players of the game.
    pub fn run(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<MultiplayerAnalysis<G::Move>, SearchError> {
        self.run_with(position, limits, |_| {})
    }

    /// Like [`run`](Paranoid::run), and calls `report` with the result of every depth as it is done.
    ///
    /// # Errors
    ///
    /// The player to move is not one of the players of the game.
    pub fn run_with(
        &mut self,
        position: &G,
        limits: &Limits,
        mut report: impl FnMut(&MultiplayerAnalysis<G::Move>),
    ) -> Result<MultiplayerAnalysis<G::Move>, SearchError> {
        let against = Against::new(position)?;
        let evaluator = self.evaluator.as_ref();
        let for_all = |analysis: &Analysis<G::Move>| for_all(&against, evaluator, analysis);
        let analysis =
            self.search.run_with(&against, limits, |analysis| report(&for_all(analysis)))?;
        Ok(for_all(&analysis))
    }

    /// Like [`run_with`](Paranoid::run_with), by several threads that share one table, as
    /// [`Search::run_parallel`] says.
    ///
    /// # Errors
    ///
    /// The player to move is not one of the players of the game.
    pub fn run_parallel(
        &mut self,
        position: &G,
        limits: &Limits,
        threads: usize,
        mut report: impl FnMut(&MultiplayerAnalysis<G::Move>) + Send,
    ) -> Result<MultiplayerAnalysis<G::Move>, SearchError>
    where
        G: Game<Player: Send + Sync, Move: Send + Sync> + Send + Sync,
        E: Send + Sync,
    {
        let against = Against::new(position)?;
        let evaluator = self.evaluator.as_ref();
        let for_all = |analysis: &Analysis<G::Move>| for_all(&against, evaluator, analysis);
        let report = |analysis: &Analysis<G::Move>| report(&for_all(analysis));
        let analysis = self.search.run_parallel(&against, limits, threads, report)?;
        Ok(for_all(&analysis))
    }
}

/// Adds the scores of the others: what the end of the line is worth to them.
fn for_all<G: Game, E: Evaluator<G>>(
    against: &Against<G>,
    evaluator: &E,
    analysis: &Analysis<G::Move>,
) -> MultiplayerAnalysis<G::Move> {
    let mut end = against.position.clone();
    analysis.line.iter().for_each(|&m| end.play_unchecked(m));
    let outcome = end.outcome();
    let plies = analysis.line.len() as u32;
    let score = |&player: &G::Player| match &outcome {
        _ if player == against.one => analysis.score,
        Some(outcome) => Score::from(outcome.wdl(player)).seen_earlier(plies),
        None => Score::value(evaluator.evaluate(&end, player)),
    };
    MultiplayerAnalysis {
        line: analysis.line.clone(),
        scores: end.players().iter().map(score).collect(),
        proven: analysis.proven,
        others: analysis.others.clone(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        elapsed: analysis.elapsed,
    }
}

impl<G: Game, E> fmt::Debug for Paranoid<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paranoid").finish_non_exhaustive()
    }
}

/// A position of the game of two that one player plays against all others.
#[derive(Clone, PartialEq, Eq)]
struct Against<G: Game> {
    position: G,
    one: G::Player,
    /// Of that player.
    seat: usize,
}

/// Who plays that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    One,
    Others,
}

impl<G: Game> Against<G> {
    /// The game that the player to move plays.
    fn new(position: &G) -> Result<Self, SearchError> {
        let one = position.turn();
        let seat = position.players().iter().position(|&player| player == one);
        let seat = seat.ok_or(SearchError::UnknownPlayer)?;
        Ok(Self { position: position.clone(), one, seat })
    }

    fn side(&self, player: G::Player) -> Side {
        if player == self.one { Side::One } else { Side::Others }
    }
}

impl<G: Game> Game for Against<G> {
    type Player = Side;
    type Move = G::Move;
    type IllegalMove = G::IllegalMove;

    fn players(&self) -> &[Side] {
        &[Side::One, Side::Others]
    }

    fn turn(&self) -> Side {
        self.side(self.position.turn())
    }

    fn outcome(&self) -> Option<Outcome<Side>> {
        self.position.outcome().map(|outcome| match outcome.wdl(self.one) {
            Wdl::Win => Outcome::Winner(Side::One),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Winner(Side::Others),
        })
    }

    fn generate_moves(&self, moves: &mut Vec<G::Move>) {
        self.position.generate_moves(moves);
    }

    fn check(&self, m: G::Move) -> Result<(), G::IllegalMove> {
        self.position.check(m)
    }

    fn play_unchecked(&mut self, m: G::Move) {
        self.position.play_unchecked(m);
    }

    fn generate_distinct_moves(&self, moves: &mut Vec<G::Move>) {
        self.position.generate_distinct_moves(moves);
    }
}

impl<G: Keyed> Keyed for Against<G> {
    fn key(&self) -> u64 {
        key::mix(self.position.key(), self.seat as u64)
    }
}

/// Judges positions for one player; what that player gains the others lose.
struct ForOne<E>(Arc<E>);

impl<G: Game, E: Evaluator<G>> Evaluator<Against<G>> for ForOne<E> {
    fn evaluate(&self, against: &Against<G>, side: Side) -> i32 {
        let value = self.0.evaluate(&against.position, against.one);
        match side {
            Side::One => value,
            Side::Others => value.saturating_neg(),
        }
    }

    fn order(&self, against: &Against<G>, m: G::Move) -> i32 {
        self.0.order(&against.position, m)
    }

    fn noisy_moves(&self, against: &Against<G>, moves: &mut Vec<G::Move>) -> StandPat {
        self.0.noisy_moves(&against.position, moves)
    }

    fn probe(&self, against: &Against<G>) -> Option<Score> {
        let two = against.position.players().len() == 2;
        if two { self.0.probe(&against.position) } else { None }
    }
}
