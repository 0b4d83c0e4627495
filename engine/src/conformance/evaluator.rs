//! The laws of [`Evaluator`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::Conformance;
use super::violation::{Checked, Violation, all_legal, appended, ensure, none, unreached};
use crate::board::counted;
use crate::game::{Game, Outcome, Points, SeededRng};
use crate::search::{
    Evaluator, Known, Limits, Score, ScoreKind, StandPat, State, Tree, Window, finished,
};

impl<G: Game + Eq + Hash + Debug> Conformance<G> {
    /// Checks the laws of an evaluator: values are in range and, with two players, zero-sum, in finished
    /// games too; what it keeps changes none; noisy moves are legal and, where they are declared forced, complete.
    /// With up to two players `known` and `candidate_moves` are compared with plain minimax to a few plies, in random
    /// positions and windows, until that has visited 400,000 positions.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn evaluator(&self, evaluator: &impl Evaluator<G>) -> Result<(), Violation> {
        let (mut rng, mut state) = (self.rng(), State::default());
        self.each(|position| {
            check_evaluation(evaluator, position)?;
            if position.outcome().is_some() {
                return Ok(());
            }
            for &m in position.legal_moves().sample(&mut rng, 8) {
                kept(evaluator, position, &position.after(m), &mut state)?;
            }
            noisy_moves(evaluator, position)
        })?;
        self.knowledge(evaluator)
    }

    /// Compares the knowledge of an evaluator with plain minimax, in positions chosen at random.
    fn knowledge(&self, evaluator: &impl Evaluator<G>) -> Checked {
        let mut rng = self.rng();
        let few_players = |position: &&G| position.players().len() <= 2;
        let (finished, mut positions): (Vec<&G>, Vec<&G>) =
            self.positions.iter().filter(few_players).partition(|p| p.outcome().is_some());
        for position in finished {
            let mut moves = Vec::new();
            evaluator.candidate_moves(position, &mut moves);
            all_legal(position, &moves, "candidate_moves()").map_err(Self::at(position))?;
        }
        positions.shuffle(&mut rng);
        let mut oracle = Oracle { evaluator, nodes: MOST_NODES, nodes_to_the_end: MOST_NODES };
        for position in positions {
            if oracle.nodes == 0 {
                break;
            }
            oracle.known(position, &mut rng).map_err(Self::at(position))?;
            oracle.candidate_moves(position).map_err(Self::at(position))?;
        }
        Ok(())
    }
}

/// Checks the evaluation, or the score of a finished game.
fn check_evaluation<G: Game>(evaluator: &impl Evaluator<G>, position: &G) -> Checked {
    let players = position.players().iter();
    if let Some(outcome) = position.outcome() {
        let scores: Vec<_> = players.map(|&p| evaluator.outcome_score(&outcome, p)).collect();
        let is_later = scores.iter().any(|score| score.distance().is_some_and(|plies| plies > 0));
        ensure!(
            !is_later && !matches!(scores[..], [first, second] if first != -second),
            "outcome_score() answers {scores:?} for the players; a win or a loss must be in 0 plies, \
             and of two players one gains what the other loses"
        );
        return Ok(());
    }
    let values: Vec<i32> = players.map(|&p| evaluator.evaluate(position, p)).collect();
    let most = Score::MAX_VALUE;
    none(values.iter().find(|&value| !(-most..=most).contains(value)), |value| {
        format!("the evaluation {value} is beyond ±{most}")
    })?;
    let [first, second] = values[..] else { return Ok(()) };
    ensure!(
        first == -second,
        "the evaluation is {first} for one player and {second} for the other"
    );
    Ok(())
}

/// Checks that what is kept of other positions does not change the evaluation after a move.
fn kept<G: Game + Debug>(
    evaluator: &impl Evaluator<G>,
    before: &G,
    position: &G,
    state: &mut State,
) -> Checked {
    for &player in position.players().iter().filter(|_| position.outcome().is_none()) {
        let value = evaluator.evaluate(position, player);
        let after = evaluator.evaluate_after(before, position, player, state);
        ensure!(
            value == after,
            "{after} by evaluate_after() is {value} by evaluate() in {position:?}"
        );
    }
    Ok(())
}

/// Checks that noisy moves are legal, and that forced ones reach every position that a legal move reaches.
fn noisy_moves<G: Game + Eq + Hash>(evaluator: &impl Evaluator<G>, position: &G) -> Checked {
    let before = position.legal_moves();
    let mut moves = before.clone();
    let kind = evaluator.noisy_moves(position, &mut moves);
    let noisy = appended(&moves, &before, "noisy_moves()")?;
    all_legal(position, noisy, "noisy_moves()")?;
    if kind == StandPat::Optional {
        return Ok(());
    }
    none(unreached(position, &position.distinct_moves(), noisy), |m| {
        format!("noisy_moves() are said to be forced but miss where {m:?} leads")
    })
}

/// The most positions that all questions together may visit.
const MOST_NODES: u64 = 400_000;

/// The most positions that one question may visit.
const MOST_NODES_EACH: u64 = 10_000;

/// The depths of plain minimax.
const DEPTHS: RangeInclusive<u32> = 1..=3;

/// A depth beyond the end of small games.
const TO_THE_END: u32 = Limits::MAX_DEPTH;

/// Plain minimax with a limit of nodes.
struct Oracle<'e, G> {
    evaluator: &'e dyn Evaluator<G>,
    nodes: u64,
    /// What is left of them for searches to the end of the game.
    nodes_to_the_end: u64,
}

impl<G: Game> Oracle<'_, G> {
    /// The score by a search to a depth of the best of these moves, and whether no deeper search can
    /// change it; `None` if that takes too many nodes.
    fn search(
        &mut self,
        evaluator: &dyn Evaluator<G>,
        position: &G,
        moves: &[G::Move],
        depth: u32,
    ) -> Option<(Score, bool)> {
        let nodes = if depth == TO_THE_END { &mut self.nodes_to_the_end } else { &mut self.nodes };
        let mut tree = Tree::new(position, evaluator, MOST_NODES_EACH.min(*nodes));
        let score = tree.best_of(position, moves, depth);
        *nodes = nodes.saturating_sub(tree.nodes);
        score.map(|score| (score, score.distance().is_some() || tree.guesses == 0))
    }

    fn score(&mut self, position: &G, moves: &[G::Move], depth: u32) -> Option<Score> {
        self.search(self.evaluator, position, moves, depth).map(|(score, _)| score)
    }

    /// Whether an outcome in points can have a value other than 0.
    fn counts_points(&self, position: &G) -> bool {
        let points = position.players().iter().copied().zip([1, 0]);
        let outcome = Outcome::Points(Points::new(points));
        let score = self.evaluator.outcome_score(&outcome, position.turn());
        score != Score::DRAW && score.distance().is_none()
    }

    fn known(&mut self, position: &G, rng: &mut SeededRng) -> Checked {
        let moves = position.distinct_moves();
        let mut certain = None;
        for depth in DEPTHS {
            let Some(score) = self.score(position, &moves, depth) else { break };
            for window in windows(score, rng) {
                let Some(known) = self.evaluator.known(position, depth, window) else { continue };
                let truth = match known {
                    Known::AtDepth(_) => score..=score,
                    Known::Proven(claim) => {
                        let certain =
                            certain.get_or_insert_with(|| self.by_moves(position, &moves));
                        let distance = claim.distance().unwrap_or(0);
                        self.look_up_to(position, &moves, distance, certain);
                        certain.least..=certain.most
                    }
                };
                let is_score = known.proven().is_none_or(|claim| {
                    let is_value = claim != Score::DRAW && claim.distance().is_none();
                    !is_value || !window.contains(claim) || self.counts_points(position)
                });
                let (Known::Proven(claim) | Known::AtDepth(claim)) = known;
                let agrees = (claim <= window.alpha || claim <= *truth.end())
                    && (claim >= window.beta || claim >= *truth.start());
                ensure!(
                    is_score && agrees,
                    "known() answers {known:?}, asked by {} about {window:?}, but the score is in \
                     {truth:?}, and a value only if points count",
                    counted(depth, "ply")
                );
            }
        }
        Ok(())
    }

    /// The bounds that follow from the proven scores of the moves.
    fn by_moves(&self, position: &G, moves: &[G::Move]) -> Certain {
        let score = |&m| {
            let child = position.after(m);
            let proven = || self.evaluator.known(&child, 0, Window::FULL)?.proven();
            let over = finished(&child, self.evaluator, child.turn());
            let score = over.or_else(proven)?.seen_earlier(1);
            Some(if child.turn() == position.turn() { score } else { -score })
        };
        let scores: Vec<Option<Score>> = moves.iter().map(score).collect();
        let Window { alpha, beta } = Window::FULL;
        let least = scores.iter().flatten().max().copied().unwrap_or(alpha);
        let most = if scores.iter().all(Option::is_some) { least } else { beta };
        Certain { least, most, depth: 0, has_end: false }
    }

    /// Adds the results of searches by outcomes, to all depths, to this one and to the end of the game.
    fn look_up_to(&mut self, position: &G, moves: &[G::Move], distance: u32, known: &mut Certain) {
        let by_outcomes = Finished(self.evaluator);
        for depth in DEPTHS.chain([distance]) {
            if depth > known.depth
                && let Some((score, is_final)) = self.search(&by_outcomes, position, moves, depth)
            {
                // Otherwise the game may continue beyond the depth.
                let beyond = depth + 1;
                let least = if is_final { score } else { Score::loss_in(beyond) };
                let most = if is_final { score } else { Score::win_in(beyond) };
                known.narrow(least, most);
            }
            known.depth = known.depth.max(depth);
        }
        if !std::mem::replace(&mut known.has_end, true)
            && known.least < known.most
            && let Some((score, true)) = self.search(&by_outcomes, position, moves, TO_THE_END)
        {
            known.narrow(score, score);
        }
    }

    fn candidate_moves(&mut self, position: &G) -> Checked {
        let all = position.distinct_moves();
        let mut moves = all.clone();
        self.evaluator.candidate_moves(position, &mut moves);
        let candidates = appended(&moves, &all, "candidate_moves()")?;
        if candidates == all {
            return Ok(());
        }
        all_legal(position, candidates, "candidate_moves()")?;
        for depth in DEPTHS.skip(1) {
            let Some(best) = self.score(position, &all, depth) else { break };
            let found = self.score(position, candidates, depth);
            ensure!(
                self.nodes == 0 || found == Some(best),
                "the best of candidate_moves() is worth {found:?} by {}, but the best of all moves \
                 {best}",
                counted(depth, "ply")
            );
        }
        Ok(())
    }
}

/// Bounds of a position's exact score.
struct Certain {
    least: Score,
    most: Score,
    /// How deep was searched for them.
    depth: u32,
    /// Whether the end of the game was searched for.
    has_end: bool,
}

impl Certain {
    fn narrow(&mut self, least: Score, most: Score) {
        self.least = self.least.max(least);
        self.most = self.most.min(most);
    }
}

/// Windows of all kinds: open, beside a score, and anywhere.
fn windows(score: Score, rng: &mut SeededRng) -> [Window; 6] {
    let value = if let ScoreKind::Value(value) = score.kind() { value } else { 0 };
    let mut beside = || Score::value(value + rng.random_range(-200..=200));
    let [low, high] = [beside(), beside()];
    let plies = rng.random_range(0..12);
    let far = if rng.random() { Score::win_in(plies) } else { Score::loss_in(plies) };
    let [before, after] = [-(-score).next(), score.next()];
    [
        Window::FULL,
        Window::null(before),
        Window::null(score),
        Window::null(after),
        Window::null(far),
        Window { alpha: low.min(high), beta: low.max(high).next() },
    ]
}

/// Scores finished games as another evaluator does, and values all others at 0.
struct Finished<'e, G>(&'e dyn Evaluator<G>);

impl<G: Game> Evaluator<G> for Finished<'_, G> {
    fn evaluate(&self, _position: &G, _player: G::Player) -> i32 {
        0
    }

    fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
        self.0.outcome_score(outcome, player)
    }
}
