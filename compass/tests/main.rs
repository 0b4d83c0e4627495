//! The tests of the crate from outside, in one program.

mod agreement;
mod conformance;
mod jewels;
mod notation;
mod oracle;
mod play;
mod rulings;
#[cfg(feature = "serde")]
mod serde_text;
