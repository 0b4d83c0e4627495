//! The laws of [`Draw`].

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Violation, broken};
use crate::board::{Direction, read_square};
use crate::svg::{Canvas, Class, Draw, classes};

impl<G> Conformance<G>
where
    G: Draw + Eq + Hash + Debug,
{
    /// Checks the laws of [`Draw`]: every place has a name of its own and every piece stands on a
    /// place; the squares of legal moves are in the picture, from whichever side it is seen; different
    /// moves are made by pointing at different places; an unchanged draft, or one whose counts are
    /// set to their values, is the position; all classes are common or declared; and what is said beside
    /// the picture fits the state of the game.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn pictures(&self) -> Result<(), Violation> {
        self.check_positions()?;
        for (position, side) in self.positions.iter().zip(Direction::ALL.into_iter().cycle()) {
            let places = drawn_places(position, side)?;
            moves(position, &places)?;
            draft(position)?;
            facts(position, &places)?;
            refusals(position, &places)?;
        }
        Ok(())
    }
}

/// The names of the places in the picture.
fn drawn_places<G: Draw + Debug>(
    position: &G,
    side: Direction,
) -> Result<HashSet<String>, Violation> {
    let mut canvas = Canvas::new(position.size(), side);
    position.draw(&mut canvas);
    if let Some(piece) = canvas.stray_piece() {
        return broken(format!(
            "the piece {piece:?} is drawn where no place was drawn before, in {position:?}"
        ));
    }
    let _ = canvas.draw_below("");
    check_classes(position, canvas.classes())?;
    let mut names = HashSet::new();
    for name in canvas.names() {
        if !names.insert(name.to_owned()) {
            return broken(format!("the picture of {position:?} has two places called {name:?}"));
        }
    }
    Ok(names)
}

fn check_classes<'n, G: Draw + Debug>(
    position: &G,
    mut used: impl Iterator<Item = &'n str>,
) -> Result<(), Violation> {
    let known = |name| Class::is_common(name) || G::CLASSES.iter().any(|class| class.name == name);
    match used.find(|name| !known(*name)) {
        None => Ok(()),
        Some(name) => broken(format!(
            "the class {name:?} is neither common nor in Draw::CLASSES, but is drawn in {position:?}"
        )),
    }
}

fn moves<G: Draw + Debug>(position: &G, drawn: &HashSet<String>) -> Result<(), Violation> {
    let mut made = HashMap::new();
    for m in position.legal_moves() {
        let places = position.places(m);
        let visited = places.iter().cloned().chain(position.route(m));
        let unknown =
            visited.into_iter().find(|name| read_square(name).is_some() && !drawn.contains(name));
        if let Some(name) = unknown {
            return broken(format!(
                "places() or route() of {m:?} names the square {name}, which is not drawn, in \
                 {position:?}"
            ));
        }
        if places.is_empty() {
            return broken(format!(
                "places() of {m:?} is empty in {position:?}, so the move cannot be made by pointing"
            ));
        }
        if let Some(other) = made.insert(places, m) {
            return broken(format!(
                "{other:?} and {m:?} are made by pointing at the same places in {position:?}"
            ));
        }
    }
    Ok(())
}

fn draft<G: Draw + Eq + Debug>(position: &G) -> Result<(), Violation> {
    let Some(mut draft) = position.draft() else { return Ok(()) };
    for item in draft.pieces() {
        check_classes(position, classes(&item.shapes))?;
    }
    for count in draft.counts() {
        draft.set_count(&count.name, count.value);
    }
    let found = match draft.finish() {
        Ok(found) if found == *position => return Ok(()),
        Ok(found) => format!("is {found:?}"),
        Err(error) => format!("is refused: {error}"),
    };
    broken(format!("the unchanged draft of {position:?} {found}"))
}

/// The task, the ending and the decisive places fit the state of the game.
fn facts<G: Draw + Debug>(position: &G, drawn: &HashSet<String>) -> Result<(), Violation> {
    let decisive = position.decisive();
    if let Some(place) = decisive.iter().find(|place| !drawn.contains(*place)) {
        return broken(format!(
            "decisive() names the place {place:?}, which is not drawn, in {position:?}"
        ));
    }
    if position.outcome().is_some() {
        return Ok(());
    }
    if position.task().say.is_empty() {
        return broken(format!("task() says nothing in {position:?}"));
    }
    match position.ending() {
        Some(why) => {
            broken(format!("ending() says {why:?} before the game is over, in {position:?}"))
        }
        None if decisive.is_empty() => Ok(()),
        None => broken(format!("decisive() names places before the game is over, in {position:?}")),
    }
}

/// No legal move is refused, and any other places are answered.
fn refusals<G: Draw + Debug>(position: &G, drawn: &HashSet<String>) -> Result<(), Violation> {
    for m in position.legal_moves() {
        let places = position.places(m);
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        if let Some(why) = position.refusal(&places) {
            return broken(format!(
                "refusal() of the places of {m:?}, which is legal, is {why:?} in {position:?}"
            ));
        }
    }
    let mut names: Vec<&str> = drawn.iter().map(String::as_str).chain(["", "é", "z99n"]).collect();
    names.sort_unstable();
    let count = names.len();
    let pairs = (0..count).flat_map(|i| [[i, i], [i, i * 7 % count], [i, (i + 1) % count]]);
    for [first, second] in pairs {
        let places = [names[first], names[second], ""];
        for end in 0..=places.len() {
            if position.refusal(&places[..end]).is_some_and(|why| why.is_empty()) {
                let asked = &places[..end];
                return broken(format!("refusal() of {asked:?} says nothing in {position:?}"));
            }
        }
    }
    Ok(())
}
