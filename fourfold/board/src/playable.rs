//! What a game needs to be on the page.

use std::hash::Hash;

use engine::svg::Draw;
use engine::{Game, Keyed, Start};

/// What a game needs to be on the page. Implemented by every type that has it.
pub trait Playable:
    Game<Player: Send + Sync, Move: Send + Sync>
    + Start<Rules: Send + Sync>
    + Draw
    + Keyed
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
{
}

impl<G> Playable for G where
    G: Game<Player: Send + Sync, Move: Send + Sync>
        + Start<Rules: Send + Sync>
        + Draw
        + Keyed
        + Eq
        + Hash
        + Send
        + Sync
        + 'static
{
}
