//! What the machine gives: a clock, files, threads, memory, and a share of work. For the crates of this workspace.

pub mod clock;
pub mod file;
pub mod memory;
mod shard;
pub mod threads;

pub use shard::{ParseShardError, Shard};
