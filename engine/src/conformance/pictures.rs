//! The laws of [`Draw`].

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Violation, broken};
use crate::board::{Direction, read_square};
use crate::svg::{Canvas, Class, DONE, Draw, Places, classes};

impl<G> Conformance<G>
where
    G: Draw + Eq + Hash + Debug,
{
    /// Checks the laws of [`Draw`]: every place has a name of its own and every piece stands on a
    /// place; the squares of legal moves are in the picture, from whichever side it is seen; different
    /// moves are made by pointing at different places, all of which the game lists; an unchanged draft, or one whose counts are
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
            numbers(position)?;
            pieces(position, side)?;
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
    if let Some((_, piece)) = canvas.standing().find(|(place, _)| place.is_empty()) {
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

/// The places of every legal move are numbered, and the same after it.
fn numbers<G: Draw + Debug>(position: &G) -> Result<(), Violation> {
    let all = Places::of(position);
    let mut lists = HashSet::new();
    for m in position.legal_moves() {
        let names = position.places(m);
        if let Some(name) = names.iter().find(|name| all.number(name).is_none()) {
            return broken(format!(
                "all_places() lacks {name:?}, a place of {m:?}, in {position:?}"
            ));
        }
        let expected: Vec<u16> = names.iter().filter_map(|name| all.number(name)).collect();
        let mut numbers = Vec::new();
        position.place_numbers(m, &all, &mut numbers);
        if numbers != expected {
            return broken(format!(
                "place_numbers() of {m:?} are {numbers:?}, but those of {names:?} are \
                 {expected:?}, in {position:?}"
            ));
        }
        lists.insert(numbers);
    }
    let shorter = |list: &Vec<u16>| (1..list.len()).find(|&end| lists.contains(&list[..end]));
    if let Some(list) = lists.iter().find(|list| shorter(list).is_some())
        && all.number(DONE).is_none()
    {
        return broken(format!(
            "the places {list:?} go on where those of another move end, but all_places() lacks \
             {DONE:?}, in {position:?}"
        ));
    }
    if all.shown(|planes| position.show(planes)) != all.shown(|planes| planes.picture(position)) {
        return broken(format!("show() of {position:?} is not what the picture has"));
    }
    let Some(&m) = position.legal_moves().first() else { return Ok(()) };
    let later = Places::of(&position.after(m));
    if (later.names(), later.planes()) == (all.names(), all.planes()) {
        return Ok(());
    }
    broken(format!("all_places(), all_pieces() or counts of {position:?} change by {m:?}"))
}

/// Every piece in the picture is one of the game's.
fn pieces<G: Draw + Debug>(position: &G, side: Direction) -> Result<(), Violation> {
    let all = position.all_pieces();
    let mut canvas = Canvas::new(position.size(), side);
    position.draw(&mut canvas);
    let unknown = |name: &str| !name.is_empty() && !all.iter().any(|piece| piece == name);
    match canvas.standing().find(|(_, name)| unknown(name)) {
        None => Ok(()),
        Some((place, name)) => {
            broken(format!("all_pieces() lacks {name:?}, which stands on {place}, in {position:?}"))
        }
    }
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
