//! The laws of [`Draw`], [`Explain`] and [`Observe`].

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Checked, Violation, ensure, none};
use crate::board::{Direction, read_square};
use crate::observe::{DONE, Observe, Places};
use crate::svg::{Canvas, Class, Draw, Explain, classes};

impl<G: Draw + Eq + Hash + Debug> Conformance<G> {
    /// Checks the [laws of `Draw`](Draw#laws), seen from all sides; a draft whose counts are set to their values
    /// is unchanged too.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn pictures(&self) -> Result<(), Violation> {
        let mut sides = Direction::ALL.into_iter().cycle();
        self.each(|position| {
            let places = picture(position, sides.next().unwrap_or(Direction::South))?;
            moves(position, &places)?;
            draft(position)
        })
    }
}

/// Checks the picture, and returns the names of its places.
fn picture<G: Draw>(position: &G, side: Direction) -> Result<HashSet<String>, Violation> {
    let mut canvas = Canvas::of(position, side);
    none(canvas.standing().find(|(place, _)| place.is_empty()), |(_, piece)| {
        format!("the piece {piece:?} is drawn where no place was drawn before")
    })?;
    let _ = canvas.draw_below("");
    check_classes::<G>(canvas.classes())?;
    let mut names = HashSet::new();
    none(canvas.names().find(|&name| !names.insert(name.to_owned())), |name| {
        format!("the picture has two places called {name:?}")
    })?;
    Ok(names)
}

fn check_classes<'n, G: Draw>(mut used: impl Iterator<Item = &'n str>) -> Checked {
    let known = |name| Class::is_common(name) || G::CLASSES.iter().any(|class| class.name == name);
    none(used.find(|name| !known(*name)), |name| {
        format!("the class {name:?} is neither common nor in Draw::CLASSES, but is drawn")
    })
}

fn moves<G: Draw>(position: &G, drawn: &HashSet<String>) -> Checked {
    let mut made = HashMap::new();
    for m in position.legal_moves() {
        let places = position.places(m);
        let mut visited = places.iter().cloned().chain(position.route(m));
        none(visited.find(|name| read_square(name).is_some() && !drawn.contains(name)), |name| {
            format!("places() or route() of {m:?} names the square {name}, which is not drawn")
        })?;
        ensure!(
            !places.is_empty(),
            "places() of {m:?} is empty, so the move cannot be made by pointing"
        );
        none(made.insert(places, m), |other| {
            format!("{other:?} and {m:?} are made by pointing at the same places")
        })?;
    }
    Ok(())
}

fn draft<G: Draw + Eq + Debug>(position: &G) -> Checked {
    let Some(mut draft) = position.draft() else { return Ok(()) };
    draft.pieces().iter().try_for_each(|item| check_classes::<G>(classes(&item.shapes)))?;
    for count in draft.counts() {
        draft.set_count(&count.name, count.value);
    }
    let found = match draft.finish() {
        Ok(found) if found == format!("{position:#}") => return Ok(()),
        Ok(found) => format!("is {found}"),
        Err(error) => format!("is refused: {error}"),
    };
    Err(Violation(format!("the unchanged draft {found}")))
}

impl<G: Explain + Eq + Hash + Debug> Conformance<G> {
    /// Checks the [laws of `Explain`](Explain#laws).
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn explanations(&self) -> Result<(), Violation> {
        self.each(|position| {
            let canvas = Canvas::of(position, Direction::South);
            let drawn = canvas.names().map(str::to_owned).collect();
            facts(position, &drawn)?;
            refusals(position, &drawn)
        })
    }
}

/// The task, the ending and the decisive places fit the state of the game.
fn facts<G: Explain>(position: &G, drawn: &HashSet<String>) -> Checked {
    let decisive = position.decisive();
    none(decisive.iter().find(|&place| !drawn.contains(place)), |place| {
        format!("decisive() names the place {place:?}, which is not drawn")
    })?;
    if position.outcome().is_some() {
        return Ok(());
    }
    ensure!(!position.task().say.is_empty(), "task() says nothing");
    none(position.ending(), |why| format!("ending() says {why:?} before the game is over"))?;
    ensure!(decisive.is_empty(), "decisive() names places before the game is over");
    Ok(())
}

/// No legal move is refused, and any other places are answered.
fn refusals<G: Explain>(position: &G, drawn: &HashSet<String>) -> Checked {
    for m in position.legal_moves() {
        let places = position.places(m);
        let places: Vec<&str> = places.iter().map(String::as_str).collect();
        none(position.refusal(&places), |why| {
            format!("refusal() of the places of {m:?}, which is legal, is {why:?}")
        })?;
    }
    let mut names: Vec<&str> = drawn.iter().map(String::as_str).chain(["", "é", "z99n"]).collect();
    names.sort_unstable();
    let count = names.len();
    let pairs = (0..count).flat_map(|i| [[i, i], [i, i * 7 % count], [i, (i + 1) % count]]);
    for [first, second] in pairs {
        let places = [names[first], names[second], ""];
        for asked in (0..=places.len()).map(|end| &places[..end]) {
            ensure!(
                position.refusal(asked).is_none_or(|why| !why.is_empty()),
                "refusal() of {asked:?} says nothing"
            );
        }
    }
    Ok(())
}

impl<G: Observe + Eq + Hash + Debug> Conformance<G> {
    /// Checks the [laws of `Observe`](Observe#laws).
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn observations(&self) -> Result<(), Violation> {
        self.each(|position| {
            pieces(position)?;
            numbers(position)
        })
    }
}

/// Every piece of the picture is listed.
fn pieces<G: Observe>(position: &G) -> Checked {
    let canvas = Canvas::of(position, Direction::South);
    let all = position.all_pieces();
    let unknown = |name: &str| !name.is_empty() && !all.iter().any(|piece| piece == name);
    none(canvas.standing().find(|(_, name)| unknown(name)), |(place, name)| {
        format!("all_pieces() lacks {name:?}, which stands on {place}")
    })
}

/// The places of every legal move are numbered, and the same after it.
fn numbers<G: Observe>(position: &G) -> Checked {
    let all = Places::of(position);
    let mut lists = HashSet::new();
    for m in position.legal_moves() {
        let names = position.places(m);
        none(names.iter().find(|name| all.number(name).is_none()), |name| {
            format!("all_places() lacks {name:?}, a place of {m:?}; is it one of Draw::CHOICES?")
        })?;
        let expected: Vec<u16> = names.iter().filter_map(|name| all.number(name)).collect();
        let mut numbers = Vec::new();
        position.place_numbers(m, &all, &mut numbers);
        ensure!(
            numbers == expected,
            "place_numbers() of {m:?} are {numbers:?}, but those of {names:?} are {expected:?}"
        );
        lists.insert(numbers);
    }
    let goes_on = |list: &&Vec<u16>| (1..list.len()).any(|end| lists.contains(&list[..end]));
    none(lists.iter().find(goes_on).filter(|_| all.number(DONE).is_none()), |list| {
        let places = format!("the places {list:?} go on where those of another move end");
        format!("{places}, but all_places() lacks {DONE:?}")
    })?;
    ensure!(
        all.shown(|planes| position.show(planes)) == all.shown(|planes| planes.picture(position)),
        "show() is not what the picture has"
    );
    let Some(&m) = position.legal_moves().first() else { return Ok(()) };
    let later = Places::of(&position.after(m));
    ensure!(
        (later.names(), later.planes()) == (all.names(), all.planes()),
        "all_places(), all_pieces() or counts change by {m:?}"
    );
    Ok(())
}
