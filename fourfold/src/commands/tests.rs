//! Help that fits the program.

use own_board::chomp;

use super::*;

#[path = "../../page/examples/own_board.rs"]
#[expect(dead_code, unreachable_pub, reason = "it is a program of its own")]
mod own_board;

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
    assert!(::games::all().names().all(|name| IN_EXAMPLES.contains(&name)));
    for page in pages {
        let usage = page.lines().find(|line| line.starts_with("Usage: "));
        assert!(usage.is_some_and(|line| line.starts_with("Usage: own ")), "{page}");
        let small = page.to_lowercase();
        for other in ["collapsi", "collateral", "compass", "connect", "rolling", "fourfold "] {
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
