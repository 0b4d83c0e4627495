//! Which positions are legal: ruling 10.

use super::actions::{all_connected, both_out};
use super::board::{exits_at_first, is_corner};
use super::{Pawn, Stage, State};

/// Refuses a position whose fields do not agree.
pub(super) fn check(state: &State) -> Result<(), String> {
    let rules: [(bool, &str); 9] = [
        (pawns_apart(state), "a pawn is on an occupied square"),
        (exits_fit(state), "a pawn is out through a wrong exit"),
        (!corner_peak(state), "a mountain is on a corner"),
        (all_connected(state), "a mountain cuts a pawn off from an exit"),
        (removed_edges_free(state), "a wall is on an edge it was removed from"),
        (few_enough(state), "there are too many tiles or mountains"),
        (state.seat == state.turn as usize % state.pawns.len(), "the seat does not fit the turn"),
        (winner_fits(state), "a player is out who did not move last"),
        (stage_fits(state), "the stage does not fit the pawns"),
    ];
    for (holds, complaint) in rules {
        if !holds {
            return Err(complaint.to_string());
        }
    }
    Ok(())
}

/// "Pawns on different squares without a tile or mountain."
fn pawns_apart(state: &State) -> bool {
    let mut seen = Vec::new();
    for pawn in state.pawns.iter().flatten() {
        if let Pawn::On(square) = pawn {
            if seen.contains(square) || state.tiles.contains(square) || state.peaks.contains(square)
            {
                return false;
            }
            seen.push(*square);
        }
    }
    true
}

/// "Pawns out through exits of their own (two players: the required one), not both of a player's
/// through one."
fn exits_fit(state: &State) -> bool {
    for (seat, pair) in state.pawns.iter().enumerate() {
        for (pawn, place) in pair.iter().enumerate() {
            if let Pawn::Out(corner) = place
                && !exits_at_first(state, seat, pawn).contains(corner)
            {
                return false;
            }
        }
        if both_out(state, seat) && pair[0] == pair[1] {
            return false;
        }
    }
    true
}

/// "No mountain on a corner."
fn corner_peak(state: &State) -> bool {
    state.peaks.iter().any(|square| is_corner(state, *square))
}

/// "No wall on a removed edge."
fn removed_edges_free(state: &State) -> bool {
    state.removed.iter().flatten().all(|edge| !state.walls.contains(edge))
}

/// "Supply, tiles and walls at most 60 together." The tiles a pawn has with it are tiles too.
/// The mountains left to a player are at most the 20 of ruling 1.
fn few_enough(state: &State) -> bool {
    let held = match state.stage {
        Stage::Moving(motion) => u64::from(motion.held),
        _ => 0,
    };
    let together =
        u64::from(state.supply) + state.tiles.len() as u64 + state.walls.len() as u64 + held;
    together <= 60 && state.mountains.iter().all(|left| *left <= 20)
}

/// "At most one player with both pawns out, and then the one who moved last." A win ends the turn,
/// so the next turn has not begun, and at least one turn is completed.
fn winner_fits(state: &State) -> bool {
    let players = state.pawns.len();
    let last = (state.seat + players - 1) % players;
    let over = state.stage == Stage::Start && state.turn > 0;
    (0..players).all(|seat| !both_out(state, seat) || (seat == last && over))
}

/// The pawn in motion stands on a square and has at least one tile with it.
fn stage_fits(state: &State) -> bool {
    match state.stage {
        Stage::Moving(motion) => {
            motion.held > 0 && matches!(state.pawns[state.seat][motion.pawn], Pawn::On(_))
        }
        _ => true,
    }
}
