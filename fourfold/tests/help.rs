//! Help, manual pages, and the names of commands in messages.

use crate::program::{prints, refuses};

const COMMANDS: &str = "expected one of: play, analyse, review, solve, perft, replay, rules, \
    arena, study, merge, check, levels, ugi, games, board, generate, survey, tablebase";

#[test]
fn the_commands_that_there_are_are_named() {
    let of_tablebases = "expected one of: build, classes, verify, probe, stats, settle, certify";
    for (args, expected) in [
        (&["dance"][..], COMMANDS),
        (&[""], COMMANDS),
        (&["help", "dance"], COMMANDS),
        (&["generate", "man", "dance"], COMMANDS),
        (&["tablebase", "dance"], of_tablebases),
        (&["tablebase", "help", "dance"], of_tablebases),
        (&["help", "play", "dance"], "play has no commands of its own"),
    ] {
        let message = refuses(args);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn help_is_complete() {
    let help = prints(&["help", "perft"]);
    for part in ["rules=v1_1: v1_1, v1_3, joker2, ", "players=2: ", "connect-four\n", "Example"] {
        assert!(help.contains(part), "{part} is not in {help}");
    }
    assert!(prints(&["--version"]).starts_with("fourfold 0"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(prints(&["generate", shell]).contains("survey"));
    }
    assert!(prints(&["generate", "man"]).contains("fourfold"));
    assert!(prints(&["generate", "man", "analyse"]).contains("best moves"));
    assert!(refuses(&["generate", "bash", "play"]).contains("\"play\": expected with man"));
    assert!(refuses(&["generate", "csh"]).contains("powershell, zsh, man"));
}

/// What decides a game or stands in an option is in the rules of the terminal, too.
#[test]
fn rules_leave_nothing_out() {
    for (game, part) in [
        ("collateral-checkers", "After 100 moves in which nothing was taken the game is a draw"),
        ("compass", "The program knows the most that there is"),
        ("compass", "the jewel is worth 3 points\" -> Three colours are worth 2 points"),
        ("collateral-checkers", "Option: quiet_limit"),
        ("collapsi", "by v1_1 1 to 4, by v1_3 just 1, by joker13 1 or 3"),
    ] {
        let rules = prints(&["rules", game]);
        let rules = rules.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(rules.contains(part), "{game}: {rules}");
    }
}

#[test]
fn commands_of_one_game_list_its_options_alone() {
    const COLLAPSI: &str = "rules=v1_1: v1_1, v1_3, joker2, ";
    const CHECKERS: &str = "hold_turns=3: 1 or more";
    for (command, options, others) in [
        (&["help", "survey"][..], COLLAPSI, CHECKERS),
        (&["tablebase", "help", "build"], CHECKERS, COLLAPSI),
        (&["tablebase", "help", "probe"], CHECKERS, COLLAPSI),
    ] {
        let help = prints(command);
        assert!(help.contains(options) && !help.contains(others), "{help}");
    }
}

/// `man` makes one paragraph of lines that follow each other, unless it is told not to.
#[test]
fn manual_pages_keep_their_lines() {
    let commands = COMMANDS.strip_prefix("expected one of: ").unwrap().split(", ");
    for command in commands {
        let (mut is_filled, mut before) = (true, String::new());
        for line in prints(&["generate", "man", command]).lines() {
            let runs_on = !line.is_empty() && !line.starts_with('.');
            assert!(!(is_filled && runs_on && before == "text"), "{command}: {line}");
            is_filled = if line == ".nf" { false } else { is_filled || line == ".fi" };
            before = match (runs_on, before.as_str()) {
                (true, ".TP") => "name of an option".to_owned(),
                (true, _) => "text".to_owned(),
                (false, _) => line.to_owned(),
            };
        }
    }
    let page = prints(&["generate", "man", "play"]);
    assert!(page.contains("\n.nf\ncollapsi\n  rules=v1_1: v1_1, v1_3, joker2, "), "{page}");
}
