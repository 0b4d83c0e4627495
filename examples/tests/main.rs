//! The program and the tutorial game as a user sees them.

mod analyse;
mod board;
mod guide;
mod matches;
mod outside;
mod pictures;
mod pipes;
mod play;
mod pressure;
mod program;
mod programs;
mod records;
mod regret;
mod review;
mod soundness;
mod study;
#[cfg(unix)]
mod terminal;
mod ugi;
