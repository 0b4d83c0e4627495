//! Reading positions. Only the shape is checked here; writing the position again must give the
//! same text, and ruling 10 is checked in `legality`.

use super::board::{Edge, Side, Square, both_sides, on_board};
use super::text::PAWNS;
use super::{Motion, Pawn, Phase, Rules, Stage, State};
use std::collections::BTreeSet;

/// Reads the eight or nine fields.
pub(super) fn read(text: &str, rules: Rules) -> Result<State, String> {
    let fields: Vec<&str> = text.split(' ').collect();
    if fields.len() != 8 && fields.len() != 9 {
        return Err("there must be eight or nine fields".to_string());
    }
    let pairs: Vec<&str> = fields[2].split('/').collect();
    let players = pairs.len();
    if !(2..=4).contains(&players) {
        return Err("there must be two to four players".to_string());
    }
    let mut state = empty_board(fields[0], rules)?;
    for name in list(fields[1]) {
        let wall = edge(&state, name)?;
        state.walls.insert(wall);
    }
    for pair in pairs {
        let pawns = pair_of_pawns(&state, pair)?;
        state.pawns.push(pawns);
    }
    state.supply = number(fields[3])?;
    for part in fields[4].split(',') {
        state.mountains.push(number(part)?);
    }
    for part in fields[5].split(',') {
        let removed = match part {
            "-" => None,
            name => Some(edge(&state, name)?),
        };
        state.removed.push(removed);
    }
    if state.mountains.len() != players || state.removed.len() != players {
        return Err("the number of players differs between the fields".to_string());
    }
    state.seat = number(fields[6])? as usize;
    state.turn = number(fields[7])?;
    if let Some(name) = fields.get(8) {
        state.stage = stage(name)?;
    }
    Ok(state)
}

/// A state with the ranks read and everything else still empty.
fn empty_board(text: &str, rules: Rules) -> Result<State, String> {
    let rows: Vec<&str> = text.split('/').collect();
    let height = rows.len() as i32;
    let mut state = State {
        rules,
        width: 0,
        height,
        tiles: BTreeSet::new(),
        peaks: BTreeSet::new(),
        walls: BTreeSet::new(),
        pawns: Vec::new(),
        supply: 0,
        mountains: Vec::new(),
        removed: Vec::new(),
        seat: 0,
        turn: 0,
        stage: Stage::Start,
    };
    for (from_top, row) in rows.iter().enumerate() {
        let rank = height - 1 - from_top as i32;
        let width = read_row(&mut state, row, rank)?;
        if from_top > 0 && width != state.width {
            return Err("the ranks differ in length".to_string());
        }
        state.width = width;
    }
    if !(3..=11).contains(&state.width) || !(3..=11).contains(&height) {
        return Err("the board must be from 3 to 11 squares wide and high".to_string());
    }
    Ok(state)
}

/// Reads one rank and says how wide it is.
fn read_row(state: &mut State, row: &str, rank: i32) -> Result<i32, String> {
    let mut file = 0;
    let mut digits = String::new();
    for letter in row.chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        file += run(&digits)?;
        digits.clear();
        let square = Square { file, rank };
        match letter {
            't' => state.tiles.insert(square),
            'm' => state.peaks.insert(square),
            _ => return Err(format!("unknown letter {letter} in the ranks")),
        };
        file += 1;
    }
    Ok(file + run(&digits)?)
}

/// The length of a run of squares, 0 if there is none.
fn run(digits: &str) -> Result<i32, String> {
    if digits.is_empty() {
        return Ok(0);
    }
    match digits.parse::<i32>() {
        Ok(length) if (1..=11).contains(&length) => Ok(length),
        _ => Err(format!("bad number {digits} in the ranks")),
    }
}

/// The parts of a list, none for `-`.
fn list(text: &str) -> Vec<&str> {
    if text == "-" { Vec::new() } else { text.split(',').collect() }
}

fn number(text: &str) -> Result<u32, String> {
    if text.is_empty() || !text.chars().all(|letter| letter.is_ascii_digit()) {
        return Err(format!("{text} is not a number"));
    }
    text.parse().map_err(|_| format!("the number {text} is too large"))
}

/// A square on the board.
fn square(state: &State, text: &str) -> Result<Square, String> {
    let bad = || format!("{text} is not a square of the board");
    let letter = text.chars().next().ok_or_else(bad)?;
    if !letter.is_ascii_lowercase() {
        return Err(bad());
    }
    let rank = number(&text[1..]).map_err(|_| bad())?;
    if !(1..=11).contains(&rank) {
        return Err(bad());
    }
    let square = Square { file: letter as i32 - 'a' as i32, rank: rank as i32 - 1 };
    if on_board(state, square) { Ok(square) } else { Err(bad()) }
}

/// An edge between two squares of the board.
fn edge(state: &State, text: &str) -> Result<Edge, String> {
    let bad = || format!("{text} is not an edge between two squares");
    let (name, side) = if let Some(name) = text.strip_suffix('e') {
        (name, Side::East)
    } else if let Some(name) = text.strip_suffix('n') {
        (name, Side::North)
    } else {
        return Err(bad());
    };
    let edge = Edge { square: square(state, name)?, side };
    if on_board(state, both_sides(edge).1) { Ok(edge) } else { Err(bad()) }
}

fn pair_of_pawns(state: &State, text: &str) -> Result<[Pawn; 2], String> {
    match text.split(',').collect::<Vec<_>>()[..] {
        [left, right] => Ok([pawn(state, left)?, pawn(state, right)?]),
        _ => Err(format!("{text} does not name two pawns")),
    }
}

fn pawn(state: &State, text: &str) -> Result<Pawn, String> {
    if text == "-" {
        Ok(Pawn::Waiting)
    } else if let Some(corner) = text.strip_prefix('*') {
        Ok(Pawn::Out(square(state, corner)?))
    } else {
        Ok(Pawn::On(square(state, text)?))
    }
}

fn stage(text: &str) -> Result<Stage, String> {
    match text {
        "a" => Ok(Stage::ActionDone),
        "m" => Ok(Stage::MovementDone),
        _ => moving(text).ok_or_else(|| format!("{text} is not a stage")),
    }
}

/// The pawn in motion, its tiles, the phase, and `a` if the action is done.
fn moving(text: &str) -> Option<Stage> {
    let (rest, acted) = match text.strip_suffix('a') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let pawn = PAWNS.iter().position(|letter| rest.starts_with(*letter))?;
    let phase = match rest.chars().last()? {
        'c' => Phase::Collecting,
        'f' => Phase::Collected,
        'd' => Phase::Dropping,
        _ => return None,
    };
    let held = number(&rest[1..rest.len() - 1]).ok()?;
    Some(Stage::Moving(Motion { pawn, held, phase, acted }))
}
