//! Every solver finds the known value of every game, and agrees with the others.

use classics::catalogue::{Entry, Length, all, known};
use classics::solvers::{Finding, Value};
use engine::Game;

/// The most nodes or positions of a solver.
const NODES: u64 = 150_000;

/// The same for the large games.
const MANY: u64 = 20_000_000;

fn short() -> impl Iterator<Item = Entry> {
    all().into_iter().filter(|entry| entry.length == Length::Short)
}

#[test]
fn every_game_has_a_row_of_its_own() {
    let names: Vec<&str> = all().iter().map(|entry| entry.name).collect();
    let rows: Vec<&str> = known().map(|known| known.name).collect();
    assert_eq!(names, rows, "the games, and the rows of values.tsv that can be read");
}

/// Solves a game in every way, and returns the ways that did not come to an end.
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
    for found in proof.iter().chain(&listed) {
        assert_eq!(found.value, known.value, "{name}");
    }
    if let Some(found) = search {
        // Of three players a search knows whether the one who begins can force a win.
        let wins = known.value == Some(Value::Win);
        assert_eq!(found.value == Some(Value::Win), wins, "{name} by search");
        assert!(entry.game.players().len() > 2 || found.value == known.value, "{name} by search");
    }
    for found in search.iter().chain(&listed).filter(|_| known.value != Some(Value::Nobody)) {
        assert_eq!(found.plies, known.plies, "{name}, the distance");
    }
    if known.margin.is_some() {
        let found = solved("margin", entry.game.by_margin(nodes).unwrap());
        assert!(found.is_none_or(|found| found.margin == known.margin), "{name}: {found:?}");
    }
    open
}

#[test]
fn every_solver_finds_the_known_value() {
    let open: Vec<String> = short().flat_map(|entry| solve(&entry, NODES)).collect();
    // Drawn by positions that come again, where a search does not end; or more positions than the limit.
    let expected = ["checkers-4x4 by search"];
    assert_eq!(open, expected);
}

#[test]
#[ignore = "takes minutes"]
fn every_solver_finds_the_known_value_of_large_games() {
    let long = all().into_iter().filter(|entry| entry.length == Length::Long);
    let open: Vec<String> = long.flat_map(|entry| solve(&entry, MANY)).collect();
    assert_eq!(open, [""; 0]);
}

#[test]
fn nim_values_are_the_known_ones() {
    let mut count = 0;
    for entry in all() {
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

#[test]
fn pictures_keep_the_laws() {
    let drawn: Vec<Entry> = all().into_iter().filter(|entry| entry.pictures.is_some()).collect();
    assert_eq!(drawn.len(), 11);
    for entry in drawn {
        let laws = entry.pictures.as_ref().unwrap();
        laws(60).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
    }
}
