//! Players by description: `search:time=100,table=16`.

#[cfg(not(target_family = "wasm"))]
mod entrant;
#[cfg(not(target_family = "wasm"))]
mod help;
mod player;
#[cfg(not(target_family = "wasm"))]
mod program;
mod setting;

#[cfg(not(target_family = "wasm"))]
pub use entrant::AnyPlayer;
#[cfg(not(target_family = "wasm"))]
pub(crate) use entrant::Entrant;
#[cfg(not(target_family = "wasm"))]
pub(crate) use help::help;
#[cfg(not(target_family = "wasm"))]
pub(crate) use player::Kind;
pub(crate) use player::{ParsePlayerError, Player};
