//! The program `fourfold`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use fourfold::Program;

fn main() -> ExitCode {
    Program::fourfold().main()
}
