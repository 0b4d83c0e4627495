//! The laws of [`Explain`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Checked, Violation, ensure, none};
use crate::board::Direction;
use crate::svg::{Canvas, Explain};

impl<G> Conformance<G>
where
    G: Explain + Eq + Hash + Debug,
{
    /// Checks the [laws of `Explain`](Explain#laws).
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn explanations(&self) -> Result<(), Violation> {
        self.each(|position| {
            let mut canvas = Canvas::new(position.size(), Direction::South);
            position.draw(&mut canvas);
            let _ = canvas.draw_below("");
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
