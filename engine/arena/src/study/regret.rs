//! Exact regret: what do the moves of a player cost against perfect play?
//!
//! An oracle returns the exact score of a position for the player to move: a tablebase, a solver, or a
//! search without limits. [`best_play`] lets both sides play perfectly by it and returns the positions
//! as [questions](Question), with the exact score of every move. [`examine`] asks a [`Bot`] for its
//! move in each of them. [`Regret`] adds up what these moves lose.
//!
//! The questions do not depend on the player, so players can be compared by a few games.
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
//! # use nim::*;
//! use arena::study::regret::{Regret, best_play, examine};
//! use engine::{Limits, NoEvaluation, Search};
//! use engine::game::seeded;
//! use engine::search::RandomBot;
//!
//! let mut solver = Search::new(NoEvaluation);
//! let mut oracle = |nim: &Nim| {
//!     let analysis = solver.run(nim, &Limits::new()).ok()?;
//!     analysis.proven.then_some(analysis.score)
//! };
//! let mut regret = Regret::new();
//! for seed in 0..100 {
//!     let start = Nim::new([3, 4, (seed % 6) as u8]);
//!     let questions = best_play(&start, 100, &mut oracle, &mut seeded(seed)).expect("it is solved");
//!     regret.add_game(&examine(&questions, &mut RandomBot::new(seed), &Limits::new()));
//! }
//! let kept = regret.kept().expect("there were choices");
//! assert!(kept.high < 0.5, "most moves of Nim lose");
//! ```
//!
//! # The intervals
//!
//! The intervals hold for independent games, about forty or more. The decisions of a game depend on each
//! other, so the variance is that of a ratio of sums over games (Cochran, *Sampling techniques*, 1977,
//! §6.3). Shares have Wilson's interval for the number of independent decisions with that variance.

use engine::search::Decision;
use engine::{Bot, Game, Limits, Score};
use rand::Rng;
use rand::seq::IndexedRandom;

use crate::rating::Interval;

/// A position with the exact score of every move.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// The position.
    pub position: G,
    /// Every legal move with its exact score for the player to move, the best first.
    pub moves: Vec<(G::Move, Score)>,
}

impl<G: Game> Question<G> {
    /// The position of a game for two players, with the exact score of every move. `None` if the game is over, or the oracle
    /// does not know the score of a position after a move.
    pub fn new(position: &G, oracle: &mut impl FnMut(&G) -> Option<Score>) -> Option<Self> {
        if position.players().len() != 2 || position.outcome().is_some() {
            return None;
        }
        let scored = |m| Some((m, Score::of_move(position, m, &mut *oracle)?));
        let moves: Option<Vec<_>> = position.legal_moves().into_iter().map(scored).collect();
        let mut moves = moves.filter(|moves| !moves.is_empty())?;
        moves.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        Some(Self { position: position.clone(), moves })
    }

    /// What a move costs. No move, or an illegal one, counts as a loss at once.
    pub fn loss(&self, m: Option<G::Move>) -> Loss {
        let known = self.moves.iter().find(|&&(known, _)| Some(known) == m);
        let chosen = known.map_or(Score::loss_in(1), |&(_, score)| score);
        let [best, worst] = [self.moves.first(), self.moves.last()]
            .map(|known| known.map_or(chosen, |&(_, score)| score));
        Loss { best, worst, chosen }
    }
}

/// What a choice costs, by exact scores for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loss {
    /// The score of the best move.
    pub best: Score,
    /// The score of the worst legal move.
    pub worst: Score,
    /// The score of the move chosen.
    pub chosen: Score,
}

impl Loss {
    /// The value lost, in half points: a win is worth two, a draw one.
    pub fn half_points(self) -> u32 {
        half_points(self.best) - half_points(self.chosen)
    }

    /// How many plies later the chosen move wins, or how many sooner it loses; 0 if it loses value.
    pub fn plies(self) -> u32 {
        match (self.best.distance(), self.chosen.distance()) {
            (Some(best), Some(chosen)) if self.half_points() == 0 => best.abs_diff(chosen),
            _ => 0,
        }
    }
}

fn half_points(score: Score) -> u32 {
    score.result() as u32
}

/// The positions of a game of perfect play from `start`, at most `plies` of them, as questions; ties
/// are broken at random. `None` if the oracle lacks a score.
pub fn best_play<G: Game, R: Rng + ?Sized>(
    start: &G,
    plies: usize,
    oracle: &mut impl FnMut(&G) -> Option<Score>,
    rng: &mut R,
) -> Option<Vec<Question<G>>> {
    let mut position = start.clone();
    let mut questions = Vec::new();
    while questions.len() < plies && position.outcome().is_none() {
        let question = Question::new(&position, oracle)?;
        let best = question.moves.first()?.1;
        let ties = question.moves.partition_point(|&(_, score)| score == best);
        let &(m, _) = question.moves[..ties].choose(rng)?;
        position.play_unchecked(m);
        questions.push(question);
    }
    Some(questions)
}

/// Asks a bot what it would play at each of these positions of a game.
pub fn examine<G: Game>(
    questions: &[Question<G>],
    bot: &mut (impl Bot<G> + ?Sized),
    limits: &Limits,
) -> GameRegret {
    let mut regret = GameRegret::default();
    for question in questions {
        let decision = bot.decide(&question.position, limits, &mut |_| ()).ok();
        regret.add(question.loss(decision.map(|decision| decision.m)));
        if let Some(Decision { nodes: Some(nodes), .. }) = decision {
            regret.counted += 1;
            regret.nodes = regret.nodes.saturating_add(nodes);
        }
    }
    regret
}

/// What the moves of a player cost in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameRegret {
    /// The number of decisions in which some move would have lost value.
    pub critical: u32,
    /// In how many of these the value was kept.
    pub kept: u32,
    /// The half points lost.
    pub half_points: u32,
    /// The number of decisions in which not all moves had the same score.
    pub choices: u32,
    /// In how many of these one of the best moves was chosen: the value was kept, and no ply was lost.
    pub best: u32,
    /// In how many of these the value was kept.
    pub sound: u32,
    /// The plies lost in those.
    pub plies: u32,
    /// The number of moves whose cost is known.
    pub counted: u32,
    /// How many positions were visited for these.
    pub nodes: u64,
}

impl GameRegret {
    /// Adds a decision.
    pub fn add(&mut self, loss: Loss) {
        let kept = u32::from(loss.half_points() == 0);
        // Some legal move would have lost value.
        if half_points(loss.best) > half_points(loss.worst) {
            self.critical += 1;
            self.kept += kept;
        }
        self.half_points += loss.half_points();
        if loss.best != loss.worst {
            self.choices += 1;
            self.best += u32::from(loss.chosen == loss.best);
            self.sound += kept;
            self.plies = self.plies.saturating_add(loss.plies());
        }
    }
}

/// What the moves of a player cost, over many games.
#[derive(Clone, Debug, Default)]
pub struct Regret {
    kept: Ratio,
    points: Ratio,
    best: Ratio,
    plies: Ratio,
    nodes: Ratio,
}

impl Regret {
    /// Without games yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game.
    pub fn add_game(&mut self, game: &GameRegret) {
        self.kept.add(game.kept.into(), game.critical);
        self.points.add(f64::from(game.half_points) / 2.0, game.critical);
        self.best.add(game.best.into(), game.choices);
        self.plies.add(game.plies.into(), game.sound);
        self.nodes.add(game.nodes as f64, game.counted);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.kept.games
    }

    /// The number of decisions in which some move would have lost value.
    pub fn critical(&self) -> u64 {
        self.kept.sum_n as u64
    }

    /// The number of decisions in which not all moves had the same score.
    pub fn choices(&self) -> u64 {
        self.best.sum_n as u64
    }

    /// Of the [critical](Regret::critical) decisions, the share in which the value was kept. `None`
    /// without any, as in the methods below.
    pub fn kept(&self) -> Option<Interval> {
        self.kept.share()
    }

    /// The points lost in a critical decision, on average: 1 for a win that becomes a loss, 1/2 for a win
    /// that becomes a draw or a draw that becomes a loss.
    pub fn points_lost(&self) -> Option<Interval> {
        self.points.mean()
    }

    /// Of all [choices](Regret::choices), the share in which a best move was chosen.
    pub fn best(&self) -> Option<Interval> {
        self.best.share()
    }

    /// The plies lost in a choice that kept the value, on average.
    pub fn plies_lost(&self) -> Option<Interval> {
        self.plies.mean()
    }

    /// The positions visited for a move, or the playouts made, on average; `None` if they are not known.
    pub fn nodes(&self) -> Option<Interval> {
        self.nodes.mean()
    }
}

/// A ratio of two sums over games, `x` over `n`.
#[derive(Clone, Copy, Debug, Default)]
struct Ratio {
    games: u64,
    sum_x: f64,
    sum_n: f64,
    sum_xx: f64,
    sum_xn: f64,
    sum_nn: f64,
}

impl Ratio {
    fn add(&mut self, x: f64, n: u32) {
        let n = f64::from(n);
        self.games += 1;
        self.sum_x += x;
        self.sum_n += n;
        self.sum_xx += x * x;
        self.sum_xn += x * n;
        self.sum_nn += n * n;
    }

    /// The ratio and its variance.
    fn estimate(&self) -> Option<(f64, f64)> {
        let ratio = self.sum_x / self.sum_n;
        let residuals = self.sum_xx - 2.0 * ratio * self.sum_xn + ratio * ratio * self.sum_nn;
        let games = self.games as f64;
        let correction = games / (games - 1.0).max(1.0);
        let variance = correction * residuals.max(0.0) / (self.sum_n * self.sum_n);
        (self.sum_n > 0.0).then_some((ratio, variance))
    }

    /// A mean that cannot be negative.
    fn mean(&self) -> Option<Interval> {
        let (estimate, variance) = self.estimate()?;
        let half = Interval::Z * variance.sqrt();
        Some(Interval { estimate, low: (estimate - half).max(0.0), high: estimate + half })
    }

    /// A share, with Wilson's interval for the effective number of decisions: their number divided by
    /// the design effect, which is the variance relative to that of independent decisions, estimated
    /// with one more game of independent decisions. If all decisions are equal, each game counts as
    /// one.
    fn share(&self) -> Option<Interval> {
        let (share, variance) = self.estimate()?;
        let independent = share * (1.0 - share) / self.sum_n;
        let games = self.games as f64;
        let trials = if independent > 0.0 {
            let effect = (games * variance / independent + 1.0) / (games + 1.0);
            self.sum_n / effect
        } else {
            games.min(self.sum_n)
        };
        Some(Interval::from_score(share, trials))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::seeded;
    use rand::RngExt;

    /// The share of 95 % intervals that miss the truth, over samples of games whose decisions are right
    /// with a chance that is another one in every game: 0.6 or 1, so 0.8 on average.
    fn missed(games: u32, interval: impl Fn(&Ratio) -> Interval) -> f64 {
        const SAMPLES: u32 = 3000;
        let mut rng = seeded(games.into());
        let misses = (0..SAMPLES).filter(|_| {
            let mut ratio = Ratio::default();
            for _ in 0..games {
                let decisions = rng.random_range(1..=9_u32);
                let chance = if rng.random::<bool>() { 0.6 } else { 1.0 };
                let right = (0..decisions).filter(|_| rng.random::<f64>() < chance).count();
                ratio.add(right as f64, decisions);
            }
            !interval(&ratio).contains(0.8)
        });
        misses.count() as f64 / f64::from(SAMPLES)
    }

    #[test]
    fn intervals_allow_for_dependent_decisions_within_a_game() {
        for games in [40, 100, 400] {
            let share = missed(games, |ratio| ratio.share().unwrap());
            assert!((0.03..0.085).contains(&share), "{games} games: {share}");
            let mean = missed(games, |ratio| ratio.mean().unwrap());
            assert!((0.03..0.085).contains(&mean), "{games} games: {mean}");
            let naive =
                |ratio: &Ratio| Interval::from_score(ratio.sum_x / ratio.sum_n, ratio.sum_n);
            assert!(missed(games, naive) > 0.09, "decisions are not independent");
        }
    }

    #[test]
    fn without_a_mistake_a_game_counts_as_one_trial() {
        let mut ratio = Ratio::default();
        assert_eq!((ratio.share(), ratio.mean()), (None, None));
        (0..20).for_each(|_| ratio.add(5.0, 5));
        let share = ratio.share().unwrap();
        assert_eq!((share.estimate, share.high), (1.0, 1.0));
        assert!((share.low - (1.0 - 0.1611)).abs() < 5e-5, "Wilson's interval of 20 in 20");
    }
}
