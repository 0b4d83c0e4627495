//! The program `fourfold`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    fourfold::main()
}
