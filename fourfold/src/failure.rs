//! How the program ends: exit code 0, 1 for a failure, 2 for wrong usage, 130 when interrupted.

use std::io::ErrorKind;
use std::process::ExitCode;

pub(crate) use engine::board::quoted as quote;
use kit::Catalogue;
pub(crate) use kit::Failure;

pub(crate) fn unknown_game(name: &str, games: &Catalogue) -> String {
    let known: Vec<&str> = games.names().collect();
    format!("game {}: expected {}", quote(name), known.join(", "))
}

/// Prints a failure to standard error and returns the exit code.
///
/// A closed pipe (`| head`) is no failure.
pub(crate) fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            let printable = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
            let message: String = failure.to_string().chars().map(printable).collect();
            let prefix = if matches!(failure, Failure::Interrupted(_)) { "" } else { "error: " };
            anstream::eprintln!("{prefix}{message}");
            ExitCode::from(failure.code())
        }
    }
}
