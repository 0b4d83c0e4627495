//! Positions as numbers, for programs that learn: a small fixed set of actions for every game, and planes of
//! numbers for every position.
//!
//! A game implements [`Observe`]; a user works with [`Places`].

mod places;

pub use places::{Places, Planes, Pointing, Write};

use crate::board::Direction;
use crate::svg::{Canvas, Draw};

/// The place that ends a list of places where another list continues: see [`Observe::all_places`].
pub const DONE: &str = "done";

/// A game whose positions are observed as numbers. All of it has defaults, made from the picture: the numbers
/// are right without a method of one's own, but slow.
///
/// # Laws
///
/// The [places](Draw::places) of all legal moves are among [`all_places`](Observe::all_places), and one list
/// may continue where another ends. These and [`all_pieces`](Observe::all_pieces) are the same throughout a
/// game. Everything that a position [shows](Observe::show) is in its picture.
/// [`Conformance::observations`](crate::Conformance::observations) checks this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no numbers for programs that learn",
    note = "all of `engine::observe::Observe` has defaults: `impl Observe for {Self} {{}}`"
)]
pub trait Observe: Draw {
    /// Every place that a move may point at by the rules of this position: by default all that the picture has,
    /// and the [choices](Draw::CHOICES). If the list of one move may continue where that of another ends,
    /// [`DONE`] is among them.
    fn all_places(&self) -> Vec<String> {
        let canvas = Canvas::of(self, Direction::South);
        canvas.names().chain(Self::CHOICES.iter().copied()).map(str::to_owned).collect()
    }

    /// The names of all pieces there are by the rules of this position: by default those of the
    /// [draft](Draw::draft), or else the players.
    fn all_pieces(&self) -> Vec<String> {
        match self.draft() {
            Some(draft) => draft.pieces().into_iter().map(|item| item.place).collect(),
            None => self.players().iter().map(ToString::to_string).collect(),
        }
    }

    /// Appends the numbers of the [`places`](Draw::places) of a legal move among
    /// [`all_places`](Self::all_places): by default by their names.
    fn place_numbers(&self, m: Self::Move, all: &Places, numbers: &mut Vec<u16>) {
        numbers.extend(self.places(m).iter().filter_map(|name| all.number(name)));
    }

    /// Shows the pieces and their places on planes of numbers: by default all that is drawn, as slow as a picture.
    fn show(&self, planes: &mut Planes<'_>) {
        planes.picture(self);
    }
}
