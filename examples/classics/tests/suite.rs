//! Every solver finds the known value of every game, and agrees with the others.

use classics::catalogue::{Entry, Length, all, known};
use classics::checkers::{Checkers, Rules};
use classics::solvers::{Finding, Value, draws_by_the_laws};
use engine::{Game, Notation, Outcome, Start};
use solve::SolvedBy;

/// The most nodes or positions of a solver.
const NODES: u64 = 250_000;

/// The same for the larger games.
const MANY: u64 = 5_000_000;

fn of(length: Length) -> impl Iterator<Item = Entry> {
    all().into_iter().filter(move |entry| entry.length == length)
}

#[test]
fn every_game_has_a_row_of_its_own() {
    let names: Vec<&str> = all().iter().map(|entry| entry.name).collect();
    let rows: Vec<&str> = known().map(|known| known.name).collect();
    assert_eq!(names, rows, "the games, and the rows of values.tsv that can be read");
    let unknown = all().into_iter().find(|entry| {
        entry.length != Length::Long && entry.known().is_none_or(|known| known.value.is_none())
    });
    assert_eq!(unknown.map(|entry| entry.name), None, "without a known value");
}

/// Solves a game in every way, and returns the ways that did not come to an end. Each answer is the known one, if there
/// is one, and that of the others.
fn solve(entry: &Entry, nodes: u64) -> Vec<String> {
    let (name, known) = (entry.name, entry.known().unwrap());
    let mut open = Vec::new();
    let mut solved = |way: &str, found: Finding| {
        if found.value.is_none() {
            open.push(format!("{name} by {way}"));
        }
        found.value.is_some().then_some(found)
    };
    let search = solved("search", entry.game.by_search(nodes).unwrap());
    let proof = solved("proof", entry.game.by_proof(nodes).unwrap());
    let listed = solved("enumeration", entry.game.by_enumeration(nodes).unwrap());
    let value =
        [known.value, listed.and_then(|found| found.value), proof.and_then(|found| found.value)];
    let value = value.into_iter().flatten().next();
    for found in proof.iter().chain(&listed) {
        assert_eq!(found.value, value, "{name}");
    }
    if let Some(found) = search {
        // Of three players a search knows whether the one who begins can force a win.
        let is_told = value.is_none() || entry.game.players().len() > 2;
        assert!(is_told || found.value == value, "{name} by search: {found:?}");
        let wins = value.map(|value| value == Value::Win);
        assert!(wins.is_none_or(|wins| wins == (found.value == Some(Value::Win))), "{name}");
    }
    for found in search.iter().chain(&listed).filter(|_| value != Some(Value::Nobody)) {
        let plies = known.plies.or(listed.and_then(|found| found.plies)).or(found.plies);
        assert_eq!(found.plies, plies, "{name}, the distance");
    }
    if known.margin.is_some() {
        let found = solved("margin", entry.game.by_margin(nodes).unwrap());
        assert!(found.is_none_or(|found| found.margin == known.margin), "{name}: {found:?}");
    }
    open
}

#[test]
fn every_solver_finds_the_known_value() {
    let open: Vec<String> = of(Length::Short).flat_map(|entry| solve(&entry, NODES)).collect();
    // Draws by positions that come again, where no search ends, and what takes more than the limit.
    let expected = [
        "checkers-4x4 by search",
        "domineering-5x5 by enumeration",
        "mu-torere by search",
        "pong-hau-ki by search",
        "kalah-4-3 by enumeration",
        "kalah-4-3 by margin",
        "dots-and-boxes-3x2 by search",
        "dots-and-boxes-3x2 by proof",
        "dots-and-boxes-3x2 by margin",
    ];
    assert_eq!(open, expected);
}

/// The games of which a search proves nothing in a moment, some for ever.
#[test]
fn the_solver_that_fits_answers_without_an_option() {
    let mut listed = Vec::new();
    for entry in of(Length::Short) {
        let (found, by) = entry.game.by_choice().unwrap();
        let known = entry.known().unwrap();
        assert_eq!(found.value, known.value, "{}", entry.name);
        let is_told = known.plies.is_none() || known.value == Some(Value::Nobody);
        assert!(is_told || found.plies == known.plies, "{}: {found:?}", entry.name);
        if by == Some(SolvedBy::Enumeration) {
            listed.push(entry.name);
        }
    }
    for name in ["mu-torere", "pong-hau-ki", "dots-and-boxes-3x2"] {
        assert!(listed.contains(&name), "{listed:?}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn every_solver_finds_the_known_value_of_medium_games() {
    for entry in of(Length::Medium) {
        assert!(solve(&entry, MANY).len() < 3, "{} is not solved", entry.name);
    }
}

#[test]
#[ignore = "takes minutes"]
fn no_solver_finds_another_value_of_large_games() {
    let is_solved = |entry: &Entry| solve(entry, MANY).len() < 3;
    let solved: Vec<&str> = of(Length::Long).filter(is_solved).map(|entry| entry.name).collect();
    let expected = ["four-in-a-row-4x4", "fox-and-hounds-8x8", "dodgem-4x4", "cram-5x5"];
    assert_eq!(solved, expected, "the others are open");
}

#[test]
fn nim_values_are_the_known_ones() {
    let mut count = 0;
    for entry in of(Length::Short) {
        let value = entry.nim_value.map(|value| value(&entry.game));
        assert_eq!(value, entry.known().unwrap().nim, "{}", entry.name);
        count += usize::from(value.is_some());
    }
    assert!(count > 10, "{count}");
}

#[test]
fn every_game_keeps_the_laws() {
    for entry in all() {
        entry.game.keeps_the_laws(300).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
    }
}

/// As the usual game it is too large for the list.
#[test]
fn checkers_keeps_the_laws_and_is_drawn_after_40_quiet_moves_of_each() {
    draws_by_the_laws(&Checkers::start(&Rules::default(), 0), 300).unwrap();
    let read = |text| Checkers::parse(text, &Rules::default());
    let mut position = read("7W/8/8/8/8/8/8/B7 - 78 b").unwrap();
    position.play_text("a1-b2 h8-g7").unwrap();
    assert_eq!((position.outcome(), position.legal_moves()), (Some(Outcome::Draw), vec![]));
    let man = read("7W/8/8/8/8/8/8/b7 - 79 b").unwrap().after("a1-b2".parse().unwrap());
    assert_eq!((man.outcome(), man.to_string()), (None, "7W/8/8/8/8/8/1b6/8 - 0 w".to_owned()));
    assert!(read("7W/8/8/8/8/8/8/B7 - 81 b").is_err());
}

#[test]
fn pictures_keep_the_laws() {
    let drawn: Vec<Entry> = all().into_iter().filter(|entry| entry.pictures.is_some()).collect();
    assert_eq!(drawn.len(), 11);
    for entry in drawn {
        let laws = entry.pictures.as_ref().unwrap();
        laws(60).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
    }
}
