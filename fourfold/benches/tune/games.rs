//! The evaluations that can be tuned.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use compass::Player;
use engine::search::BotFn;
use engine::{Bot, Evaluator, Keyed, Limits, Search, Start};

/// A game of two whose evaluation is linear in its weights.
pub(crate) trait Tunable: Keyed + Start + std::hash::Hash + Send + Sync + 'static {
    /// The evaluation.
    type Evaluation: Evaluator<Self> + Default + Debug + Send + Sync + 'static;

    /// The number of random plies of an opening.
    const OPENING: RangeInclusive<usize>;

    /// The first weights.
    fn start_weights() -> Vec<f64>;

    /// The evaluation by these weights, rounded.
    fn evaluation(weights: &[f64]) -> Self::Evaluation;

    /// The player of the games.
    fn player(weights: &[f64]) -> Box<dyn Bot<Self>> {
        Box::new(Search::new(Self::evaluation(weights)).with_memory(1 << 20))
    }

    /// Whether the position is a sample, given the one before it in its game.
    fn is_sample(&self, _before: Option<&Self>) -> bool {
        true
    }
}

/// Starts from the current weights. Only quiet positions are samples.
impl Tunable for collateral_checkers::Position {
    type Evaluation = collateral_checkers::Evaluation;

    const OPENING: RangeInclusive<usize> = 2..=9;

    fn start_weights() -> Vec<f64> {
        let collateral_checkers::Weights { pieces, count, hold, step, en_prise, turn } =
            collateral_checkers::Weights::default();
        let hold = hold.as_flattened();
        let all = pieces.iter().chain(&count).chain(hold).chain([&step, &en_prise, &turn]);
        all.map(|&weight| weight.into()).collect()
    }

    fn evaluation(weights: &[f64]) -> Self::Evaluation {
        let weight = |i: usize| weights[i].round() as i16;
        collateral_checkers::Evaluation::new(collateral_checkers::Weights {
            pieces: std::array::from_fn(weight),
            count: std::array::from_fn(|i| weight(6 + i)),
            hold: std::array::from_fn(|i| [weight(13 + 2 * i), weight(14 + 2 * i)]),
            step: weight(19),
            en_prise: weight(20),
            turn: weight(21),
        })
    }

    fn is_sample(&self, _before: Option<&Self>) -> bool {
        !self.must_capture()
    }
}

/// Starts from weights chosen by hand. Both sides avoid draws, as otherwise most games are drawn.
impl Tunable for compass::Position {
    type Evaluation = compass::Evaluation;

    const OPENING: RangeInclusive<usize> = 0..=12;

    fn start_weights() -> Vec<f64> {
        vec![100.0, 50.0, 5.0, 15.0, 40.0, 200.0, -100.0, -100.0]
    }

    fn evaluation(weights: &[f64]) -> Self::Evaluation {
        let weight = |i: usize| weights[i].round() as i16;
        compass::Evaluation::new(compass::Weights {
            point: weight(0),
            lead: weight(1),
            card: weight(2),
            target: weight(3),
            mobile_checker: weight(4),
            stuck_ahead: weight(5),
            stuck_even: weight(6),
            stuck_behind: weight(7),
        })
    }

    fn player(weights: &[f64]) -> Box<dyn Bot<Self>> {
        let mut searches = Player::ALL.map(|player| {
            Search::new(Self::evaluation(weights).with_contempt(player)).with_memory(1 << 18)
        });
        Box::new(BotFn(move |position: &Self, limits: &Limits| {
            searches[position.turn() as usize].run(position, limits).ok()?.best()
        }))
    }
}

/// Starts from weights chosen by hand. The starts of turns are samples.
impl Tunable for rolling_mountains::Position {
    type Evaluation = rolling_mountains::Evaluation;

    const OPENING: RangeInclusive<usize> = 0..=8;

    fn start_weights() -> Vec<f64> {
        vec![100.0, 3.0, 50.0, 0.0, 0.0]
    }

    fn evaluation(weights: &[f64]) -> Self::Evaluation {
        let weight = |i: usize| weights[i].round() as i16;
        rolling_mountains::Evaluation::new(rolling_mountains::Weights {
            turn: weight(0),
            step: weight(1),
            tempo: weight(2),
            mountain: weight(3),
            imbalance: weight(4),
        })
    }

    fn is_sample(&self, before: Option<&Self>) -> bool {
        before.is_none_or(|before| before.turns() != self.turns())
    }
}
