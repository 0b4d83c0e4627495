//! What an evaluator claims to know, compared with plain minimax.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use rand::RngExt;
use rand::seq::SliceRandom;

use super::Conformance;
use super::violation::{Violation, all_legal, broken, not_appended};
use crate::board::text::counted;
use crate::game::Game;
use crate::game::outcome::{Outcome, Points};
use crate::game::random::SeededRng;
use crate::search::alpha_beta::Tree;
use crate::search::evaluate::{Evaluator, finished};
use crate::search::score::{Score, ScoreKind};

impl<G> Conformance<G>
where
    G: Game + Eq + Hash + Debug,
{
    /// Checks what an evaluator claims to know, in positions chosen at random.
    pub(super) fn knowledge(&self, evaluator: &impl Evaluator<G>) -> Result<(), Violation> {
        let mut rng = self.rng();
        let few_players = |position: &&G| position.players().len() <= 2;
        let (finished, mut positions): (Vec<&G>, Vec<&G>) =
            self.positions.iter().filter(few_players).partition(|p| p.outcome().is_some());
        for position in finished {
            let mut moves = Vec::new();
            evaluator.candidate_moves(position, &mut moves);
            all_legal(position, &moves, "candidate_moves()")?;
        }
        positions.shuffle(&mut rng);
        let mut oracle = Oracle { game: PhantomData, evaluator, nodes: MOST_NODES };
        for position in positions {
            if oracle.nodes == 0 {
                break;
            }
            oracle.probe(position)?;
            oracle.bounds(position)?;
            oracle.look_ahead(position, &mut rng)?;
            oracle.candidate_moves(position)?;
        }
        Ok(())
    }
}

/// How many positions all questions together may visit.
const MOST_NODES: u64 = 400_000;

/// How many positions one question may visit.
const MOST_NODES_EACH: u64 = 10_000;

/// How far plain minimax looks.
const DEPTHS: RangeInclusive<u32> = 1..=3;

/// Plain minimax with a limit of nodes.
struct Oracle<'e, G, E> {
    game: PhantomData<G>,
    evaluator: &'e E,
    /// How many positions it may still visit.
    nodes: u64,
}

impl<G, E> Oracle<'_, G, E>
where
    G: Game + Debug,
    E: Evaluator<G>,
{
    /// The score by a search to a depth, if it takes few enough nodes.
    fn score(&mut self, position: &G, depth: u32, moves: Option<&[G::Move]>) -> Option<Score> {
        let found = search(position, self.evaluator, depth, moves, &mut self.nodes);
        found.map(|found| found.score)
    }

    /// The score by a search to a depth that values every unfinished position at 0.
    fn score_by_outcomes(&mut self, position: &G, depth: u32) -> Option<Found> {
        search(position, &Finished(self.evaluator), depth, None, &mut self.nodes)
    }

    /// Whether an outcome in points can have a value other than 0.
    fn counts_points(&self, position: &G) -> bool {
        let points = position.players().iter().copied().zip([1, 0]);
        let outcome = Outcome::Points(Points::new(points));
        let score = self.evaluator.outcome_score(&outcome, position.turn());
        score != Score::DRAW && score.distance().is_none()
    }

    fn probe(&mut self, position: &G) -> Result<(), Violation> {
        let Some(claim) = self.evaluator.probe(position) else { return Ok(()) };
        let wrong =
            |truth: &str| broken(format!("probe() answers {claim} in {position:?}, but {truth}"));
        if claim != Score::DRAW && claim.distance().is_none() && !self.counts_points(position) {
            return wrong("a value other than 0 is no exact score");
        }
        // The claim must agree with the known scores of the moves.
        let moves = position.distinct_moves();
        let scores: Vec<Option<Score>> = moves
            .iter()
            .map(|&m| {
                let child = position.after(m);
                let over = finished(&child, self.evaluator, child.turn());
                let score = over.or_else(|| self.evaluator.probe(&child))?.seen_earlier(1);
                Some(if child.turn() == position.turn() { score } else { -score })
            })
            .collect();
        let best = scores.iter().flatten().max().copied();
        if let Some(best) = best
            && (best > claim || best < claim && scores.iter().all(Option::is_some))
        {
            return wrong(&format!("the best move known scores {best}"));
        }
        let depths = claim.distance().map_or(DEPTHS, |distance| distance..=distance);
        for depth in depths {
            let Some(Found { score, is_final }) = self.score_by_outcomes(position, depth) else {
                continue;
            };
            if score != claim && (is_final || claim.distance().is_some()) {
                return wrong(&format!("a search by {} finds {score}", counted(depth, "ply")));
            }
        }
        Ok(())
    }

    fn bounds(&mut self, position: &G) -> Result<(), Violation> {
        let Some(bounds) = self.evaluator.bounds(position) else { return Ok(()) };
        let (least, most) = bounds.into_inner();
        let wrong = |truth: &str| {
            broken(format!("bounds() are {least} to {most} in {position:?}, but {truth}"))
        };
        if least > most {
            return wrong("no score is within");
        }
        let claimed = [least, most].into_iter().filter_map(Score::distance);
        for depth in DEPTHS.chain(claimed.filter(|distance| *distance > 0)) {
            let Some(found) = self.score_by_outcomes(position, depth) else { continue };
            // Otherwise the game may go on beyond the depth.
            let (low, high) = if found.is_final {
                (found.score, found.score)
            } else {
                (Score::loss_in(depth + 1), Score::win_in(depth + 1))
            };
            if high < least || low > most {
                let score = found.score;
                return wrong(&format!("a search by {} finds {score}", counted(depth, "ply")));
            }
        }
        Ok(())
    }

    fn look_ahead(&mut self, position: &G, rng: &mut SeededRng) -> Result<(), Violation> {
        for depth in DEPTHS {
            let Some(truth) = self.score(position, depth, None) else { break };
            let value = if let ScoreKind::Value(value) = truth.kind() { value } else { 0 };
            let beside = Score::value(value + rng.random_range(-200..=200));
            for alpha in [truth, -(-truth).next(), truth.next(), beside] {
                let Some(claim) = self.evaluator.look_ahead(position, depth, alpha) else {
                    continue;
                };
                let right = if claim > alpha { claim <= truth } else { claim >= truth };
                if !right {
                    return broken(format!(
                        "look_ahead() by {}, asked about more than {alpha}, answers {claim} in \
                         {position:?}, but a search finds {truth}",
                        counted(depth, "ply")
                    ));
                }
            }
        }
        Ok(())
    }

    fn candidate_moves(&mut self, position: &G) -> Result<(), Violation> {
        let mut all = position.distinct_moves();
        let before = all.len();
        self.evaluator.candidate_moves(position, &mut all);
        let generator = "candidate_moves()";
        if all.len() < before {
            return not_appended(position, generator);
        }
        let candidates = all.split_off(before);
        if candidates == all {
            return Ok(());
        }
        all_legal(position, &candidates, generator)?;
        for depth in DEPTHS.skip(1) {
            let Some(best) = self.score(position, depth, None) else { break };
            let found = self.score(position, depth, Some(&candidates));
            if self.nodes > 0 && found != Some(best) {
                return broken(format!(
                    "the best of candidate_moves() in {position:?} is worth {found:?} by {}, but \
                     the best of all moves {best}",
                    counted(depth, "ply")
                ));
            }
        }
        Ok(())
    }
}

/// Scores finished games as another evaluator does, and values all others at 0.
struct Finished<'e, E>(&'e E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Finished<'_, E> {
    fn evaluate(&self, _position: &G, _player: G::Player) -> i32 {
        0
    }

    fn outcome_score(&self, outcome: &Outcome<G::Player>, player: G::Player) -> Score {
        self.0.outcome_score(outcome, player)
    }
}

/// What a search to a depth has found.
struct Found {
    score: Score,
    /// Whether no deeper search can change it.
    is_final: bool,
}

/// The score by a search to a depth, of these moves or all, if it visits few enough positions.
fn search<G: Game, E: Evaluator<G>>(
    position: &G,
    evaluator: &E,
    depth: u32,
    moves: Option<&[G::Move]>,
    nodes: &mut u64,
) -> Option<Found> {
    let moves = moves.map_or_else(|| position.distinct_moves(), <[_]>::to_vec);
    let mut tree = Tree::new(position, evaluator, MOST_NODES_EACH.min(*nodes));
    let score = tree.best_of(position, &moves, depth);
    *nodes = nodes.saturating_sub(tree.nodes);
    let is_final = |score: Score| score.distance().is_some() || tree.guesses == 0;
    score.map(|score| Found { score, is_final: is_final(score) })
}
