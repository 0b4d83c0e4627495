//! What the subcommands of a program share: arguments, files that survive, progress and interruption, work in
//! parts, and text on a terminal. The program and the packages that bring commands of their own build on it.

#![forbid(unsafe_code)]
#![expect(missing_docs, reason = "clap prints the docs of arguments to users")]
#![expect(
    clippy::missing_errors_doc,
    reason = "every error is the failure that ends the program, and says why"
)]

pub mod args;
pub mod board;
pub mod files;
pub mod memory;
pub mod progress;
pub mod records;
pub mod words;
pub mod work;
