//! Actions: ruling 6.

use super::board::{
    DIRECTIONS, Edge, Square, both_sides, edges, exits, has_pawn, is_corner, neighbour, on_board,
    squares, standing, unoccupied,
};
use super::movement::can_complete;
use super::{Pawn, State};
use std::collections::BTreeSet;

#[derive(Clone, Copy)]
pub(super) enum Action {
    Tile(Square),
    Wall(Edge),
    Remove(Edge),
    Mountain(Square),
}

/// Tile: "on an unoccupied square, from the supply".
fn tile_allowed(state: &State, square: Square) -> bool {
    state.supply > 0 && unoccupied(state, square)
}

/// Wall: "on the edge between two neighbouring squares without a wall, from the supply", with the
/// two exceptions below.
fn wall_allowed(state: &State, edge: Edge) -> bool {
    state.supply > 0
        && !state.walls.contains(&edge)
        && !breaks_string(state, edge)
        && !just_removed(state, edge)
}

/// "Not where both squares hold a tile or a pawn, unless both hold pawns."
/// A tile a pawn has with it is on no square. The pawn in motion is a pawn like any other.
fn breaks_string(state: &State, edge: Edge) -> bool {
    let (one, other) = both_sides(edge);
    let holds = |square: Square| state.tiles.contains(&square) || has_pawn(state, square);
    let both_pawns = has_pawn(state, one) && has_pawn(state, other);
    holds(one) && holds(other) && !both_pawns
}

/// "Not on an edge from which any player, the mover included, removed a wall in their last
/// completed turn."
fn just_removed(state: &State, edge: Edge) -> bool {
    state.removed.contains(&Some(edge))
}

/// Removing: any wall.
fn remove_allowed(state: &State, edge: Edge) -> bool {
    state.walls.contains(&edge)
}

/// Mountain: "on any square without a pawn or a mountain", "never on a corner square".
/// A tile there does not matter. Afterwards the connections must hold.
fn mountain_allowed(state: &State, square: Square) -> bool {
    state.mountains[state.seat] > 0
        && !has_pawn(state, square)
        && !state.peaks.contains(&square)
        && !is_corner(state, square)
        && all_connected(&apply(state, Action::Mountain(square)))
}

/// "Every pawn not yet out must still be connected, around mountains and ignoring walls, tiles and
/// pawns, with every exit it may still use (a waiting pawn counts as standing on its corner)."
pub(super) fn all_connected(state: &State) -> bool {
    for seat in 0..state.pawns.len() {
        for pawn in 0..2 {
            let Some(square) = standing(state, seat, pawn) else {
                continue;
            };
            let reached = reachable(state, square);
            if exits(state, seat, pawn).iter().any(|exit| !reached.contains(exit)) {
                return false;
            }
        }
    }
    true
}

/// The squares connected with this one, around mountains.
fn reachable(state: &State, from: Square) -> BTreeSet<Square> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(square) = open.pop() {
        for direction in DIRECTIONS {
            let next = neighbour(square, direction);
            if on_board(state, next) && !state.peaks.contains(&next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

/// The board after an action of the player to move. The stage stays as it is.
fn apply(state: &State, action: Action) -> State {
    let mut after = state.clone();
    match action {
        Action::Tile(square) => {
            after.supply -= 1;
            after.tiles.insert(square);
        }
        Action::Wall(edge) => {
            after.supply -= 1;
            after.walls.insert(edge);
        }
        Action::Remove(edge) => {
            // "Its tile goes back to the supply."
            after.walls.remove(&edge);
            after.supply += 1;
        }
        Action::Mountain(square) => {
            // "A tile there being buried for good."
            after.mountains[state.seat] -= 1;
            after.tiles.remove(&square);
            after.peaks.insert(square);
        }
    }
    after
}

/// Adds an action and the board after it.
fn add(list: &mut Vec<(Action, State)>, state: &State, action: Action) {
    list.push((action, apply(state, action)));
}

/// Walls and mountains, without a look at the movement.
fn placings(state: &State) -> Vec<(Action, State)> {
    let mut list = Vec::new();
    for edge in edges(state) {
        if wall_allowed(state, edge) {
            add(&mut list, state, Action::Wall(edge));
        }
    }
    for square in squares(state) {
        if mountain_allowed(state, square) {
            add(&mut list, state, Action::Mountain(square));
        }
    }
    list
}

/// The actions after the movement, or without one: of any kind.
pub(super) fn late_actions(state: &State) -> Vec<(Action, State)> {
    let mut list = placings(state);
    for square in squares(state) {
        if tile_allowed(state, square) {
            add(&mut list, state, Action::Tile(square));
        }
    }
    for edge in edges(state) {
        if remove_allowed(state, edge) {
            add(&mut list, state, Action::Remove(edge));
        }
    }
    list
}

/// The actions before or within the movement: walls and mountains, each "legal only if the
/// movement can still be completed (before it: a movement is still possible) after the action".
pub(super) fn early_actions(state: &State) -> Vec<(Action, State)> {
    placings(state).into_iter().filter(|(_, after)| can_complete(after)).collect()
}

/// Whether both pawns of a player are out.
pub(super) fn both_out(state: &State, seat: usize) -> bool {
    state.pawns[seat].iter().all(|pawn| matches!(pawn, Pawn::Out(_)))
}
