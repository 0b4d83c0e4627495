//! The canvas that a position draws itself on.

use std::fmt::{Display, Write};

use super::Draw;
use super::escape::Escaped;
use super::item::{SQUARE, Tray};
use super::layers::Piece;
use crate::board::{Direction, square_name};

/// File and rank of a square, each counted from 0. Below 0 or beyond the last it is beside the board.
pub type Cell = (i8, i8);

/// A point of a picture, from the upper left; a square is [`SQUARE`] wide.
pub(super) type Point = (i32, i32);

/// A place of the [plan](super::Picture::plan) of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanPlace {
    /// Its name.
    pub name: String,
    /// Its centre, to the right and down, in hundredths of a square.
    pub centre: (i32, i32),
    /// Whether it is an edge between two others.
    pub is_edge: bool,
    /// The names of the pieces on it with their classes, from below.
    pub pieces: Vec<(String, String)>,
}

/// The canvas that a position draws itself on: cells, pieces on them, and the things beside the board.
///
/// A game draws as seen from below; the canvas turns the board, but keeps every piece upright.
#[derive(Debug)]
pub struct Canvas {
    seen_from: Direction,
    /// Files and ranks.
    size: (u8, u8),
    pub(super) cell_height: i32,
    /// The width of the strip for the coordinates.
    pub(super) strip: i32,
    pub(super) joined: bool,
    pub(super) squares: String,
    pub(super) pieces: Vec<Piece>,
    pub(super) spots: Vec<Spot>,
    /// The upper left and the lower right corner of all that is drawn.
    pub(super) bounds: Option<(Point, Point)>,
    pub(super) notes: Vec<String>,
    pub(crate) trays: Vec<Tray>,
}

pub(crate) fn classes(shapes: &str) -> impl Iterator<Item = &str> {
    let lists = shapes.split(r#"class=""#).skip(1).filter_map(|rest| rest.split('"').next());
    lists.flat_map(str::split_whitespace)
}

/// A place with a name.
#[derive(Debug)]
pub(super) struct Spot {
    name: String,
    cell: Option<Cell>,
    pub(super) centre: Point,
    /// Half its size: from its centre, across and down.
    half: Point,
    /// Its shape, as the beginning of an element without a class; of an item empty.
    pub(super) shape: String,
}

impl Spot {
    pub(super) fn new(name: &str, centre: Point, half: Point) -> Self {
        Self { name: name.to_owned(), cell: None, centre, half, shape: String::new() }
    }

    fn rectangle(name: &str, (x, y): Point, half: Point, round: i32) -> Self {
        let (left, top) = (x - half.0, y - half.1);
        let (width, height) = (2 * half.0, 2 * half.1);
        let round = if round > 0 { format!(r#" rx="{round}""#) } else { String::new() };
        let shape =
            format!(r#"rect x="{left}" y="{top}" width="{width}" height="{height}"{round}"#);
        Self { shape, ..Self::new(name, (x, y), half) }
    }

    /// Whether it is a line between two cells.
    pub(super) fn is_edge(&self) -> bool {
        2 * self.half.0.min(self.half.1) == EDGE
    }

    /// The radius of a ring around the piece here.
    pub(super) fn ring(&self) -> i32 {
        (self.half.0.min(self.half.1) * 21 / 25).max(EDGE)
    }
}

/// The room between polygons and their coordinates, for the sides of the board.
const BORDER: i32 = 30;

/// The width of an edge as drawn.
const EDGE: i32 = 14;

impl Canvas {
    pub(super) fn new(size: (u8, u8), seen_from: Direction) -> Self {
        let mut canvas = Self {
            seen_from,
            size,
            cell_height: SQUARE,
            strip: 0,
            joined: false,
            squares: String::new(),
            pieces: Vec::new(),
            spots: Vec::new(),
            bounds: None,
            notes: Vec::new(),
            trays: Vec::new(),
        };
        canvas.strip = 3 * canvas.columns_and_rows().0.max(5) + 11;
        canvas
    }

    /// A canvas with a position drawn on it.
    pub(crate) fn of<G: Draw>(position: &G, seen_from: Direction) -> Self {
        let mut canvas = Self::new(position.size(), seen_from);
        position.draw(&mut canvas);
        canvas
    }

    /// The number of squares from left to right and from top to bottom.
    pub(super) fn columns_and_rows(&self) -> (i32, i32) {
        let (files, ranks) = (i32::from(self.size.0), i32::from(self.size.1));
        if self.is_upright() { (files, ranks) } else { (ranks, files) }
    }

    /// Whether files run from top to bottom.
    fn is_upright(&self) -> bool {
        matches!(self.seen_from, Direction::South | Direction::North)
    }

    /// The direction in which this direction of the board points in the picture; up is north.
    pub fn turned(&self, direction: Direction) -> Direction {
        let turns = 6 - self.seen_from as usize;
        Direction::ALL[(direction as usize + turns) % 4]
    }

    /// Makes the cells of the board, and the square for the shapes of pieces, this high instead of
    /// [`SQUARE`], from 0 to 10,000. To be called first.
    pub fn cell_height(&mut self, units: i32) {
        self.cell_height = units.clamp(0, 10_000);
    }

    /// The centre of a cell, and half its size. Beside the board cells are half as deep.
    fn extent(&self, (file, rank): Cell) -> (Point, Point) {
        let (file, rank) = (i32::from(file), i32::from(rank));
        let (files, ranks) = (i32::from(self.size.0), i32::from(self.size.1));
        let (column, row) = match self.seen_from {
            Direction::South => (file, ranks - 1 - rank),
            Direction::North => (files - 1 - file, rank),
            Direction::West => (ranks - 1 - rank, files - 1 - file),
            Direction::East => (rank, file),
        };
        let (columns, rows) = self.columns_and_rows();
        let middle = |index: i32, count: i32, side: i32| match index {
            _ if index < 0 => 60 * (index + 1) - 36,
            _ if index >= count => 60 * (index - count) + 36 + count * side,
            _ => index * side + side / 2,
        };
        let (wide, high) = ((0..columns).contains(&column), (0..rows).contains(&row));
        let half = match (wide, high) {
            (true, true) => (SQUARE / 2, self.cell_height / 2),
            _ => (if wide { 48 } else { 25 }, if high { self.cell_height / 2 - 2 } else { 25 }),
        };
        ((middle(column, columns, SQUARE), middle(row, rows, self.cell_height)), half)
    }

    fn is_beside(&self, (file, rank): Cell) -> bool {
        let within = |index: i8, count: u8| u8::try_from(index).is_ok_and(|index| index < count);
        !(within(file, self.size.0) && within(rank, self.size.1))
    }

    /// Draws a square of the board, named like `a1`.
    pub fn square(&mut self, cell: Cell, class: &str) {
        let name = square_name(cell.0.unsigned_abs(), cell.1.unsigned_abs());
        self.place(&name, cell, &format!("square {class}"));
    }

    /// Draws a cell of this name, on the board or beside it, where it is half as deep.
    pub fn place(&mut self, name: &str, cell: Cell, class: &str) {
        let (centre, half) = self.extent(cell);
        let round = if self.is_beside(cell) { 12 } else { 0 };
        let spot = Spot::rectangle(name, centre, half, round);
        self.add_place(Spot { cell: Some(cell), ..spot }, class);
    }

    /// Draws a cell of any shape and of this name. Its corners are points to the right and down from any
    /// origin, as seen from below, within ±10,000,000. A piece is put on it by [`piece_at`](Self::piece_at). Polygons with the
    /// names of squares, such as `a1`, have coordinates.
    pub fn polygon(&mut self, name: &str, corners: &[(i32, i32)], class: &str) {
        let spot = self.spot_within(name, corners);
        self.add_place(spot, &format!("square polygon {class}"));
    }

    /// Draws a shape that is no place, such as a side of the board, with corners like those of a
    /// [polygon](Self::polygon). Cells that are drawn later lie over it.
    pub fn backdrop(&mut self, corners: &[(i32, i32)], class: &str) {
        let spot = self.spot_within("", corners);
        let _ = write!(self.squares, r#"<{} class="{class}"/>"#, spot.shape);
        self.make_room(&spot);
    }

    fn spot_within(&self, name: &str, corners: &[(i32, i32)]) -> Spot {
        let corners: Vec<Point> = corners.iter().map(|&corner| self.turned_point(corner)).collect();
        let extent = |points: &mut dyn Iterator<Item = i32>| {
            let (least, most) = points.fold((i32::MAX, i32::MIN), |(a, b), x| (a.min(x), b.max(x)));
            (least.midpoint(most), most.saturating_sub(least) / 2)
        };
        let (x, across) = extent(&mut corners.iter().map(|corner| corner.0));
        let (y, down) = extent(&mut corners.iter().map(|corner| corner.1));
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let shape = format!(r#"polygon points="{}""#, points.join(" "));
        Spot { shape, ..Spot::new(name, (x, y), (across, down)) }
    }

    /// A point of a board seen from below, as seen from the side.
    fn turned_point(&self, point: Point) -> Point {
        const FAR: i32 = 10_000_000;
        let (x, y) = (point.0.clamp(-FAR, FAR), point.1.clamp(-FAR, FAR));
        match self.seen_from {
            Direction::South => (x, y),
            Direction::West => (y, -x),
            Direction::North => (-x, -y),
            Direction::East => (-y, x),
        }
    }

    fn add_place(&mut self, spot: Spot, class: &str) {
        let (Spot { shape, .. }, name) = (&spot, Escaped(&spot.name));
        let _ = write!(self.squares, r#"<{shape} class="{class}" data-place="{name}"/>"#);
        self.make_room(&spot);
        self.spots.push(spot);
    }

    /// Widens the picture so that a shape is within it.
    fn make_room(&mut self, spot: &Spot) {
        let ((x, y), (across, down)) = (spot.centre, spot.half);
        let margin = if self.joined { 12 } else { 4 };
        let corner = (x - across - margin, y - down - margin);
        let opposite = (x + across + margin, y + down + margin);
        let (least, most) = self.bounds.unwrap_or((corner, opposite));
        self.bounds = Some((
            (least.0.min(corner.0), least.1.min(corner.1)),
            (most.0.max(opposite.0), most.1.max(opposite.1)),
        ));
    }

    /// Draws something on the edge of a square, as a place of this name. Of the class `slot` it is an edge with
    /// nothing on it, of any other class it is a piece, called as its class.
    pub fn edge(&mut self, name: &str, cell: Cell, side: Direction, class: &str) {
        let ((x, y), half) = self.extent(cell);
        let (right, up) = self.turned(side).offset();
        let centre = (x + i32::from(right) * half.0, y - i32::from(up) * half.1);
        let half = if right == 0 { (half.0 - 2, EDGE / 2) } else { (EDGE / 2, half.1 - 2) };
        self.spots.push(Spot::rectangle(name, centre, half, 4));
        let shape = Spot::rectangle("", (0, 0), half, 4).shape;
        self.draw_thing(name, centre, class, "", format_args!("<{shape}/>"));
    }

    /// Draws a dot at each corner of a square of the board, for games that join them by [edges](Self::edge). To be
    /// called last, so that the dots lie above the edges.
    pub fn dots(&mut self) {
        let (columns, rows) = self.columns_and_rows();
        for (column, row) in (0..=columns).flat_map(|x| (0..=rows).map(move |y| (x, y))) {
            let (x, y) = (column * SQUARE, row * self.cell_height);
            self.draw_thing("", (x, y), "dot", "", r#"<circle r="9"/>"#);
            self.make_room(&Spot::new("", (x, y), (6, 6)));
        }
    }

    /// Draws a piece on a cell: shapes in a square of [`SQUARE`] units, and a short name of it. Around a
    /// cell beside the board, the square has the same centre.
    pub fn piece(&mut self, cell: Cell, class: &str, piece: impl Display, shapes: impl Display) {
        let spot = self.spots.iter().find(|spot| spot.cell == Some(cell));
        let place = spot.map(|spot| spot.name.clone()).unwrap_or_default();
        let high = if self.is_beside(cell) { SQUARE } else { self.cell_height };
        let (x, y) = self.extent(cell).0;
        let origin = (x - SQUARE / 2, y - high / 2);
        self.draw_thing(&place, origin, &format!("piece {class}"), piece, shapes);
    }

    /// Draws a piece in the middle of the place of this name.
    pub fn piece_at(
        &mut self,
        place: &str,
        class: &str,
        piece: impl Display,
        shapes: impl Display,
    ) {
        let centre = self.spot(place).map(|spot| spot.centre);
        let (x, y) = centre.unwrap_or_default();
        let (origin, class) = ((x - SQUARE / 2, y - SQUARE / 2), format!("piece {class}"));
        self.draw_thing(if centre.is_some() { place } else { "" }, origin, &class, piece, shapes);
    }

    /// Draws shapes from an origin, on a place or on none.
    pub(super) fn draw_thing(
        &mut self,
        place: &str,
        origin: Point,
        class: &str,
        name: impl Display,
        shapes: impl Display,
    ) {
        let [place, class] = [place, class].map(str::to_owned);
        let [name, shapes] = [name.to_string(), shapes.to_string()];
        self.pieces.push(Piece { place, name, origin, class, shapes });
    }

    /// A step over an edge of the board comes back on the other side. To be called first.
    pub fn join_edges(&mut self) {
        self.joined = true;
    }

    /// The names of all places: those of the board, then those of trays.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let items = self.trays.iter().flat_map(|tray| &tray.items).map(|item| &item.place);
        self.spots.iter().map(|spot| &spot.name).chain(items).map(String::as_str)
    }

    /// The pieces that stand on places: the names of both, that of the piece possibly empty.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pieces.iter().filter_map(|piece| Some((&*piece.place, piece.standing()?.0)))
    }

    /// The places of the board in the order in which they are drawn, each with what stands on it.
    pub(super) fn plan(&self) -> Vec<PlanPlace> {
        let beside = |spot: &Spot| spot.cell.is_some_and(|cell| self.is_beside(cell));
        let place = |spot: &Spot| PlanPlace {
            name: spot.name.clone(),
            centre: spot.centre,
            is_edge: spot.is_edge(),
            pieces: self
                .pieces
                .iter()
                .filter(|piece| piece.place == spot.name)
                .filter_map(Piece::standing)
                .map(|(name, class)| (name.to_owned(), class.to_owned()))
                .collect(),
        };
        self.spots.iter().filter(|spot| !beside(spot)).map(place).collect()
    }

    /// The classes of squares, of pieces and of the things beside the board.
    pub(crate) fn classes(&self) -> impl Iterator<Item = &str> {
        classes(&self.squares).chain(self.pieces.iter().flat_map(Piece::classes))
    }

    pub(super) fn bounds(&self) -> (Point, Point) {
        self.bounds.unwrap_or(((0, 0), (SQUARE, SQUARE)))
    }

    pub(super) fn spot(&self, name: &str) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.name == name)
    }

    /// Whether all squares are of one shade, some of them perhaps marked as the last, so that lines are to part them.
    pub(super) fn needs_grid(&self) -> bool {
        let classes = self.squares.split(r#"class="square "#).skip(1);
        let mut shades: Vec<&str> =
            classes.filter_map(|rest| rest.split([' ', '"']).next()).collect();
        shades.retain(|&shade| shade != "polygon");
        let all = |other: &str| shades.iter().all(|&shade| shade == "last" || shade == other);
        shades.len() > 1 && (all("light") || all("dark"))
    }

    /// The letters of the files and the numbers of the ranks, outside the board and the cells beside it.
    pub(super) fn coordinates(&mut self) -> String {
        let (files, ranks) = self.size;
        let (last_file, last_rank) = (files.saturating_sub(1), ranks.saturating_sub(1));
        let files = (0..files).map(|file| {
            let letter = square_name(file, 0).trim_end_matches('1').to_owned();
            (letter, [(file, 0), (file, last_rank)], self.is_upright())
        });
        let ranks = (0..ranks).map(|rank| {
            let number = (u16::from(rank) + 1).to_string();
            (number, [(0, rank), (last_file, rank)], !self.is_upright())
        });
        let beside = self.spots.iter().any(|spot| spot.cell.is_some_and(|c| self.is_beside(c)));
        let edge = beside.then(|| self.bounds());
        let (strip, size) = (self.strip, self.strip * 2 / 3);
        let mut text = String::new();
        for (label, ends, below) in files.chain(ranks) {
            let ends = ends.iter().filter_map(|&(file, rank)| self.spot(&square_name(file, rank)));
            let end = if below {
                ends.max_by_key(|spot| spot.centre.1)
            } else {
                ends.min_by_key(|spot| spot.centre.0)
            };
            let Some(spot) = end else { continue };
            let ((x, y), (across, down)) = (spot.centre, spot.half);
            let border = if spot.cell.is_none() { BORDER } else { 0 };
            let low = edge.map_or(y + down + border, |(_, (_, low))| low);
            let left = edge.map_or(x - across - border, |((left, _), _)| left);
            let (x, y) =
                if below { (x, low + strip * 3 / 4) } else { (left - strip / 2, y + size / 3) };
            let _ = write!(
                text,
                r#"<text class="label" x="{x}" y="{y}" font-size="{size}">{label}</text>"#
            );
        }
        let ((left, top), (right, bottom)) = self.bounds();
        let polygons = self.spots.first().is_some_and(|spot| spot.cell.is_none());
        let border = if polygons { BORDER / 2 } else { 0 };
        self.bounds = Some(((left - strip - border, top), (right, bottom + strip + border)));
        text
    }
}
