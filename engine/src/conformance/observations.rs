//! The laws of [`Observe`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Checked, Violation, ensure, none};
use crate::board::Direction;
use crate::observe::{DONE, Observe, Places};
use crate::svg::Canvas;

impl<G> Conformance<G>
where
    G: Observe + Eq + Hash + Debug,
{
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
    let mut canvas = Canvas::new(position.size(), Direction::South);
    position.draw(&mut canvas);
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
