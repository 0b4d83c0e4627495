//! The canvas that a position draws itself on.

use std::fmt::{Display, Write};

use super::escape::Escaped;
use crate::board::{Direction, square_name};

/// File and rank of a square, each counted from 0. Below 0 or beyond the last it is beside the board.
pub type Cell = (i8, i8);

/// A point of a picture, from the upper left; a square is [`SQUARE`] wide.
pub(super) type Point = (i32, i32);

/// The side of a square in the units of a picture. A shape of a piece is drawn in a square of this
/// size, from its upper left corner.
pub const SQUARE: i32 = 100;

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
}

/// What a position draws itself on: squares, pieces on them, and what lies beside the board.
///
/// A game draws as seen from below; the canvas turns the board, but keeps every piece upright.
#[derive(Debug)]
pub struct Canvas {
    seen_from: Direction,
    /// Files and ranks.
    size: (u8, u8),
    /// How wide the strip for the coordinates is.
    strip: i32,
    pub(super) joined: bool,
    pub(super) squares: String,
    pub(super) pieces: String,
    spots: Vec<Spot>,
    /// The upper left and the lower right corner of all that is drawn.
    pub(super) bounds: (Point, Point),
    notes: Vec<String>,
    trays: Vec<(String, Vec<Item>)>,
}

/// The classes of shapes.
pub(crate) fn classes(shapes: &str) -> impl Iterator<Item = &str> {
    let lists = shapes.split(r#"class=""#).skip(1).filter_map(|rest| rest.split('"').next());
    lists.flat_map(str::split_whitespace)
}

/// A place with a name.
#[derive(Debug)]
struct Spot {
    name: String,
    cell: Option<Cell>,
    centre: Point,
}

impl Canvas {
    pub(crate) fn new(size: (u8, u8), seen_from: Direction) -> Self {
        let mut canvas = Self {
            seen_from,
            size,
            strip: 0,
            joined: false,
            squares: String::new(),
            pieces: String::new(),
            spots: Vec::new(),
            bounds: ((0, 0), (0, 0)),
            notes: Vec::new(),
            trays: Vec::new(),
        };
        let (columns, rows) = canvas.columns_and_rows();
        canvas.strip = 4 * columns.max(5) + 14;
        let margin = canvas.strip;
        canvas.bounds =
            ((-margin, -margin / 2), (columns * SQUARE + margin / 2, rows * SQUARE + margin));
        canvas
    }

    /// How many squares there are from left to right and from top to bottom.
    fn columns_and_rows(&self) -> (i32, i32) {
        let (files, ranks) = (i32::from(self.size.0), i32::from(self.size.1));
        match self.seen_from {
            Direction::South | Direction::North => (files, ranks),
            Direction::West | Direction::East => (ranks, files),
        }
    }

    /// The direction in which this direction of the board points in the picture; up is north.
    pub fn turned(&self, direction: Direction) -> Direction {
        let turns = 6 - self.seen_from as usize;
        Direction::ALL[(direction as usize + turns) % 4]
    }

    /// The upper left corner of a cell.
    fn corner(&self, (file, rank): Cell) -> Point {
        let (file, rank) = (i32::from(file), i32::from(rank));
        let (files, ranks) = (i32::from(self.size.0), i32::from(self.size.1));
        let (column, row) = match self.seen_from {
            Direction::South => (file, ranks - 1 - rank),
            Direction::North => (files - 1 - file, rank),
            Direction::West => (ranks - 1 - rank, files - 1 - file),
            Direction::East => (rank, file),
        };
        let (columns, rows) = self.columns_and_rows();
        let place = |index: i32, count: i32| match index {
            _ if index < 0 => index * SQUARE - self.strip,
            _ if index >= count => index * SQUARE + self.strip,
            _ => index * SQUARE,
        };
        (place(column, columns), place(row, rows))
    }

    /// Draws a square of the board, named like `a1`.
    pub fn square(&mut self, cell: Cell, class: &str) {
        let name = square_name(cell.0.unsigned_abs(), cell.1.unsigned_abs());
        self.place(&name, cell, &format!("square {class}"));
    }

    /// Draws a cell of this name, on the board or beside it.
    pub fn place(&mut self, name: &str, cell: Cell, class: &str) {
        let (x, y) = self.corner(cell);
        let name_text = Escaped(name);
        let _ = write!(
            self.squares,
            r#"<rect class="{class}" data-place="{name_text}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>"#
        );
        let ((left, top), (right, bottom)) = self.bounds;
        self.bounds = (
            (left.min(x - 4), top.min(y - 4)),
            (right.max(x + SQUARE + 4), bottom.max(y + SQUARE + 4)),
        );
        let centre = (x + SQUARE / 2, y + SQUARE / 2);
        self.spots.push(Spot { name: name.to_owned(), cell: Some(cell), centre });
    }

    /// Draws something on the edge of a square, as a place of this name.
    pub fn edge(&mut self, name: &str, cell: Cell, side: Direction, class: &str) {
        let (files, ranks) = side.offset();
        let (x, y) = self.corner(cell);
        let (to_x, to_y) = self.corner((cell.0 + files, cell.1 + ranks));
        let (x, y) = ((x + to_x + SQUARE) / 2, (y + to_y + SQUARE) / 2);
        let (width, height) = match self.turned(side) {
            Direction::North | Direction::South => (SQUARE - 8, 14),
            Direction::East | Direction::West => (14, SQUARE - 8),
        };
        let _ = write!(
            self.pieces,
            r#"<rect class="{class}" data-place="{}" x="{}" y="{}" width="{width}" height="{height}" rx="4"/>"#,
            Escaped(name),
            x - width / 2,
            y - height / 2
        );
        self.spots.push(Spot { name: name.to_owned(), cell: None, centre: (x, y) });
    }

    /// Draws a piece on a cell: shapes in a square of [`SQUARE`] units, and a short name of it.
    pub fn piece(&mut self, cell: Cell, class: &str, piece: impl Display, shapes: impl Display) {
        let (x, y) = self.corner(cell);
        let place = self.spots.iter().find(|spot| spot.cell == Some(cell));
        let place = place.map_or("", |spot| spot.name.as_str());
        let (place, piece) = (Escaped(place), piece.to_string());
        let _ = write!(
            self.pieces,
            r#"<g class="piece {class}" data-place="{place}" data-piece="{}" transform="translate({x} {y})">{shapes}</g>"#,
            Escaped(&piece)
        );
    }

    /// A step over an edge of the board comes back on the other side.
    pub fn join_edges(&mut self) {
        self.joined = true;
    }

    /// A line of text below the board.
    pub fn note(&mut self, text: impl Display) {
        self.notes.push(text.to_string());
    }

    /// Small things in rows below the board, with a line of text above them.
    pub fn tray(&mut self, caption: impl Display, items: impl IntoIterator<Item = Item>) {
        self.trays.push((caption.to_string(), items.into_iter().collect()));
    }

    pub(super) fn into_notes(self) -> Vec<String> {
        self.notes
    }

    /// The names of all places. Those of trays come with [`draw_below`](Self::draw_below).
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.spots.iter().map(|spot| spot.name.as_str())
    }

    /// A piece that was drawn on no place, if there is one.
    pub(crate) fn stray_piece(&self) -> Option<String> {
        let (_, rest) = self.pieces.split_once(r#"data-place="" data-piece=""#)?;
        rest.split('"').next().map(str::to_owned)
    }

    /// The classes of squares, pieces and what lies beside the board.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &str> {
        classes(&self.squares).chain(classes(&self.pieces))
    }

    /// The centre of the place of this name.
    pub(super) fn centre(&self, name: &str) -> Option<Point> {
        self.spots.iter().find(|spot| spot.name == name).map(|spot| spot.centre)
    }

    /// The upper left corner of the square of this name.
    pub(super) fn corner_of(&self, name: &str) -> Option<Point> {
        let spot = self.spots.iter().find(|spot| spot.name == name)?;
        spot.cell.map(|cell| self.corner(cell))
    }

    /// How far it is from the first square of a row or column to the last.
    pub(super) fn spans(&self) -> Point {
        let (columns, rows) = self.columns_and_rows();
        ((columns - 1) * SQUARE, (rows - 1) * SQUARE)
    }

    /// The letters of the files and the numbers of the ranks.
    pub(super) fn coordinates(&self) -> String {
        let (files, ranks) = (self.size.0 as i8, self.size.1 as i8);
        let size = self.strip * 2 / 3;
        let mut text = String::new();
        let mut label = |cells: [Cell; 2], name: &str| {
            let [first, last] = cells.map(|cell| self.corner(cell));
            let (x, y) = if first.1 == last.1 {
                (first.0.min(last.0) - self.strip / 2, first.1 + SQUARE / 2 + size / 3)
            } else {
                (first.0 + SQUARE / 2, first.1.max(last.1) + SQUARE + self.strip * 3 / 4)
            };
            let _ = write!(
                text,
                r#"<text class="label" x="{x}" y="{y}" font-size="{size}">{name}</text>"#
            );
        };
        for file in 0..files {
            let letter = square_name(file.unsigned_abs(), 0);
            label([(file, 0), (file, ranks - 1)], letter.trim_end_matches('1'));
        }
        for rank in 0..ranks {
            label([(0, rank), (files - 1, rank)], &(i16::from(rank) + 1).to_string());
        }
        text
    }

    /// Draws what lies below the board: the trays, and a line for each note and for `caption`.
    pub(crate) fn draw_below(&mut self, caption: &str) -> String {
        let size = self.strip * 3 / 4;
        let mut text = String::new();
        let ((left, _), (right, mut y)) = self.bounds;
        let mut line = |y: &mut i32, words: &str| {
            *y += size * 3 / 2;
            let _ = write!(
                text,
                r#"<text class="caption" x="{}" y="{}" font-size="{size}">{}</text>"#,
                left + 8,
                *y - size / 3,
                Escaped(words)
            );
        };
        if !caption.is_empty() {
            line(&mut y, caption);
            self.notes.iter().for_each(|note| line(&mut y, note));
        }
        let (columns, _) = self.columns_and_rows();
        for (caption, items) in std::mem::take(&mut self.trays) {
            line(&mut y, &caption);
            let scale = items.iter().map(|item| i32::from(item.scale)).max().unwrap_or(1).max(1);
            let room = SQUARE * columns.max(6) * scale / 10;
            let in_row = ((right - left - 8) / room).max(1);
            for (index, item) in (0..).zip(&items) {
                let (x, y) = (left + 8 + index % in_row * room, y + 4 + index / in_row * room);
                self.draw_item((x, y), room, item);
                let centre = (x + room / 2, y + room / 2);
                self.spots.push(Spot { name: item.place.clone(), cell: None, centre });
            }
            y += (items.len() as i32 + in_row - 1) / in_row * room;
        }
        self.bounds.1.1 = y + 4;
        text
    }

    fn draw_item(&mut self, (x, y): Point, room: i32, item: &Item) {
        let Item { place, shapes, count, .. } = item;
        let (place, scale) = (Escaped(place), f64::from(room * 9 / 10) / f64::from(SQUARE));
        let _ = write!(
            self.pieces,
            r#"<g class="item" data-place="{place}" transform="translate({x} {y}) scale({scale})">{shapes}"#
        );
        if *count != 1 {
            let _ = write!(
                self.pieces,
                r#"<g class="white"><circle cx="74" cy="74" r="27" stroke-width="2"/><text class="ink" transform="translate(74 86) scale(.8)">{count}</text></g>"#
            );
        }
        self.pieces.push_str("</g>");
    }
}
