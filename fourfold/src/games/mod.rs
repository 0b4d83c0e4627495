//! The games of this workspace, with what the program needs of each, and the command `games`.

pub(crate) mod list;

mod collapsi;
mod collateral_checkers;
mod compass;
mod connect_four;
mod rolling_mountains;

pub(crate) use collapsi::Collapsi;
pub(crate) use collateral_checkers::CollateralCheckers;
pub(crate) use compass::Compass;
pub(crate) use connect_four::ConnectFour;
pub(crate) use rolling_mountains::RollingMountains;
