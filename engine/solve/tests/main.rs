//! The tests of the solvers: one program, a module for each part.

mod bitbase;
mod choose;
#[allow(dead_code, reason = "the engine's tests need more of the same games")]
mod fixtures;
mod margins;
mod proof;
mod reachable;
mod shortest;
mod tablebase;
mod tablebase_files;
