//! Small things that lie beside the board.

use std::fmt::Display;

/// The side of a square in the units of a picture. A shape of a piece is drawn in a square of this
/// size, from its upper left corner.
pub const SQUARE: i32 = 100;

/// A thing in a row beside the board: see [`Canvas::tray`](super::Canvas::tray).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name by which [moves](super::Draw::places) point at it.
    pub place: String,
    /// The shapes, in a square of [`SQUARE`] units.
    pub shapes: String,
    /// The number of them; 1 is not written.
    pub count: usize,
    /// The scale: 1 for the usual size, 2 for twice as wide and high.
    pub scale: u8,
}

impl Item {
    /// One thing of the usual size, its shapes of this class.
    pub fn new(place: impl Display, class: impl Display, shapes: impl Display) -> Self {
        let shapes = format!(r#"<g class="{class}">{shapes}</g>"#);
        Self { place: place.to_string(), shapes, count: 1, scale: 1 }
    }

    /// The shapes alone as SVG, without style and without the count.
    pub fn svg(&self) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="fourfold-board" viewBox="0 0 {SQUARE} {SQUARE}"><g class="item">{}</g></svg>"#,
            self.shapes
        )
    }
}

/// Small things that lie together beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tray {
    /// The caption above them.
    pub caption: String,
    /// The things, in order.
    pub items: Vec<Item>,
}
