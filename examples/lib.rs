//! Short examples, one task each: `cargo run --release --example best_jewels`. See the README.
