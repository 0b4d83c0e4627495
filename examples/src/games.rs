//! The games by name.

use std::fmt::Debug;
use std::hash::Hash;

use clap::ValueEnum;
use engine::{Keyed, Start};

/// What every game here can do.
pub trait AnyGame: Start + Keyed + Eq + Hash + Debug {}

impl<G: Start + Keyed + Eq + Hash + Debug> AnyGame for G {}

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

impl Name {
    /// Does something with the game of this name.
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Collapsi => task.run::<collapsi::Position>(),
            Self::CollateralCheckers => task.run::<collateral_checkers::Position>(),
            Self::Compass => task.run::<compass::Position>(),
            Self::ConnectFour => task.run::<crate::connect_four::Position>(),
            Self::RollingMountains => task.run::<rolling_mountains::Position>(),
        }
    }
}
