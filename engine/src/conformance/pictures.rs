//! The laws of [`Draw`].

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Checked, Violation, ensure, none};
use crate::board::{Direction, read_square};
use crate::svg::{Canvas, Class, Draw, classes};

impl<G> Conformance<G>
where
    G: Draw + Eq + Hash + Debug,
{
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
    let mut canvas = Canvas::new(position.size(), side);
    position.draw(&mut canvas);
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
        Ok(found) if found == *position => return Ok(()),
        Ok(found) => format!("is {found:?}"),
        Err(error) => format!("is refused: {error}"),
    };
    Err(Violation(format!("the unchanged draft {found}")))
}
