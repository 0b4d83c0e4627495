//! The tests of the engine: one program, a module for each part.

mod any;
mod bitbase;
mod boards;
mod bots;
mod conformance;
mod fixtures;
mod margins;
mod mcts;
mod multiplayer;
mod pictures;
mod proof;
mod reachable;
mod record;
mod search;
mod shards;
mod tablebase;
mod tablebase_files;
mod tables;
