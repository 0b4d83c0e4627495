//! Who plays: the engine, and simple players to measure it by.

use clap::ValueEnum;
use engine::{Bot, EvaluatorFn, GreedyBot, MaxN, RandomBot, Search};
use rolling_mountains::{Evaluation, Player, Position};

/// The engine player: with more than two players it looks further than max^n.
pub(crate) type Engine = Search<Position, Evaluation>;

/// The size of a transposition table: there can be four, and matches last long.
const TABLE_BYTES: usize = 8 << 20;

pub(crate) fn engine(evaluation: Evaluation) -> Engine {
    Search::with_table_bytes(evaluation, TABLE_BYTES)
}

/// Who plays in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// The shared search, paranoid with more than two players.
    Engine,
    /// Max^n with the same evaluation.
    MaxN,
    /// Plays the ply after which its own way out is shortest.
    Greedy,
    /// Plays any legal ply.
    Random,
}

impl Kind {
    pub(crate) fn bot(self) -> Box<dyn Bot<Position>> {
        let evaluation = Evaluation::default();
        let way =
            |position: &Position, player: Player| -position.half_turns(player).iter().sum::<i32>();
        match self {
            Self::Engine => Box::new(engine(evaluation)),
            Self::MaxN => Box::new(MaxN::with_table_bytes(evaluation, TABLE_BYTES)),
            Self::Greedy => Box::new(GreedyBot::new(EvaluatorFn(way), 0)),
            Self::Random => Box::new(RandomBot::new(0)),
        }
    }
}
