//! Short examples, one task each: `cargo run --release --example solve_a_deal`. See the README.
