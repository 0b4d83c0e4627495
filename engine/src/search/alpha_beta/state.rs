//! A search at work: its state, and its questions about a node.

use super::marks::Marks;
use super::order::Buffers;
use super::table::{Found, Table};
use super::{Settings, Variation};
use crate::game::Keyed;
use crate::search::evaluate::Evaluator;
use crate::search::limits::{Limits, Watch};
use crate::search::window::Window;

/// A search at work. Negamax (alpha-beta with scores seen from the player to move) between two sides: the
/// player to move at the root, and all opponents.
pub(super) struct Negamax<'s, G: Keyed, E> {
    pub(super) evaluator: &'s E,
    pub(super) table: &'s Table,
    pub(super) buffers: &'s mut Buffers<G::Move>,
    pub(super) settings: Settings,
    pub(super) watch: Watch<'s>,
    /// The nodes at which other threads are, if there are any.
    pub(super) marks: Option<&'s Marks>,
    /// The player to move at the root.
    pub(super) us: G::Player,
    /// Mixed into the keys of positions: with more than two players a position has other scores for
    /// each of us.
    pub(super) salt: Option<u64>,
    /// The most plies from the root to which a line is extended.
    pub(super) most_plies: u16,
    /// The result of the line at work so far, should it be interrupted.
    pub(super) provisional: Option<Variation<G::Move>>,
}

/// The question about a position: 16 bytes, so that two registers hold it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: u16,
    /// The number of plies that noisy moves are followed beyond the depth.
    pub(super) noise: u16,
    pub(super) ply: u16,
    pub(super) window: Window,
}

impl Node {
    pub(super) fn root(depth: u32, window: Window) -> Self {
        // Neither is more than a thousand.
        let (depth, noise) = (depth as u16, Limits::QUIESCENCE_PLIES as u16);
        Self { depth, noise, ply: 0, window }
    }
}

/// The best of the moves tried.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) found: Found,
    /// Its number in the list; `None` for standing pat.
    pub(super) number: Option<usize>,
}

impl<'s, G: Keyed, E: Evaluator<G>> Negamax<'s, G, E> {
    pub(super) fn new(
        position: &G,
        (evaluator, table): (&'s E, &'s Table),
        buffers: &'s mut Buffers<G::Move>,
        settings: Settings,
        watch: Watch<'s>,
    ) -> Self {
        buffers.reset();
        let (us, players) = (position.turn(), position.players());
        let seat = players.iter().position(|&player| player == us);
        Self {
            evaluator,
            table,
            buffers,
            settings,
            watch,
            marks: None,
            us,
            salt: seat.filter(|_| players.len() > 2).map(|seat| seat as u64),
            most_plies: 0,
            provisional: None,
        }
    }
}
