//! Every solver that applies to a game, compiled once for all games: for [`AnyPosition`].

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroUsize;

use engine::conformance::Violation;
use engine::observe::Observe;
use engine::search::Evaluator;
use engine::svg::Explain;
use engine::{Conformance, Game, Limits, Outcome, Score, ScoreKind, Search, Wdl};
use solve::tablebase::{BuildError, BuildOptions};
use solve::{
    ProofSearch, SolveError, SolveOptions, SolvedBy, enumerate, nobody, prove_winner, solve,
};

use crate::any::AnyPosition;

engine::words! {
    /// The value of a position for the player to move.
    pub enum Value {
        /// The player can force a win.
        Win: "win",
        /// The other player can; among three, the others together can prevent a win.
        Loss: "loss",
        /// Of two players neither can force a win.
        Draw: "draw",
        /// Of three players none can force a win.
        Nobody: "nobody",
    }
}

/// What a solver found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The value; `None` if a limit came first.
    pub value: Option<Value>,
    /// In how many plies the game is won or lost.
    pub plies: Option<u32>,
    /// The best margin in points.
    pub margin: Option<i32>,
    /// The nodes of a search, the positions of checked proofs, or those that play leads to; if the value is open, how far
    /// the solver went.
    pub count: u64,
}

/// The reason why a solver has no answer at all: the game breaks its laws, or there is no memory for a table.
pub type Failure = Box<dyn std::error::Error>;

/// Knows nothing of a running game. A finished one counts by who won, or by its margin. One type, so that there is one
/// search for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judge {
    Wins,
    Margins,
}

impl<G: Game> Evaluator<G> for Judge {
    fn evaluate(&self, _position: &G, _player: G::Player) -> i32 {
        0
    }

    fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
        match self {
            Self::Wins => outcome.wdl(player).into(),
            Self::Margins => Score::by_margin(outcome, player),
        }
    }

    fn min_sort_depth(&self) -> u32 {
        2
    }
}

fn search(position: &AnyPosition, judge: Judge, nodes: u64) -> Result<Finding, Failure> {
    let analysis = Search::new(judge).run(position, &Limits::new().nodes(nodes))?;
    let (score, count) = (Some(analysis.score).filter(|_| analysis.proven), analysis.nodes);
    let end = analysis.line.iter().fold(*position, |position, &m| position.after(m));
    let has_points = end.outcome().is_some_and(|outcome| outcome.points().is_some());
    let by_points = judge == Judge::Margins && has_points;
    let margin = score.filter(|_| by_points).and_then(|score| match score.kind() {
        ScoreKind::Value(margin) => Some(margin),
        ScoreKind::Win(_) | ScoreKind::Loss(_) => None,
    });
    let value = score.map(|score| match score.result() {
        _ if margin.is_some_and(|margin| margin > 0) => Value::Win,
        _ if margin.is_some_and(|margin| margin < 0) => Value::Loss,
        Wdl::Win => Value::Win,
        Wdl::Draw => Value::Draw,
        Wdl::Loss => Value::Loss,
    });
    // Among three a loss is against the others together, who may not agree.
    let tells = position.players().len() == 2 || value == Some(Value::Win);
    let plies = score.filter(|_| tells).and_then(Score::distance);
    Ok(Finding { value, plies, margin, count })
}

impl AnyPosition {
    /// Alpha-beta until the value is proven: who wins, and how soon.
    ///
    /// # Errors
    ///
    /// See [`Failure`].
    pub fn by_search(&self, nodes: u64) -> Result<Finding, Failure> {
        search(self, Judge::Wins, nodes)
    }

    /// The same for the best margin; of a game without points the margin is `None`.
    ///
    /// # Errors
    ///
    /// See [`Failure`].
    pub fn by_margin(&self, nodes: u64) -> Result<Finding, Failure> {
        search(self, Judge::Margins, nodes)
    }

    /// Proof-number search, a question for each player until one can win; the proofs are checked by the rules alone.
    ///
    /// # Errors
    ///
    /// See [`Failure`]; a proof that does not hold is one.
    pub fn by_proof(&self, nodes: u64) -> Result<Finding, Failure> {
        let limits = Limits::new().nodes(nodes);
        let proven = prove_winner(ProofSearch::new(), self, &limits, &mut |_, _| {}, None)?;
        let value = proven.winner.as_deref().map(|winner| self.value(winner));
        let positions = proven.proofs.iter().map(|(_, stats)| stats.positions as u64).sum();
        let count = if value.is_some() { positions } else { proven.nodes };
        Ok(Finding { value, plies: None, margin: None, count })
    }

    /// All positions that play leads to, worked through backwards.
    ///
    /// # Errors
    ///
    /// See [`Failure`].
    pub fn by_enumeration(&self, positions: u64) -> Result<Finding, Failure> {
        let options = || BuildOptions::new().threads(NonZeroUsize::MIN).positions(positions);
        let open = Finding { value: None, plies: None, margin: None, count: positions };
        match enumerate(self, &Self::clone, (&options, &|_, _| {}), None) {
            Ok(found) => {
                let winner = found.winner.as_deref().unwrap_or(nobody(self.players().len()));
                let value = Some(self.value(winner));
                Ok(Finding { value, plies: found.distance, count: found.positions, ..open })
            }
            Err(SolveError::Build(BuildError::Positions { .. })) => Ok(open),
            Err(error) => Err(error.into()),
        }
    }

    /// The solver that fits, and which one that was.
    ///
    /// # Errors
    ///
    /// See [`Failure`].
    pub fn by_choice(&self) -> Result<(Finding, Option<SolvedBy>), Failure> {
        let (mut search, options) = (Search::new(Judge::Wins), SolveOptions::new());
        let solved = solve(self, &mut search, &Limits::new(), &options)?;
        let value = solved.by.map(|_| self.value(&solved.winner.to_string()));
        let count = solved.enumerated.as_ref().map_or(solved.search.nodes, |found| found.positions);
        Ok((Finding { value, plies: solved.distance(), margin: None, count }, solved.by))
    }

    /// The value where this player wins, or nobody in the words of the solvers.
    fn value(&self, winner: &str) -> Value {
        let players = self.players().len();
        if winner == self.turn().to_string() {
            Value::Win
        } else if winner != nobody(players) {
            Value::Loss
        } else if players == 2 {
            Value::Draw
        } else {
            Value::Nobody
        }
    }

    /// Checks the laws of rules, keys and texts on so many positions.
    ///
    /// # Errors
    ///
    /// The first law that is broken.
    pub fn keeps_the_laws(&self, positions: usize) -> Result<(), Violation> {
        let conformance = Conformance::explore([*self], positions, 0);
        conformance.rules()?;
        conformance.keys()?;
        conformance.notation()
    }
}

/// Checks the laws of pictures, and of what people and programs that learn are told, on so many positions.
///
/// # Errors
///
/// The first law that is broken.
pub fn draws_by_the_laws<G: Explain + Observe + Eq + Hash + Debug>(
    position: &G,
    positions: usize,
) -> Result<(), Violation> {
    let conformance = Conformance::explore([position.clone()], positions, 0);
    conformance.pictures()?;
    conformance.explanations()?;
    conformance.observations()
}
