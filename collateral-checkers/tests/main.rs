//! The tests of the crate from outside, in one program.

mod agreement;
mod certificate;
mod conformance;
mod endings;
mod notation;
#[expect(clippy::pedantic, unreachable_pub, reason = "it is kept as it was written")]
mod oracle;
mod play;
mod rulings;
#[cfg(feature = "serde")]
mod serde_text;
