//! What lies below the board: lines of text, and trays of small things.

use std::fmt::{Display, Write};

use super::canvas::{Canvas, Point, SQUARE, Spot};
use super::escape::Escaped;

/// What lies in a row beside the board: see [`Canvas::tray`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name by which [moves](super::Draw::places) point at it.
    pub place: String,
    /// The shapes, in a square of [`SQUARE`] units.
    pub shapes: String,
    /// How many there are; 1 is not written.
    pub count: usize,
    /// How large it is drawn: 1 for the usual size, 2 for twice as wide and high.
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
pub struct Tray {
    /// What they are.
    pub caption: String,
    /// The things, in order.
    pub items: Vec<Item>,
}

impl Canvas {
    /// A line of text below the board.
    pub fn note(&mut self, text: impl Display) {
        self.notes.push(text.to_string());
    }

    /// Small things in rows below the board, with a line of text above them.
    pub fn tray(&mut self, caption: impl Display, items: impl IntoIterator<Item = Item>) {
        let items = items.into_iter().collect();
        self.trays.push(Tray { caption: caption.to_string(), items });
    }

    /// Draws what lies below the board, the trays and a line for each note and for `caption`, and
    /// returns the lines. Nothing is to be drawn later.
    pub(crate) fn draw_below(&mut self, caption: &str) -> String {
        let size = 2 * self.strip / 3 + 3;
        let mut text = String::new();
        let ((left, _), (right, mut y)) = self.bounds();
        let mut line = |y: &mut i32, words: &str| {
            *y += size * 3 / 2;
            let _ = write!(
                text,
                r#"<text class="caption" x="{}" y="{}" font-size="{size}">{}</text>"#,
                left + 4,
                *y - size / 3,
                Escaped(words)
            );
        };
        if !caption.is_empty() {
            line(&mut y, caption);
            self.notes.iter().for_each(|note| line(&mut y, note));
        }
        let (columns, _) = self.columns_and_rows();
        for Tray { caption, items } in std::mem::take(&mut self.trays) {
            line(&mut y, &caption);
            let scale = items.iter().map(|item| i32::from(item.scale)).max().unwrap_or(1).max(1);
            let room = SQUARE * columns.max(6) * scale / 10;
            let in_row = ((right - left - 8) / room).max(1);
            for (index, item) in (0..).zip(&items) {
                let corner = (left + 4 + index % in_row * room, y + 4 + index / in_row * room);
                self.draw_item(corner, room, item);
            }
            y += (items.len() as i32 + in_row - 1) / in_row * room;
        }
        self.lengthen(y);
        text
    }

    fn draw_item(&mut self, (x, y): Point, room: i32, item: &Item) {
        let Item { place, shapes, count, .. } = item;
        let (name, scale) = (Escaped(place), f64::from(room * 9 / 10) / f64::from(SQUARE));
        let _ = write!(
            self.pieces,
            r#"<g class="item" data-place="{name}" transform="translate({x} {y}) scale({scale})">{shapes}"#
        );
        if *count != 1 {
            let _ = write!(
                self.pieces,
                r#"<g class="white on-card"><circle cx="74" cy="74" r="27" stroke-width="2"/><text class="ink" transform="translate(74 86) scale(.8)">{count}</text></g>"#
            );
        }
        self.pieces.push_str("</g>");
        let half = room * 9 / 20;
        self.spots.push(Spot::new(place, (x + half, y + half), (half, half)));
    }
}
