//! Short examples, one task each: `cargo run --release --example collapsi`. See the README.
