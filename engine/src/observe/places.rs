//! The places and pieces of a game by their numbers.

use std::collections::HashMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::{DONE, Observe};
use crate::board::Direction;
use crate::svg::{Canvas, Count, Draw};

/// The places of a game, numbered, and the planes of its positions.
///
/// An action points at a place; a move is made of as many actions as tell it from all other moves.
///
/// ```
/// use engine::Game;
/// use engine::observe::{Observe, Places};
///
/// /// Plays a game with the smallest action always.
/// fn play<G: Observe>(position: &mut G) {
///     let places = Places::of(position);
///     let mut actions = Vec::new();
///     while position.outcome().is_none() {
///         let mut pointing = places.begin(position);
///         loop {
///             pointing.actions(&mut actions);
///             let Some(&action) = actions.first() else { return };
///             if let Some(number) = pointing.point(action) {
///                 position.play_unchecked(position.legal_moves()[number]);
///                 break;
///             }
///         }
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Places {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
    pieces: HashMap<String, usize>,
    planes: Vec<String>,
    done: Option<u16>,
    /// The plane of the first piece, and the plane of the things beside the board.
    first_piece: usize,
    beside: usize,
}

impl Places {
    /// The places of the game of a position, the same for all positions of the game.
    pub fn of<G: Observe>(position: &G) -> Self {
        let names = position.all_places();
        let numbers: HashMap<_, _> = names.iter().cloned().zip(0..).collect();
        let done = numbers.get(DONE).copied();
        let seats = position.players().iter().map(|player| format!("{player} to move"));
        let mut planes: Vec<String> = seats.collect();
        let first_piece = planes.len();
        planes.extend(position.all_pieces());
        let pieces = planes[first_piece..].iter().cloned().zip(0..).collect();
        let beside = planes.len();
        planes.extend(["beside the board".to_owned(), "pointed at".to_owned()]);
        planes.extend(counts(position).into_iter().map(|count| count.name));
        Self { names, numbers, pieces, planes, done, first_piece, beside }
    }

    /// The names of the places, in the order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the place of this name.
    pub fn number(&self, name: &str) -> Option<u16> {
        self.numbers.get(name).copied()
    }

    /// The contents of the planes of a position: the player to move, each piece where it stands, the number
    /// of things beside the board, the places pointed at so far, and each count as a part of the largest.
    pub fn planes(&self) -> &[String] {
        &self.planes
    }

    /// Hands out what the [planes](Self::planes) of a position have but zeros, where `pointed` are the places
    /// pointed at so far: cells, counted from the first plane to the last, each plane with one for every place,
    /// and the number in all of them; of cells that come again the later one. Numbers that do not fit are left out.
    pub fn observe<G: Observe>(&self, position: &G, pointed: &[u16], write: &mut Write<'_>) {
        let mut planes = Planes { all: self, write };
        planes.fill(position.seat_to_move(), 0..self.names.len(), 1.0);
        position.show(&mut planes);
        for &place in pointed {
            planes.set(self.beside + 1, place.into(), 1.0);
        }
    }

    /// The number of the first plane of a count.
    pub fn first_count(&self) -> usize {
        self.beside + 2
    }

    /// The planes with the numbers that `show` writes.
    pub(crate) fn shown(&self, show: impl FnOnce(&mut Planes<'_>)) -> Vec<f32> {
        let mut planes = vec![0.0; self.planes.len() * self.names.len()];
        show(&mut Planes { all: self, write: &mut |cells, value| planes[cells].fill(value) });
        planes
    }

    /// Begins a move of a running position. Places that leave no choice are skipped.
    pub fn begin<G: Observe>(&self, position: &G) -> Pointing {
        let mut pointing = Pointing::default();
        self.begin_in(position, &mut pointing);
        pointing
    }

    /// Like [`begin`](Self::begin), in the memory of another move.
    pub fn begin_in<G: Observe>(&self, position: &G, pointing: &mut Pointing) {
        let Pointing { places, left, known, done } = pointing;
        places.clear();
        left.clear();
        (*known, *done) = (0, self.done);
        for (number, m) in position.legal_moves().into_iter().enumerate() {
            let start = places.len();
            position.place_numbers(m, self, places);
            left.push(Line { number, start, end: places.len() });
        }
        pointing.pass_over();
        if let [only] = pointing.left[..] {
            pointing.known = pointing.list(only).len().saturating_sub(1);
        }
    }
}

/// Takes a number for a range of cells.
pub type Write<'a> = dyn FnMut(Range<usize>, f32) + 'a;

/// The planes of numbers on which a position [shows](Observe::show) itself. Numbers out of range are left out.
pub struct Planes<'a> {
    all: &'a Places,
    write: &'a mut Write<'a>,
}

impl Planes<'_> {
    fn set(&mut self, plane: usize, at: usize, value: f32) {
        self.fill(plane, at..at.saturating_add(1), value);
    }

    fn fill(&mut self, plane: usize, places: Range<usize>, value: f32) {
        let width = self.all.names.len();
        if plane < self.all.planes.len() && places.end <= width {
            let first = plane * width;
            (self.write)(first + places.start..first + places.end, value);
        }
    }

    /// A piece, by its number in [`Observe::all_pieces`], on a place, by its number in [`Observe::all_places`].
    pub fn piece(&mut self, piece: usize, place: usize) {
        if piece < self.all.beside - self.all.first_piece {
            self.set(self.all.first_piece + piece, place, 1.0);
        }
    }

    /// The number of things on a place beside the board.
    pub fn beside(&mut self, place: usize, count: usize) {
        self.set(self.all.beside, place, count as f32);
    }

    /// The counts of the [draft](crate::svg::Draft::counts), each with the largest there is.
    pub fn counts(&mut self, counts: &[(u32, u32)]) {
        for (plane, &(value, most)) in (self.all.first_count()..).zip(counts) {
            self.fill(plane, 0..self.all.names.len(), value as f32 / most.max(1) as f32);
        }
    }

    /// All that the picture and the draft of a position have.
    pub fn picture<G: Draw>(&mut self, position: &G) {
        let (all, canvas) = (self.all, Canvas::of(position, Direction::South));
        for (place, piece) in canvas.standing() {
            if let (Some(&piece), Some(place)) = (all.pieces.get(piece), all.number(place)) {
                self.piece(piece, place.into());
            }
        }
        for item in canvas.trays.iter().flat_map(|tray| &tray.items) {
            if let Some(place) = all.number(&item.place) {
                self.beside(place.into(), item.count);
            }
        }
        let counts = counts(position).into_iter().map(|count| (count.value, count.most));
        self.counts(&counts.collect::<Vec<_>>());
    }
}

fn counts<G: Draw>(position: &G) -> Vec<Count> {
    position.draft().map(|draft| draft.counts()).unwrap_or_default()
}

/// A move that is being made, place by place.
#[derive(Clone, Debug, Default)]
pub struct Pointing {
    /// The places of all moves, one list after the other.
    places: Vec<u16>,
    /// The moves whose lists begin with the places pointed at.
    left: Vec<Line>,
    known: usize,
    done: Option<u16>,
}

/// A move by its number, and the range of its list of places.
#[derive(Clone, Copy, Debug)]
struct Line {
    number: usize,
    start: usize,
    end: usize,
}

impl Pointing {
    fn list(&self, line: Line) -> &[u16] {
        &self.places[line.start..line.end]
    }

    /// The action by which a move continues.
    fn next(&self, line: Line) -> Option<u16> {
        self.list(line).get(self.known).copied().or(self.done)
    }

    /// Points at the places that all moves have in common.
    fn pass_over(&mut self) {
        let [first, others @ ..] = &self.left[..] else { return };
        let common = |&known: &usize| {
            let place = self.list(*first).get(known);
            others.iter().all(|&other| self.list(other).get(known) == place)
        };
        let longest = self.list(*first).len();
        self.known = (self.known..longest).find(|known| !common(known)).unwrap_or(longest);
    }

    /// The places pointed at so far, those without a choice among them.
    pub fn pointed(&self) -> &[u16] {
        self.left.first().map_or(&[], |&first| &self.list(first)[..self.known])
    }

    /// Lists the actions by which a legal move continues, in order; none if the game is over.
    pub fn actions(&self, actions: &mut Vec<u16>) {
        let mut words = SmallVec::<[u64; 4]>::new();
        for action in self.left.iter().filter_map(|&line| self.next(line)) {
            let word = usize::from(action / 64);
            if word >= words.len() {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << (action % 64);
        }
        actions.clear();
        actions.reserve(words.iter().map(|word| word.count_ones() as usize).sum());
        for (index, mut word) in words.into_iter().enumerate() {
            while word != 0 {
                actions.push((64 * index) as u16 + word.trailing_zeros() as u16);
                word &= word - 1;
            }
        }
    }

    /// Points at a place; if only one move is left, returns its number among the legal moves. An action that
    /// is none of the [actions](Self::actions) changes nothing.
    pub fn point(&mut self, action: u16) -> Option<usize> {
        let goes_on = |pointing: &Self, line| pointing.next(line) == Some(action);
        if !self.left.iter().any(|&line| goes_on(self, line)) {
            return None;
        }
        let mut left = std::mem::take(&mut self.left);
        left.retain(|&line| goes_on(self, line));
        self.left = left;
        if let [only] = self.left[..] {
            return Some(only.number);
        }
        self.known += 1;
        self.pass_over();
        None
    }
}
