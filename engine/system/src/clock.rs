//! The clock by which searches keep their time. In WebAssembly the standard library has none: there it is lent.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use crate::lent::Instant;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
