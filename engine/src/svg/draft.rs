//! Positions that are edited piece by piece.

use std::error::Error;

use super::canvas::Canvas;
use super::item::Item;

/// A position that is edited piece by piece, and need not be legal yet.
///
/// [`Draw::draft`](super::Draw::draft) begins one.
pub trait Draft {
    /// The pieces that can be put, each named by its [`place`](Item::place).
    fn pieces(&self) -> Vec<Item>;

    /// Puts a piece on a place of the picture, and replaces the piece there; an empty piece name clears
    /// the place. Unknown names change nothing.
    fn put(&mut self, piece: &str, place: &str);

    /// Makes the player of this seat, from 0, the one to move. Unknown seats change nothing.
    fn set_turn(&mut self, seat: usize);

    /// The numbers that belong to the position but are not on the board; by default none.
    fn counts(&self) -> Vec<Count> {
        Vec::new()
    }

    /// Sets the number of this name. Unknown names change nothing.
    fn set_count(&mut self, _name: &str, _value: u32) {}

    /// Draws the draft, as [`Draw::draw`](super::Draw::draw) draws a position.
    fn draw(&self, canvas: &mut Canvas);

    /// The text of the position, with the rules as `{:#}` prints them.
    ///
    /// # Errors
    ///
    /// The reason why it is not legal.
    fn finish(&self) -> Result<String, Box<dyn Error>>;
}

/// A number that belongs to a position, such as the stones in a supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its name, in words for the user, without `=` and `;`.
    pub name: String,
    /// The present value.
    pub value: u32,
    /// The largest value that is worth trying; if it is 1 the number stands for yes or no.
    pub most: u32,
}

impl Count {
    /// A number of this name.
    pub fn new(name: impl Into<String>, value: u32, most: u32) -> Self {
        Self { name: name.into(), value, most }
    }
}
