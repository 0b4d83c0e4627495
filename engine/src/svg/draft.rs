//! Positions that are put together by hand.

use std::error::Error;

use super::canvas::{Canvas, Item};

/// A position that is put together piece by piece, and need not be legal yet.
///
/// [`Draw::draft`](super::Draw::draft) begins one.
pub trait Draft<G> {
    /// The pieces that there are, each named by its [`place`](Item::place).
    fn pieces(&self) -> Vec<Item>;

    /// Puts a piece on a place of the picture, where it replaces what stands there; an empty name
    /// clears the place. Names of no piece or no place change nothing.
    fn put(&mut self, piece: &str, place: &str);

    /// Has the player of this seat, from 0, be to move. Seats that there are not change nothing.
    fn set_turn(&mut self, seat: usize);

    /// The numbers that belong to the position but are not on the board; by default none.
    fn counts(&self) -> Vec<Count> {
        Vec::new()
    }

    /// Changes the number of this name. Other names change nothing.
    fn set_count(&mut self, _name: &str, _value: u32) {}

    /// Draws what there is, as [`Draw::draw`](super::Draw::draw) does.
    fn draw(&self, canvas: &mut Canvas);

    /// The position.
    ///
    /// # Errors
    ///
    /// Why it is not legal.
    fn finish(&self) -> Result<G, Box<dyn Error>>;
}

/// A number that belongs to a position, such as the stones in a supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Its name, in words for the user, without `=` and `;`.
    pub name: String,
    /// What it is now.
    pub value: u32,
    /// The largest that is worth trying; if it is 1 the number says yes or no.
    pub most: u32,
}

impl Count {
    /// A number of this name.
    pub fn new(name: impl Into<String>, value: u32, most: u32) -> Self {
        Self { name: name.into(), value, most }
    }
}
