//! A draft of any game.

use std::error::Error;

use engine::svg::{Canvas, Count, Draft, Item};

use crate::dynamic::Dynamic;
use crate::position::Shown;

/// A draft whose position is of any game.
pub(super) struct AnyDraft<G>(pub(super) Box<dyn Draft<G>>);

impl<G: Shown> Draft<Dynamic> for AnyDraft<G> {
    fn pieces(&self) -> Vec<Item> {
        self.0.pieces()
    }

    fn put(&mut self, piece: &str, place: &str) {
        self.0.put(piece, place);
    }

    fn set_turn(&mut self, seat: usize) {
        self.0.set_turn(seat);
    }

    fn counts(&self) -> Vec<Count> {
        self.0.counts()
    }

    fn set_count(&mut self, name: &str, value: u32) {
        self.0.set_count(name, value);
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.0.draw(canvas);
    }

    fn finish(&self) -> Result<Dynamic, Box<dyn Error>> {
        Ok(self.0.finish()?.into())
    }
}
