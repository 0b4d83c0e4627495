//! The layers of a picture, apart.

use std::fmt::{self, Display};

use super::canvas::classes;
use super::escape::Escaped;
use super::item::Tray;

/// A [picture](super::Picture::layers) in layers, for a page that keeps what does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layers {
    /// The picture without its pieces, as SVG.
    pub ground: String,
    /// All that stands on the board, from below.
    pub pieces: Vec<Piece>,
    /// The trays below the board.
    pub trays: Vec<Tray>,
    /// The lines that the game writes below the board.
    pub notes: Vec<String>,
}

/// A thing on the board; [`Display`] is its element in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The name of its place; empty for what stands on none, such as a dot.
    pub place: String,
    /// Its name, if it has one.
    pub name: String,
    /// Where its shapes are drawn, to the right and down.
    pub origin: (i32, i32),
    pub(super) class: String,
    pub(super) shapes: String,
}

impl Piece {
    /// What it looks like: its element without its place, its name and its origin.
    pub fn look(&self) -> String {
        format!(r#"<g class="{}">{}</g>"#, self.class, self.shapes)
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = &str> {
        self.class.split_whitespace().chain(classes(&self.shapes))
    }

    /// The name and the class of what stands on a place: no free edge, no dot, and nothing beside the board.
    pub(super) fn standing(&self) -> Option<(&str, &str)> {
        match (self.class.strip_prefix("piece "), &*self.class) {
            (Some(class), _) => Some((&self.name, class)),
            (None, "slot" | "dot" | "item") => None,
            (None, edge) => Some((edge, edge)),
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, shapes, origin: (x, y), .. } = self;
        let [place, name] = [Escaped(&self.place), Escaped(&self.name)];
        write!(
            f,
            r#"<g class="{class}" data-place="{place}" data-piece="{name}" transform="translate({x} {y})">{shapes}</g>"#
        )
    }
}
