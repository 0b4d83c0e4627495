//! The tests of the engine: one program, a module for each part.

mod boards;
mod bots;
mod conformance;
mod fixtures;
mod mcts;
mod multiplayer;
mod pictures;
mod record;
mod search;
mod shards;
mod tables;
