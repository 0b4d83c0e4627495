//! Help that fits the program: its name, and examples of the games that it has.

use clap::Command;
use clap::builder::Resettable;

use crate::program::Program;
use terminal::shell;

/// The name that help texts and examples are written with.
const WRITTEN: &str = "fourfold ";

/// The same command for this program: without examples of games that it does not have, or of what none of its games
/// has.
pub(crate) fn fit(command: Command, program: &Program) -> Command {
    let all = games::all();
    let mut absent: Vec<&str> =
        all.names().filter(|name| program.games().find(name).is_err()).collect();
    if !program.games().games().any(|kit| kit.has_endings()) {
        absent.push("--tablebase");
    }
    let name = program.title();
    let fitted = fit_all(command, &shell::command([name.clone()]), &absent);
    fitted.name(name.clone()).bin_name(name)
}

fn fit_all(command: Command, name: &str, absent: &[&str]) -> Command {
    let command = match command.get_after_help().map(ToString::to_string) {
        Some(text) => match fit_text(&text, name, absent) {
            text if text.is_empty() => command.after_help(Resettable::Reset),
            text => command.after_help(text),
        },
        None => command,
    };
    command.mut_subcommands(|command| fit_all(command, name, absent))
}

/// A text under the options: without the examples, which are indented, that have one of the words, and without
/// the headline of examples if none is left.
fn fit_text(text: &str, name: &str, absent: &[&str]) -> String {
    let is_example = |line: &str| line.starts_with("  ");
    let stands =
        |line: &&str| !is_example(line) || !line.split(' ').any(|word| absent.contains(&word));
    let lines: Vec<&str> = text.split('\n').filter(stands).collect();
    let has_examples = lines.iter().any(|line| is_example(line));
    let stands = |line: &&str| has_examples || !line.starts_with("Example");
    let text = lines.into_iter().filter(stands).collect::<Vec<_>>().join("\n");
    text.trim_start_matches('\n').replace(WRITTEN, &format!("{name} "))
}

#[cfg(test)]
#[path = "../../page/examples/own_board.rs"]
#[expect(dead_code, unreachable_pub, reason = "it is a program of its own")]
mod own_board;

#[cfg(test)]
mod tests {
    use super::own_board::chomp;
    use super::*;
    use crate::commands::command_line::command;

    /// The help of the program and of each command that it shows.
    fn pages(program: &Program) -> Vec<String> {
        let mut command = command(program);
        command.build();
        let shown = command.get_subcommands_mut().filter(|command| !command.is_hide_set());
        let mut pages: Vec<String> =
            shown.map(|command| command.render_long_help().to_string()).collect();
        pages.push(command.render_long_help().to_string());
        pages
    }

    #[test]
    fn a_program_of_ones_own_names_itself_and_its_games_alone() {
        let program = Program::new().name("own").game(chomp());
        let pages = pages(&program);
        assert!(pages.len() > 10);
        for page in pages {
            let usage = page.lines().find(|line| line.starts_with("Usage: "));
            assert!(usage.is_some_and(|line| line.starts_with("Usage: own ")), "{page}");
            let small = page.to_lowercase();
            for other in ["collapsi", "collateral", "compass", "connect", "rolling", WRITTEN] {
                assert!(!small.contains(other), "{other} is in {page}");
            }
        }
        let version = command(&program).render_version();
        assert!(version.starts_with("own "), "{version}");
    }

    #[test]
    fn a_program_is_called_as_its_file_unless_told_otherwise() {
        let file = std::env::current_exe().unwrap();
        assert_eq!(Program::new().title(), file.file_stem().unwrap().to_str().unwrap());
        assert_eq!(Program::new().name("hex").title(), "hex");
        assert_eq!(Program::fourfold().title(), "fourfold");
    }

    #[test]
    fn examples_of_games_that_are_there_stay() {
        let whole = pages(&Program::fourfold()).concat();
        for example in
            ["fourfold play collapsi\n", "fourfold merge all.games", "| fourfold ugi compass"]
        {
            assert!(whole.contains(example), "{example}");
        }
        let text = "Examples:\n  fourfold play compass\n  fourfold review x\n\nMore.";
        assert_eq!(fit_text(text, "own", &["compass"]), "Examples:\n  own review x\n\nMore.");
        assert_eq!(fit_text("Example:\n  fourfold play compass", "own", &["compass"]), "");
        assert_eq!(fit_text("Example:\n  x compass\n\nMore.", "own", &["compass"]), "More.");
    }
}
