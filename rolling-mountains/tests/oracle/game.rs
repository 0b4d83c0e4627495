//! Turns and results: rulings 5 to 9.

use super::actions::{Action, both_out, early_actions, late_actions};
use super::board::Edge;
use super::movement::{Step, can_complete, legal_steps};
use super::{Motion, Placing, Stage, State, text};

const COLOURS: [&str; 4] = ["red", "yellow", "blue", "green"];

/// How the game ended, or nothing while it runs. A win in the last turn stands.
pub(super) fn result(state: &State) -> Option<String> {
    let winner = (0..state.pawns.len()).find(|seat| both_out(state, *seat));
    if let Some(seat) = winner {
        return Some(format!("{} wins", COLOURS[seat]));
    }
    if limit_reached(state) || nobody_can_do_anything(state) {
        return Some("draw".to_string());
    }
    None
}

/// Ruling 9: as many turns as the limit have been completed.
fn limit_reached(state: &State) -> bool {
    state.rules.turn_limit.is_some_and(|limit| state.turn >= limit)
}

/// Ruling 9: at the start of a turn, "every player, were it their turn, would have nothing but
/// `pass`".
fn nobody_can_do_anything(state: &State) -> bool {
    state.stage == Stage::Start
        && (0..state.pawns.len()).all(|seat| {
            let mut other = state.clone();
            other.seat = seat;
            !can_complete(&other) && late_actions(&other).is_empty()
        })
}

/// All legal plies, each with the position after it.
pub(super) fn plies(state: &State) -> Vec<(String, State)> {
    if result(state).is_some() {
        return Vec::new();
    }
    match state.stage {
        Stage::Start if can_complete(state) => {
            let mut list = steps(state);
            list.extend(before_movement(state));
            list
        }
        // "If no movement is possible at the start of the turn, the turn is the action alone (of
        // any kind)." Ruling 7.
        Stage::Start => last_action(state),
        Stage::ActionDone => steps(state),
        Stage::MovementDone => last_action(state),
        Stage::Moving(motion) => {
            let mut list = steps(state);
            list.extend(within_movement(state, motion));
            list
        }
    }
}

/// The steps, each with what follows it.
fn steps(state: &State) -> Vec<(String, State)> {
    let mut list = Vec::new();
    for (pawn, direction, step) in legal_steps(state) {
        let after = match step {
            Step::Goes(after) => after,
            Step::Complete(after) => movement_done(after),
        };
        list.push((text::step(pawn, direction), after));
    }
    list
}

/// Whether the action of the turn is done.
fn acted(state: &State) -> bool {
    match state.stage {
        Stage::Start | Stage::MovementDone => false,
        Stage::ActionDone => true,
        Stage::Moving(motion) => motion.acted,
    }
}

/// The movement is complete. "The player whose second pawn exits wins at once; no action follows."
/// Otherwise the action is due, or if it is done the turn is over.
fn movement_done(mut state: State) -> State {
    if both_out(&state, state.seat) || acted(&state) {
        return end_turn(state, None);
    }
    state.stage = Stage::MovementDone;
    state
}

/// Actions before the movement. With either `placing`.
fn before_movement(state: &State) -> Vec<(String, State)> {
    let mut list = Vec::new();
    for (action, mut after) in early_actions(state) {
        after.stage = Stage::ActionDone;
        list.push((text::action(action), after));
    }
    list
}

/// Actions between two steps of a movement. Only with `any_time`, and one action a turn.
fn within_movement(state: &State, motion: Motion) -> Vec<(String, State)> {
    if state.rules.placing != Placing::AnyTime || motion.acted {
        return Vec::new();
    }
    let mut list = Vec::new();
    for (action, mut after) in early_actions(state) {
        after.stage = Stage::Moving(Motion { acted: true, ..motion });
        list.push((text::action(action), after));
    }
    list
}

/// The action that ends the turn, of any kind. If there is none, "the only move is `pass`".
fn last_action(state: &State) -> Vec<(String, State)> {
    let mut list = Vec::new();
    for (action, after) in late_actions(state) {
        let removed = match action {
            Action::Remove(edge) => Some(edge),
            Action::Tile(_) | Action::Wall(_) | Action::Mountain(_) => None,
        };
        list.push((text::action(action), end_turn(after, removed)));
    }
    if list.is_empty() {
        list.push(("pass".to_string(), end_turn(state.clone(), None)));
    }
    list
}

/// The turn is completed. `removed` of the player who moved becomes the wall just removed, or
/// nothing. The next player is to move.
fn end_turn(mut state: State, removed: Option<Edge>) -> State {
    state.removed[state.seat] = removed;
    state.seat = (state.seat + 1) % state.pawns.len();
    state.turn += 1;
    state.stage = Stage::Start;
    state
}

/// The number of sequences of plies of this length.
pub(super) fn perft(state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let plies = plies(state);
    if depth == 1 {
        return plies.len() as u64;
    }
    plies.iter().map(|(_, after)| perft(after, depth - 1)).sum()
}
