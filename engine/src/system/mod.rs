//! What the machine gives: a clock, files, threads, memory. For the crates of this workspace.

pub mod clock;
pub mod file;
pub mod memory;
pub mod threads;
