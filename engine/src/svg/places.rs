//! The places of a game as numbers, for programs that learn: a small fixed set of actions for every game,
//! and positions as planes of numbers.

use std::collections::HashMap;

use super::canvas::Canvas;
use super::{Draw, Tray};
use crate::board::Direction;

/// The place that ends a list of places where another list goes on: see [`Draw::all_places`].
pub const DONE: &str = "done";

/// The places of a game, numbered, and the planes of its positions.
///
/// An action points at a place, and a move is made of as many as are needed to tell it from all others. So
/// a few actions make every move of a game, chains of jumps among them.
///
/// ```
/// use engine::Game;
/// use engine::svg::{Draw, Places};
///
/// /// Plays a game with the smallest action always.
/// fn play<G: Draw>(position: &mut G) {
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
}

impl Places {
    /// The places of the game of a position, the same for all positions of the game.
    pub fn of<G: Draw>(position: &G) -> Self {
        let names = position.all_places();
        let numbers = names.iter().cloned().zip(0..).collect();
        let seats = position.players().iter().map(|player| format!("{player} to move"));
        let mut planes: Vec<String> = seats.collect();
        let mut pieces = HashMap::new();
        for piece in position.all_pieces() {
            pieces.insert(piece.clone(), planes.len());
            planes.push(piece);
        }
        planes.extend(["beside the board".to_owned(), "pointed at".to_owned()]);
        let counts = position.draft().map(|draft| draft.counts()).unwrap_or_default();
        planes.extend(counts.into_iter().map(|count| count.name));
        Self { names, numbers, pieces, planes }
    }

    /// The names of the places, in the order of their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the place of this name.
    pub fn number(&self, name: &str) -> Option<u16> {
        self.numbers.get(name).copied()
    }

    /// What the planes of a position show: who is to move, each piece where it stands, how many things lie
    /// beside the board, the places pointed at so far, and each count as a part of the largest.
    pub fn planes(&self) -> &[String] {
        &self.planes
    }

    /// Writes the [planes](Self::planes) of a position, each with one number for every place, where
    /// `pointed` are the places pointed at so far. What does not fit is left out.
    pub fn observe<G: Draw>(&self, position: &G, pointed: &[u16], planes: &mut [f32]) {
        planes.fill(0.0);
        let width = self.names.len().max(1);
        let mut planes: Vec<&mut [f32]> = planes.chunks_mut(width).collect();
        let mut set = |plane: usize, place: u16, value: f32| {
            let cell = planes.get_mut(plane).and_then(|plane| plane.get_mut(usize::from(place)));
            if let Some(cell) = cell {
                *cell = value;
            }
        };
        let all = 0..self.names.len() as u16;
        all.clone().for_each(|place| set(position.seat_to_move(), place, 1.0));
        let canvas = drawn(position);
        for (place, piece) in canvas.standing() {
            if let (Some(&plane), Some(place)) = (self.pieces.get(piece), self.number(place)) {
                set(plane, place, 1.0);
            }
        }
        let counts = position.draft().map(|draft| draft.counts()).unwrap_or_default();
        let beside = self.planes.len() - counts.len().min(self.planes.len() - 2) - 2;
        for item in canvas.trays.iter().flat_map(|tray| &tray.items) {
            if let Some(place) = self.number(&item.place) {
                set(beside, place, item.count as f32);
            }
        }
        for &place in pointed {
            set(beside + 1, place, 1.0);
        }
        for (plane, count) in (beside + 2..).zip(counts) {
            let part = count.value as f32 / count.most.max(1) as f32;
            all.clone().for_each(|place| set(plane, place, part));
        }
    }

    /// Begins a move of a running position. Places that leave no choice are passed over.
    pub fn begin<G: Draw>(&self, position: &G) -> Pointing {
        let mut pointing = Pointing::default();
        self.begin_in(position, &mut pointing);
        pointing
    }

    /// The same in the memory of another move.
    pub fn begin_in<G: Draw>(&self, position: &G, pointing: &mut Pointing) {
        pointing.clear();
        for m in position.legal_moves() {
            pointing.left.push(pointing.ends.len());
            position.place_numbers(m, self, &mut pointing.places);
            pointing.ends.push(pointing.places.len());
        }
        pointing.done = self.number(DONE);
        pointing.pass_over();
        if let [only] = pointing.left[..] {
            pointing.known = pointing.list(only).len().saturating_sub(1);
        }
    }
}

/// The names of all places that the picture of a position has, those of trays last.
pub(super) fn drawn_places<G: Draw>(position: &G) -> Vec<String> {
    let canvas = drawn(position);
    let beside = canvas.trays.iter().flat_map(|Tray { items, .. }| items);
    let beside = beside.map(|item| item.place.clone());
    canvas.names().map(str::to_owned).chain(beside).collect()
}

fn drawn<G: Draw>(position: &G) -> Canvas {
    let mut canvas = Canvas::new(position.size(), Direction::South);
    position.draw(&mut canvas);
    canvas
}

/// A move that is being made, place by place.
#[derive(Clone, Debug, Default)]
pub struct Pointing {
    /// The places of all moves, one list after the other.
    places: Vec<u16>,
    /// Where the list of each move ends.
    ends: Vec<usize>,
    /// The numbers of the moves whose lists begin with the places pointed at.
    left: Vec<usize>,
    known: usize,
    done: Option<u16>,
}

impl Pointing {
    fn clear(&mut self) {
        self.places.clear();
        self.ends.clear();
        self.left.clear();
        self.known = 0;
    }

    fn list(&self, index: usize) -> &[u16] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.places[start..self.ends[index]]
    }

    /// The action by which a move goes on.
    fn next(&self, index: usize) -> Option<u16> {
        self.list(index).get(self.known).copied().or(self.done)
    }

    /// Points at what all moves have in common.
    fn pass_over(&mut self) {
        let [first, others @ ..] = &self.left[..] else { return };
        let common = |&known: &usize| {
            let place = self.list(*first).get(known);
            place.is_some() && others.iter().all(|&other| self.list(other).get(known) == place)
        };
        let longest = self.list(*first).len();
        self.known = (self.known..longest).find(|known| !common(known)).unwrap_or(longest);
    }

    /// The places pointed at so far, those without a choice among them.
    pub fn pointed(&self) -> &[u16] {
        self.left.first().map_or(&[], |&first| &self.list(first)[..self.known])
    }

    /// Lists the actions by which a legal move goes on, in order; none if the game is over.
    pub fn actions(&self, actions: &mut Vec<u16>) {
        actions.clear();
        actions.extend(self.left.iter().filter_map(|&index| self.next(index)));
        actions.sort_unstable();
        actions.dedup();
    }

    /// Points at a place; if only one move is left, returns its number among the legal moves. An action that
    /// is none of the [actions](Self::actions) changes nothing.
    pub fn point(&mut self, action: u16) -> Option<usize> {
        let mut left = std::mem::take(&mut self.left);
        if left.iter().any(|&index| self.next(index) == Some(action)) {
            left.retain(|&index| self.next(index) == Some(action));
            self.left = left;
            if let [only] = self.left[..] {
                return Some(only);
            }
            self.known += 1;
            self.pass_over();
        } else {
            self.left = left;
        }
        None
    }
}
