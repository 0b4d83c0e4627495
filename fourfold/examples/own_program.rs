//! The whole program with a game of your own, Chomp:
//!
//! ```sh
//! cargo run --release --example own_program -- play chomp
//! cargo run --release --example own_program -- solve chomp
//! cargo run --release --example own_program -- board
//! ```
//!
//! `Program::fourfold()` instead of `Program::new()` has the games of this workspace too.

/// Your game. It is the one of the example `own_board`, with nothing added.
#[path = "../page/examples/own_board.rs"]
#[expect(dead_code, unreachable_pub, reason = "it is a program of its own")]
mod chomp;

use std::process::ExitCode;

use fourfold::Program;

fn main() -> ExitCode {
    Program::new().game(chomp::chomp()).main()
}
