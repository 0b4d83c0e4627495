//! The program and the tutorial game as a user sees them.

mod analyse;
mod board;
mod check;
#[cfg(unix)]
mod clusters;
mod export;
mod facts;
mod guide;
mod help;
mod hex;
#[path = "../examples/hex.rs"]
#[expect(dead_code, unreachable_pub, reason = "it is a program of its own")]
mod hex_program;
mod load;
mod matches;
mod outside;
#[path = "../page/examples/own_board.rs"]
#[expect(dead_code, unreachable_pub, reason = "it is a program of its own")]
mod own_board;
mod pictures;
mod pipes;
mod play;
mod pressure;
mod program;
mod programs;
mod records;
mod review;
mod screens;
mod serde_text;
mod served;
mod shards;
mod soundness;
mod study;
#[cfg(unix)]
mod terminal;
mod tune;
mod ugi;
