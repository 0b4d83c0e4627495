//! The program and the tutorial game as a user sees them.

mod guide;
mod matches;
mod pressure;
mod program;
mod programs;
mod ugi;
