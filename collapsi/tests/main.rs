//! The tests of the crate from outside, in one program.

mod agreement;
mod conformance;
mod notation;
mod oracle;
mod paper;
mod rulings;
mod survey;
