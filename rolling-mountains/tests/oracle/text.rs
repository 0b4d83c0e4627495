//! Writing positions and plies.

use super::actions::Action;
use super::board::{Direction, Edge, Side, Square};
use super::{Pawn, Phase, Stage, State};

/// The letters of the two pawns.
pub(super) const PAWNS: [char; 2] = ['L', 'R'];

/// The text of a position.
pub(super) fn write(state: &State) -> String {
    let mut fields = vec![
        ranks(state),
        walls(state),
        pawns(state),
        state.supply.to_string(),
        join(&state.mountains, ",", u32::to_string),
        join(&state.removed, ",", removed),
        state.seat.to_string(),
        state.turn.to_string(),
    ];
    fields.extend(stage(state.stage));
    fields.join(" ")
}

fn join<T>(items: &[T], between: &str, name: impl Fn(&T) -> String) -> String {
    items.iter().map(name).collect::<Vec<_>>().join(between)
}

/// The ranks from the top.
fn ranks(state: &State) -> String {
    let rows: Vec<String> = (0..state.height).rev().map(|rank| row(state, rank)).collect();
    rows.join("/")
}

/// One rank: `t` tile, `m` mountain, numbers for runs of squares with neither.
fn row(state: &State, rank: i32) -> String {
    let mut text = String::new();
    let mut run = 0;
    for file in 0..state.width {
        let square = Square { file, rank };
        let letter = if state.tiles.contains(&square) {
            't'
        } else if state.peaks.contains(&square) {
            'm'
        } else {
            run += 1;
            continue;
        };
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        text.push(letter);
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}

/// The walls. The set is sorted by file, rank, then `e` before `n`.
fn walls(state: &State) -> String {
    if state.walls.is_empty() {
        return "-".to_string();
    }
    let names: Vec<String> = state.walls.iter().map(|wall| edge(*wall)).collect();
    names.join(",")
}

fn pawns(state: &State) -> String {
    join(&state.pawns, "/", |pair| join(pair, ",", pawn))
}

fn pawn(pawn: &Pawn) -> String {
    match pawn {
        Pawn::Waiting => "-".to_string(),
        Pawn::On(at) => square(*at),
        Pawn::Out(corner) => format!("*{}", square(*corner)),
    }
}

fn removed(removed: &Option<Edge>) -> String {
    match removed {
        Some(wall) => edge(*wall),
        None => "-".to_string(),
    }
}

/// The stage, nothing at the start of a turn.
fn stage(stage: Stage) -> Option<String> {
    match stage {
        Stage::Start => None,
        Stage::ActionDone => Some("a".to_string()),
        Stage::MovementDone => Some("m".to_string()),
        Stage::Moving(motion) => {
            let phase = match motion.phase {
                Phase::Collecting => "c",
                Phase::Collected => "f",
                Phase::Dropping => "d",
            };
            let acted = if motion.acted { "a" } else { "" };
            Some(format!("{}{}{phase}{acted}", PAWNS[motion.pawn], motion.held))
        }
    }
}

/// A square: file letter and rank from 1.
fn square(square: Square) -> String {
    let letter = char::from(b'a' + square.file as u8);
    format!("{letter}{}", square.rank + 1)
}

/// An edge: its square and `n` or `e`.
fn edge(edge: Edge) -> String {
    let side = match edge.side {
        Side::East => 'e',
        Side::North => 'n',
    };
    format!("{}{side}", square(edge.square))
}

/// The ply of a step.
pub(super) fn step(pawn: usize, direction: Direction) -> String {
    let letter = match direction {
        Direction::North => 'n',
        Direction::East => 'e',
        Direction::South => 's',
        Direction::West => 'w',
    };
    format!("{}:{letter}", PAWNS[pawn])
}

/// The ply of an action.
pub(super) fn action(action: Action) -> String {
    match action {
        Action::Tile(at) => format!("t:{}", square(at)),
        Action::Wall(wall) => format!("w:{}", edge(wall)),
        Action::Remove(wall) => format!("x:{}", edge(wall)),
        Action::Mountain(at) => format!("m:{}", square(at)),
    }
}
