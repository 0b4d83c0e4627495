//! `play` in a pseudo-terminal, as a person sees it.

use std::process::Command;

use anstream::adapter::strip_str;
use engine::{Options, Start};
use rexpect::process::Signal;
use rexpect::session::{PtySession, spawn_with_options};

use crate::program::temporary;

/// A terminal of 24 rows. At the end the exit code is shown.
fn session(columns: usize, args: &[&str]) -> PtySession {
    let mut command = Command::new("sh");
    let script = "trap : INT; \"$0\" \"$@\"; echo \"exit code $?\"";
    command.arg("-c").arg(format!("stty rows 24 cols {columns}; {script}"));
    command.arg(env!("CARGO_BIN_EXE_fourfold")).args(args);
    command.env("TERM", "xterm").env_remove("NO_COLOR");
    let options = rexpect::session::Options::new().timeout_ms(Some(60_000));
    spawn_with_options(command, options).unwrap()
}

/// Two persons play a game by first moves to its end. Every line that is shown fits, but for the text
/// of the last position.
fn play_through<G: Start>(game: &str, settings: &[&str], columns: usize) {
    let rules = G::Rules::from_settings(&settings.join(",")).unwrap_or_default();
    let mut args = vec!["play", game, "person", "person", "--seed", "0"];
    for setting in settings {
        args.extend(["--set", setting]);
    }
    let mut position = G::start(&rules, 0);
    let mut terminal = session(columns, &args);
    let mut shown = String::new();
    while position.outcome().is_none() {
        shown += &terminal.exp_string(&format!("{}> ", position.turn())).unwrap();
        let m = position.legal_moves()[0];
        terminal.send_line(&m.to_string()).unwrap();
        position.play(m).unwrap();
    }
    shown += &terminal.exp_string(&position.to_string()[..columns.min(20)]).unwrap();
    let result = position.outcome().unwrap().to_string();
    let end = terminal.exp_eof().unwrap();
    assert!(end.contains(&result) && end.contains("exit code 0"), "{game}: {end}");
    for line in strip_str(&shown).to_string().split(['\n', '\r']) {
        assert!(line.chars().count() <= columns, "{game}, {columns} columns: {line:?}");
    }
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end() {
    play_through::<collapsi::Position>("collapsi", &["rules=v1_3"], 80);
    play_through::<collateral_checkers::Position>("collateral-checkers", &["quiet_limit=5"], 80);
    play_through::<connect_four::Position>("connect-four", &[], 80);
    for columns in [80, 40] {
        play_through::<compass::Position>("compass", &["ply_limit=6"], columns);
        let small = ["width=4", "height=4", "turn_limit=3"];
        play_through::<rolling_mountains::Position>("rolling-mountains", &small, columns);
    }
}

const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const LEAVE: &str = "Leave the game? (y/n, or a file to save it to) ";

/// Sends keys, waits for what is shown after each, and then for the end of the program.
fn talk_to_its_end(mut game: PtySession, talk: &[(&str, &str)]) {
    for (keys, shown) in talk {
        game.send(keys).unwrap();
        game.flush().unwrap();
        game.exp_string(shown).unwrap_or_else(|error| panic!("{keys:?}: {error}"));
    }
    game.exp_eof().unwrap();
}

#[test]
fn tab_completes_and_ctrl_c_never_loses_the_game() {
    let game = session(80, &["play", "connect-four", "person", "search:time=600000"]);
    let talk = [
        ("", "x> "),
        (CTRL_C, "To leave the game type quit."),
        ("hin\t\n", "hint: "),
        ("", "x> "),
        ("d\n", "1. x d"),
        // Once the search says what it thinks it can be interrupted, and moves.
        ("", "o thinks: depth"),
        (CTRL_C, "2. o "),
        ("", "x> "),
        (CTRL_D, LEAVE),
        ("n\n", "x> "),
        ("quit\n", "To continue: "),
    ];
    talk_to_its_end(game, &talk);
}

#[test]
fn every_command_works_at_the_prompt() {
    let file = temporary("terminal-record");
    let path = file.display();
    let mut game = session(80, &["play", "connect-four", "person", "person", "--color", "never"]);
    for (line, answer) in [
        ("help", "save    write a record of the game to a file: save FILE"),
        ("rules", "Be the first with four of your stones in a line"),
        ("moves", "7 legal moves:"),
        ("hint", "hint: "),
        ("d", "1. x d"),
        ("undo", ". . . . . . ."),
        ("redo", ". . . x . . ."),
        ("flip", ". . . x . . ."),
        ("board", ". . . x . . ."),
        (&format!("save {path}"), "Saved. To load it: load "),
        ("e", "2. o e"),
        (&format!("load {path}"), ". . . x . . ."),
        ("h", "is not a column"),
        ("resign", "Resign the game? (y/n) "),
    ] {
        game.exp_string("> ").unwrap();
        game.send_line(line).unwrap();
        game.exp_string(answer).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    game.send_line("n").unwrap();
    game.exp_string("> ").unwrap();
    game.send_line("resign").unwrap();
    game.exp_string("(y/n) ").unwrap();
    game.send_line("yes").unwrap();
    assert!(game.exp_eof().unwrap().contains("o resigns."));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    let game = session(80, &["play", "collapsi", "--seed", "1"]);
    let end = "To continue: fourfold play collapsi person search --position";
    talk_to_its_end(game, &[("", "red> "), (CTRL_D, LEAVE), (CTRL_D, end)]);
}

#[test]
fn who_leaves_can_save_the_game() {
    let folder = temporary("left");
    std::fs::create_dir_all(&folder).unwrap();
    let play = |talk: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
        command.args(["play", "connect-four", "person", "person"]).current_dir(&folder);
        let options = rexpect::session::Options::new().timeout_ms(Some(60_000));
        let game = spawn_with_options(command, options).unwrap();
        talk_to_its_end(game, &[&[("", "x> "), ("d\n", "o> "), (CTRL_D, LEAVE)], talk].concat());
    };
    play(&[("mine\n", "person --position @mine")]);
    // Another end of the input saves it, too.
    for number in 1..3 {
        let said = format!(
            "Saved. To continue: fourfold play connect-four person person \
                            --position @connect-four-{number}.record"
        );
        play(&[(CTRL_D, &said)]);
    }
    play(&[("/none/none\n", "o> "), (CTRL_D, LEAVE), ("y\n", "To continue")]);
    let mut files: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["connect-four-1.record", "connect-four-2.record", "mine"]);
    let saved = std::fs::read_to_string(folder.join("mine")).unwrap();
    assert!(saved.ends_with("1. d *\n"), "{saved}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What Ctrl-D would save is saved when the window is closed, too.
#[test]
fn a_closed_terminal_saves_the_game() {
    let folder = temporary("closed");
    std::fs::create_dir_all(&folder).unwrap();
    for (seats, number) in [(["person", "person"], 1), (["person", "random"], 2)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourfold"));
        command.args(["play", "connect-four"]).args(seats).current_dir(&folder);
        let options = rexpect::session::Options::new().timeout_ms(Some(60_000));
        let mut game = spawn_with_options(command, options).unwrap();
        game.exp_string("x> ").unwrap();
        game.send_line("d").unwrap();
        // The prompt is drawn again while one types, so the game is waited for first.
        game.exp_string(if number == 1 { "1. x d" } else { "2. o " }).unwrap();
        game.exp_string(if number == 1 { "o> " } else { "x> " }).unwrap();
        game.process_mut().signal(Signal::SIGHUP).unwrap();
        let end = game.exp_eof().unwrap();
        let name = format!("connect-four-{number}.record");
        assert!(end.contains(&format!("The game is saved in {name}.")), "{end}");
        let saved = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(saved.contains("\n1. d "), "{saved}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_search_shows_what_it_thinks() {
    for (player, shown) in [
        ("search:time=600000", "o thinks: depth "),
        ("maxn:time=600000", "o thinks: depth "),
        ("mcts:time=600000", " playouts"),
        ("ugi:time=600000,'FOURFOLD' ugi connect-four", "o thinks "),
    ] {
        let player = player.replace("FOURFOLD", env!("CARGO_BIN_EXE_fourfold"));
        let game = session(80, &["play", "connect-four", "person", &player]);
        let talk = [("", "x> "), ("d\n", shown), (CTRL_C, "2. o "), ("", "x> "), ("quit\n", "")];
        talk_to_its_end(game, &talk);
    }
}

/// What is for reading fits the terminal, whatever its width.
#[test]
fn help_and_rules_fit_the_terminal() {
    for game in ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"]
    {
        for columns in [80, 40] {
            let mut terminal = session(columns, &["play", game, "--seed", "1", "--color", "never"]);
            let mut shown = terminal.exp_string("> ").unwrap();
            for word in ["help", "rules"] {
                terminal.send_line(word).unwrap();
                shown += &terminal.exp_string("> ").unwrap();
            }
            terminal.send_line("quit").unwrap();
            for line in strip_str(&shown).to_string().split(['\n', '\r']) {
                assert!(line.chars().count() <= columns, "{game}, {columns} columns: {line:?}");
            }
        }
    }
}

#[test]
fn what_takes_long_shows_progress_and_is_stopped_by_ctrl_c() {
    for (args, shown, said) in [
        (&["survey"][..], "solving all deals", " %; there are no results before 100 %"),
        (
            &["perft", "compass", "start", "300", "--set", "ply_limit=none"],
            " 0/",
            "stopped after 0 of ",
        ),
        (&["analyse", "compass", "start", "--movetime", "600000"], "depth ", "white to move"),
    ] {
        let mut terminal = session(80, args);
        terminal.exp_string(shown).unwrap();
        terminal.send_control('c').unwrap();
        terminal.exp_string(said).unwrap_or_else(|error| panic!("{args:?}: {error}"));
        let code = if args[0] == "analyse" { "exit code 0" } else { "exit code 130" };
        terminal.exp_string(code).unwrap_or_else(|error| panic!("{args:?}: {error}"));
    }
}

/// Ctrl-C reaches every program of the terminal, but not those that play.
#[test]
fn an_interrupted_match_ends_the_running_games_of_other_programs() {
    let starts = temporary("starts");
    let (path, bin) = (starts.display(), env!("CARGO_BIN_EXE_fourfold"));
    let script = format!("echo start >> {path}; exec '{bin}' ugi connect-four");
    let program = format!("ugi:nodes=3000,sh -c \"{script}\"");
    let players = ["arena", "connect-four", &program, "search:nodes=3000", "--threads", "1"];
    let mut games = session(100, &[&players[..], &["--games", "100000", "--json"]].concat());
    games.exp_string("2/100000 games").unwrap();
    games.send_control('c').unwrap();
    games.exp_string("Finishing the running games; Ctrl-C again aborts them.").unwrap();
    let result = games.exp_string("exit code 130").unwrap();
    assert_eq!(result.matches("\"forfeited\":0,").count(), 2, "{result}");
    // Once to find out whether it speaks UGI, once to play, and not again after the interruption.
    assert_eq!(std::fs::read_to_string(&starts).unwrap(), "start\nstart\n");
    std::fs::remove_file(&starts).unwrap();
}

#[test]
fn colours_are_for_terminals_and_can_be_switched_off() {
    let mut game = session(80, &["play", "collapsi", "--seed", "1"]);
    game.exp_string("\u{1b}[").unwrap();
    let mut game = session(80, &["play", "collapsi", "--seed", "1", "--color", "never"]);
    assert!(!game.exp_string("red> ").unwrap().contains("\u{1b}[1m"));
}
