//! The facts of a game that a study adds up.

use std::collections::HashSet;
use std::hash::Hash;

use engine::{Game, key::key_of};

use super::EndCounts;
use crate::{GameEnd, PlayedGame};

/// The facts of a game that a [`Study`](super::Study) adds up. Collecting them takes about as long as playing
/// the game at random; [`Match::run_with`](crate::Match::run_with) does so in all threads.
#[derive(Clone, Debug)]
pub struct Facts {
    /// For every ply the seat that decided it, and the number of moves to choose from.
    pub(super) choices: Vec<(usize, u64)>,
    /// Whether a position occurred twice.
    pub(super) repeats: bool,
    /// The seat that moves first.
    pub(super) first: usize,
    pub(super) scores: Vec<f64>,
    /// The points of each seat, in a game for points that was played to the end.
    pub(super) points: Option<Vec<i32>>,
    /// Selects the counter of games that ended like this one.
    pub(super) ending: fn(&mut EndCounts) -> &mut u64,
    /// A key of the start and the moves.
    pub(super) key: u64,
}

impl Facts {
    /// The facts of a game.
    pub fn of<G: Game + Hash>(game: &PlayedGame<G>) -> Self {
        let players = game.start.players();
        let (mut choices, mut seen) = (Vec::new(), HashSet::new());
        let mut buffer = Vec::new();
        for position in game.positions() {
            seen.insert(key_of(&position));
            choices.push((position.seat_to_move(), position.count_moves(&mut buffer)));
        }
        choices.truncate(game.moves.len());
        let ending: fn(&mut EndCounts) -> &mut u64 = match &game.end {
            GameEnd::Outcome(end) | GameEnd::Adjudicated { outcome: end, .. } => match end.winner()
            {
                Some(_) => |ends| &mut ends.won,
                None => |ends| &mut ends.drawn,
            },
            GameEnd::PlyLimit => |ends| &mut ends.ply_limit,
            GameEnd::Forfeit { .. } => |ends| &mut ends.forfeited,
        };
        let points = if let GameEnd::Outcome(end) = &game.end { end.points() } else { None };
        Self {
            choices,
            repeats: seen.len() <= game.moves.len(),
            first: game.start.seat_to_move(),
            scores: (0..players.len()).filter_map(|seat| game.score(seat)).collect(),
            points: points.and_then(|points| players.iter().map(|&p| points.of(p)).collect()),
            ending,
            key: game.key(),
        }
    }
}

/// The [places](engine::svg::Draw::places) of each player's moves in a game, by seat, each once, sorted.
pub fn places_used<G: Game>(
    game: &PlayedGame<G>,
    places_of: impl Fn(&G, G::Move) -> Vec<String>,
) -> Vec<Vec<String>> {
    let mut used = vec![Vec::new(); game.start.players().len()];
    for (position, &m) in game.positions().zip(&game.moves) {
        if let Some(places) = used.get_mut(position.seat_to_move()) {
            places.extend(places_of(&position, m));
        }
    }
    for places in &mut used {
        places.sort_unstable();
        places.dedup();
    }
    used
}
