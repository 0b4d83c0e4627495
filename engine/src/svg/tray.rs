//! Below the board: lines of text, and trays of small things.

use std::fmt::{Display, Write};

use super::canvas::{Canvas, Spot};
use super::escape::Escaped;
use super::item::{Item, SQUARE, Tray};

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

    /// Draws the trays below the board and a line for each note and for `caption`, and returns the lines.
    /// To be called last.
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
                let (x, y) = (left + 4 + index % in_row * room, y + 4 + index / in_row * room);
                let Item { place, shapes, count, .. } = item;
                let scale = f64::from(room * 9 / 10) / f64::from(SQUARE);
                let mut scaled = format!(r#"<g transform="scale({scale})">{shapes}"#);
                if *count != 1 {
                    let _ = write!(
                        scaled,
                        r#"<g class="white on-card"><circle cx="74" cy="74" r="27" stroke-width="2"/><text class="ink" transform="translate(74 86) scale(.8)">{count}</text></g>"#
                    );
                }
                self.draw_thing(place, (x, y), "item", "", scaled + "</g>");
                let half = room * 9 / 20;
                self.spots.push(Spot::new(place, (x + half, y + half), (half, half)));
            }
            y += (items.len() as i32 + in_row - 1) / in_row * room;
        }
        let (corner, (right, _)) = self.bounds();
        self.bounds = Some((corner, (right, y)));
        text
    }
}
