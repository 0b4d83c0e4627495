//! The games by name.

use std::fmt::{self, Debug};
use std::hash::Hash;

use clap::ValueEnum;
use engine::{Evaluator, Game, Keyed, NoEvaluation, Start};

use crate::connect_four;

/// What every game here can do.
pub trait AnyGame:
    Game<Player: Send, Move: Send + Sync>
    + Start<Rules: Send + Sync>
    + Keyed
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
{
    /// What judges positions for players that look ahead.
    type Evaluation: Evaluator<Self> + 'static;

    /// The game's own judge; of a game without one, a blind one.
    fn evaluation() -> Self::Evaluation;
}

impl AnyGame for collapsi::Position {
    type Evaluation = NoEvaluation;

    fn evaluation() -> NoEvaluation {
        NoEvaluation
    }
}

impl AnyGame for collateral_checkers::Position {
    type Evaluation = collateral_checkers::Evaluation;

    fn evaluation() -> Self::Evaluation {
        Self::Evaluation::default()
    }
}

impl AnyGame for compass::Position {
    type Evaluation = compass::Evaluation;

    fn evaluation() -> Self::Evaluation {
        Self::Evaluation::default()
    }
}

impl AnyGame for connect_four::Position {
    type Evaluation = connect_four::OpenLines;

    fn evaluation() -> Self::Evaluation {
        connect_four::OpenLines
    }
}

impl AnyGame for rolling_mountains::Position {
    type Evaluation = rolling_mountains::Evaluation;

    fn evaluation() -> Self::Evaluation {
        rolling_mountains::Evaluation::default()
    }
}

/// A game, by the name of its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// Collapsi.
    Collapsi,
    /// Collateral Checkers.
    CollateralCheckers,
    /// Compass.
    Compass,
    /// Connect Four, the game of the tutorial.
    ConnectFour,
    /// Rolling Mountains.
    RollingMountains,
}

/// Something to do with a game, whichever it is.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: AnyGame>(self) -> Self::Output;
}

/// As on the command line.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.pad(value.as_ref().map_or("", clap::builder::PossibleValue::get_name))
    }
}

impl Name {
    /// Does something with the game of this name.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Collapsi => task.run::<collapsi::Position>(),
            Self::CollateralCheckers => task.run::<collateral_checkers::Position>(),
            Self::Compass => task.run::<compass::Position>(),
            Self::ConnectFour => task.run::<connect_four::Position>(),
            Self::RollingMountains => task.run::<rolling_mountains::Position>(),
        }
    }
}
