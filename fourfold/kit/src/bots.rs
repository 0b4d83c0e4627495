//! Players that a game brings, and a bot that does not play the same game twice.

use std::sync::Arc;

use engine::game::{SeededRng, seeded};
use engine::search::{Decided, Report, Thought, Variation};
use engine::{Analysis, Bot, Evaluator, Keyed, Limits, Score, ScoreKind, Search};
use rand::seq::IndexedRandom;

use crate::dynamic::{Dynamic, any};
use crate::position::Shown;

/// Makes bots for positions of any type, one for each game that is played.
pub type MakeBot = Arc<dyn Fn() -> Box<dyn Bot<Dynamic> + Send> + Send + Sync>;

/// The search that a level stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The positions that it searches for a move.
    pub nodes: u64,
    /// The percentage of moves that are random instead.
    pub random: u32,
    /// How far below the best a move may be that is chosen instead, by chance.
    pub margin: u32,
}

/// A player that only one game has.
#[derive(Clone)]
pub struct OwnPlayer {
    /// Its name, as in `fourfold play compass person bold`.
    pub name: &'static str,
    /// How it plays, for the help.
    pub about: &'static str,
    /// Whether it takes limits.
    pub thinks: bool,
    pub(crate) bots: MakeBot,
}

impl OwnPlayer {
    /// A player that takes limits of time, positions and depth.
    pub fn thinking<G: Shown, B: Bot<G> + Send + 'static>(
        name: &'static str,
        about: &'static str,
        bot: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        Self { name, about, thinks: true, bots: Arc::new(move || any::<G>(bot())) }
    }

    /// A player that chooses at once, and takes no limits.
    pub fn instant<G: Shown, B: Bot<G> + Send + 'static>(
        name: &'static str,
        about: &'static str,
        bot: impl Fn() -> B + Send + Sync + 'static,
    ) -> Self {
        Self { thinks: false, ..Self::thinking::<G, B>(name, about, bot) }
    }
}

system::debug_some!(OwnPlayer name);

/// Plays one of the best moves that a [`Search`] finds, each as likely as any other: up to three, whose
/// values are at most a margin below the best. A win or a loss that was found leaves no choice, and where the
/// score is proven only moves that are proven to keep it are chosen.
#[derive(Debug)]
pub struct NearBest<S> {
    search: S,
    margin: u32,
    chance: SeededRng,
}

impl<G: Keyed, E: Evaluator<G>> NearBest<Search<G, E>> {
    /// The most moves to choose from.
    const MOVES: usize = 3;

    /// A bot with this margin in the units of the evaluator. With 0 it chooses among equals.
    pub fn new(search: Search<G, E>, margin: u32) -> Self {
        Self { search: search.with_lines(Self::MOVES), margin, chance: seeded(0) }
    }

    /// The lines to choose from, the best one among them.
    fn choices<M: Copy>(&self, found: &Analysis<M>) -> Vec<Variation<M>> {
        let mut lines = found.clone().into_variations();
        let least = match found.score.kind() {
            ScoreKind::Value(value) => Score::value(value.saturating_sub_unsigned(self.margin)),
            ScoreKind::Win(_) | ScoreKind::Loss(_) => return lines.drain(..1).collect(),
        };
        let keeps = |line: &Variation<M>| line.proven && line.score == found.score;
        lines.retain(|line| if found.proven { keeps(line) } else { line.score >= least });
        lines
    }
}

impl<G: Keyed, E: Evaluator<G>> Bot<G> for NearBest<Search<G, E>> {
    fn decide(&mut self, position: &G, limits: &Limits, report: Report<'_, G::Move>) -> Decided<G> {
        // The last depth that was done: scores of an interrupted one do not compare.
        let mut done = None;
        let found = self.search.run_with(position, limits, |found| {
            report(&Thought::from(found));
            done = Some(found.clone());
        })?;
        let mut thought = Thought::from(&found);
        let undisputed = |done: &Analysis<_>| {
            done.best() == found.best()
                && (found.score.distance().is_none() || done.score == found.score)
        };
        let choices = self.choices(&done.filter(undisputed).unwrap_or(found));
        if let Some(Variation { line, score, proven }) = choices.choose(&mut self.chance) {
            (thought.line, thought.score, thought.proven) = (line.clone(), Some(*score), *proven);
        }
        thought.conclude(report)
    }

    fn new_game(&mut self, _start: &G, seed: u64) {
        self.search.clear();
        self.chance = seeded(seed);
    }
}
