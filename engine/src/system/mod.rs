//! What the machine gives: files, threads, memory. For the crates of this workspace.

pub mod file;
pub mod memory;
pub mod threads;
