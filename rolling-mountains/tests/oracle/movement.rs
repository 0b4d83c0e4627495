//! Movement: ruling 5.

use super::board::{
    DIRECTIONS, Direction, Square, edge_towards, entry, exits, forward, has_pawn, neighbour,
    on_board,
};
use super::{Motion, Pawn, Phase, Stage, State};

/// What one step leads to.
pub(super) enum Step {
    /// The movement goes on. The stage of the state is `Moving`.
    Goes(State),
    /// The movement is complete. The stage of the state is still the one before the step.
    Complete(State),
}

/// One step of a pawn of the player to move, if the board allows it.
/// Whether the movement can be completed afterwards is not asked here.
fn try_step(state: &State, pawn: usize, direction: Direction) -> Option<Step> {
    match state.stage {
        Stage::MovementDone => None,
        Stage::Start => first_step(state, pawn, direction, false),
        Stage::ActionDone => first_step(state, pawn, direction, true),
        Stage::Moving(motion) if motion.pawn == pawn => further_step(state, motion, direction),
        Stage::Moving(_) => None,
    }
}

/// The first step of a movement.
fn first_step(state: &State, pawn: usize, direction: Direction, acted: bool) -> Option<Step> {
    let nothing_yet = Motion { pawn, held: 0, phase: Phase::Collecting, acted };
    match state.pawns[state.seat][pawn] {
        // "A pawn that has exited never moves again."
        Pawn::Out(_) => None,
        // "Its first step is onto its corner square." Ruling 3.
        Pawn::Waiting => {
            if direction != forward(state.pawns.len(), state.seat) {
                return None;
            }
            collect(state, nothing_yet, entry(state, state.seat, pawn))
        }
        Pawn::On(_) => further_step(state, nothing_yet, direction),
    }
}

/// A step of a pawn on the board.
fn further_step(state: &State, motion: Motion, direction: Direction) -> Option<Step> {
    let Pawn::On(from) = state.pawns[state.seat][motion.pawn] else {
        return None;
    };
    if direction == forward(state.pawns.len(), state.seat)
        && exits(state, state.seat, motion.pawn).contains(&from)
    {
        return Some(exit(state, motion));
    }
    let to = neighbour(from, direction);
    if !on_board(state, to) || state.walls.contains(&edge_towards(from, direction)) {
        return None;
    }
    match motion.phase {
        Phase::Collecting => collect(state, motion, to),
        Phase::Collected | Phase::Dropping => drop(state, motion, to),
    }
}

/// "Never onto a mountain or another pawn."
fn blocked(state: &State, to: Square) -> bool {
    state.peaks.contains(&to) || has_pawn(state, to)
}

/// A collecting step.
fn collect(state: &State, motion: Motion, to: Square) -> Option<Step> {
    if blocked(state, to) {
        return None;
    }
    let mut after = state.clone();
    after.pawns[state.seat][motion.pawn] = Pawn::On(to);
    if after.tiles.remove(&to) {
        // It takes the tile along and must step again.
        after.stage =
            Stage::Moving(Motion { held: motion.held + 1, phase: Phase::Collecting, ..motion });
        Some(Step::Goes(after))
    } else if motion.held == 0 {
        // "If nothing was collected the movement is complete there."
        Some(Step::Complete(after))
    } else {
        after.stage = Stage::Moving(Motion { phase: Phase::Collected, ..motion });
        Some(Step::Goes(after))
    }
}

/// A drop step. It always goes to an unoccupied square.
fn drop(state: &State, motion: Motion, to: Square) -> Option<Step> {
    if blocked(state, to) || state.tiles.contains(&to) {
        return None;
    }
    let mut after = state.clone();
    let mut held = motion.held;
    if motion.phase == Phase::Dropping {
        // "Before every further step it leaves one tile where it stands."
        leave_tile(&mut after, motion.pawn);
        held -= 1;
    }
    after.pawns[state.seat][motion.pawn] = Pawn::On(to);
    if held == 0 {
        return Some(Step::Complete(after));
    }
    after.stage = Stage::Moving(Motion { held, phase: Phase::Dropping, ..motion });
    Some(Step::Goes(after))
}

/// An exit. "Once it has made a drop step, it leaves one tile on the corner first. Tiles still
/// held are out of the game. The movement is complete."
fn exit(state: &State, motion: Motion) -> Step {
    let Pawn::On(from) = state.pawns[state.seat][motion.pawn] else {
        panic!("an exit is made from a square");
    };
    let mut after = state.clone();
    if motion.phase == Phase::Dropping {
        leave_tile(&mut after, motion.pawn);
    }
    after.pawns[state.seat][motion.pawn] = Pawn::Out(from);
    Step::Complete(after)
}

/// Puts one tile on the square of the pawn in motion.
fn leave_tile(state: &mut State, pawn: usize) {
    if let Pawn::On(square) = state.pawns[state.seat][pawn] {
        state.tiles.insert(square);
    }
}

/// Whether the movement can be completed after this step.
fn completes(step: &Step) -> bool {
    match step {
        Step::Complete(_) => true,
        Step::Goes(state) => can_complete(state),
    }
}

/// Whether some sequence of steps completes the movement that is under way, or, if none is under
/// way, whether a movement is possible. No action can help a movement, so only steps are tried.
pub(super) fn can_complete(state: &State) -> bool {
    for pawn in 0..2 {
        for direction in DIRECTIONS {
            if let Some(step) = try_step(state, pawn, direction)
                && completes(&step)
            {
                return true;
            }
        }
    }
    false
}

/// "A step is legal only if the movement can still be completed after it."
pub(super) fn legal_steps(state: &State) -> Vec<(usize, Direction, Step)> {
    let mut steps = Vec::new();
    for pawn in 0..2 {
        for direction in DIRECTIONS {
            if let Some(step) = try_step(state, pawn, direction)
                && completes(&step)
            {
                steps.push((pawn, direction, step));
            }
        }
    }
    steps
}
