//! Positions as text.

use std::collections::BTreeSet;

use super::{
    Cell, Edge, PAWN_LETTERS, Pawn, Phase, Rules, Square, Stage, State, edge_name, square_name,
};

pub(super) fn joined(parts: Vec<String>, separator: &str) -> String {
    if parts.is_empty() { "-".to_string() } else { parts.join(separator) }
}

impl State {
    /// The canonical text.
    pub fn text(&self) -> String {
        let mut ranks = Vec::new();
        for y in (0..self.height).rev() {
            ranks.push(self.rank_text(y));
        }
        let walls = self.walls.iter().map(|&edge| edge_name(edge)).collect();
        let mut pawns = Vec::new();
        for pair in &self.pawns {
            pawns.push(format!("{},{}", pawn_text(pair[0]), pawn_text(pair[1])));
        }
        let mountains: Vec<String> = self.mountains.iter().map(|m| m.to_string()).collect();
        let mut removed = Vec::new();
        for edge in &self.removed {
            removed.push(edge.map_or("-".to_string(), edge_name));
        }
        let mut fields = vec![
            ranks.join("/"),
            joined(walls, ","),
            pawns.join("/"),
            self.supply.to_string(),
            mountains.join(","),
            removed.join(","),
            self.seat.to_string(),
            self.turn.to_string(),
        ];
        match self.stage {
            Stage::Begin { action_done: false } => {}
            Stage::Begin { action_done: true } => fields.push("a".to_string()),
            Stage::ActionDue => fields.push("m".to_string()),
            Stage::Moving { pawn, held, phase, action_done } => {
                let phase = match phase {
                    Phase::First => unreachable!("a pawn in motion has made a step"),
                    Phase::Collecting => "c",
                    Phase::CollectingEnded => "f",
                    Phase::Dropping => "d",
                };
                let action = if action_done { "a" } else { "" };
                fields.push(format!("{}{}{}{}", PAWN_LETTERS[pawn], held, phase, action));
            }
        }
        fields.join(" ")
    }

    pub(super) fn rank_text(&self, y: usize) -> String {
        let mut text = String::new();
        let mut run = 0;
        for x in 0..self.width {
            let letter = match self.cell((x, y)) {
                Cell::Bare => {
                    run += 1;
                    continue;
                }
                Cell::Tile => 't',
                Cell::Mountain => 'm',
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
}

pub(super) fn pawn_text(pawn: Pawn) -> String {
    match pawn {
        Pawn::Waiting => "-".to_string(),
        Pawn::On(square) => square_name(square),
        Pawn::Out(corner) => format!("*{}", square_name(corner)),
    }
}

/// A decimal number without leading zeros, at most `most`.
pub(super) fn read_number(text: &str, most: u64, what: &str) -> Result<u64, String> {
    let bad = || format!("{what}: bad number {text:?}");
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(bad());
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(bad());
    }
    let number: u64 = text.parse().map_err(|_| bad())?;
    if number > most {
        return Err(format!("{what}: {text} is more than {most}"));
    }
    Ok(number)
}

pub(super) fn read_square(text: &str, width: usize, height: usize) -> Result<Square, String> {
    let bad = || format!("bad square {text:?}");
    let mut chars = text.chars();
    let file = chars.next().ok_or_else(bad)?;
    if !file.is_ascii_lowercase() {
        return Err(bad());
    }
    let x = usize::from(file as u8 - b'a');
    let rank = read_number(chars.as_str(), height as u64, "rank").map_err(|_| bad())?;
    if x >= width || rank == 0 {
        return Err(bad());
    }
    Ok((x, rank as usize - 1))
}

/// An inner edge: the outer edge of the board never has walls (ruling 6).
pub(super) fn read_edge(text: &str, width: usize, height: usize) -> Result<Edge, String> {
    let bad = || format!("bad edge {text:?}");
    let mut chars = text.chars();
    let which = chars.next_back().ok_or_else(bad)?;
    let (x, y) = read_square(chars.as_str(), width, height).map_err(|_| bad())?;
    match which {
        'e' if x + 1 < width => Ok((x, y, 'e')),
        'n' if y + 1 < height => Ok((x, y, 'n')),
        _ => Err(bad()),
    }
}

pub(super) fn read_rank(text: &str) -> Result<Vec<Cell>, String> {
    let mut row = Vec::new();
    let mut digits = String::new();
    for c in text.chars().chain(['/']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            let run = read_number(&digits, 11, "rank")?;
            if run == 0 {
                return Err(format!("rank {text:?}: empty run"));
            }
            row.extend(vec![Cell::Bare; run as usize]);
            digits.clear();
        }
        match c {
            't' => row.push(Cell::Tile),
            'm' => row.push(Cell::Mountain),
            '/' => {}
            _ => return Err(format!("rank {text:?}: bad character {c:?}")),
        }
    }
    Ok(row)
}

pub(super) fn read_pawn(text: &str, width: usize, height: usize) -> Result<Pawn, String> {
    if text == "-" {
        return Ok(Pawn::Waiting);
    }
    match text.strip_prefix('*') {
        Some(corner) => Ok(Pawn::Out(read_square(corner, width, height)?)),
        None => Ok(Pawn::On(read_square(text, width, height)?)),
    }
}

pub(super) fn read_stage(text: &str) -> Result<Stage, String> {
    if text == "a" {
        return Ok(Stage::Begin { action_done: true });
    }
    if text == "m" {
        return Ok(Stage::ActionDue);
    }
    let bad = || format!("bad stage {text:?}");
    let (rest, action_done) = match text.strip_suffix('a') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let mut chars = rest.chars();
    let letter = chars.next().ok_or_else(bad)?;
    let pawn = PAWN_LETTERS.iter().position(|&l| l == letter).ok_or_else(bad)?;
    let phase = match chars.next_back() {
        Some('c') => Phase::Collecting,
        Some('f') => Phase::CollectingEnded,
        Some('d') => Phase::Dropping,
        _ => return Err(bad()),
    };
    let held = read_number(chars.as_str(), 60, "stage")? as u32;
    // A pawn with no tile left has completed its movement (ruling 5).
    if held == 0 {
        return Err(bad());
    }
    Ok(Stage::Moving { pawn, held, phase, action_done })
}

impl State {
    /// Reads a canonical text; refuses everything else and every position against ruling 10.
    pub fn parse(text: &str, rules: Rules) -> Result<State, String> {
        let fields: Vec<&str> = text.split(' ').collect();
        if fields.len() != 8 && fields.len() != 9 {
            return Err(format!("{} fields, not 8 or 9", fields.len()));
        }

        let mut rows = Vec::new();
        for rank in fields[0].split('/') {
            rows.push(read_rank(rank)?);
        }
        rows.reverse();
        let height = rows.len();
        let width = rows[0].len();
        // Ruling 1.
        if !(3..=11).contains(&width) || !(3..=11).contains(&height) {
            return Err(format!("board size {width} x {height}"));
        }
        if rows.iter().any(|row| row.len() != width) {
            return Err("ranks of different lengths".to_string());
        }

        let mut walls = BTreeSet::new();
        if fields[1] != "-" {
            for name in fields[1].split(',') {
                let edge = read_edge(name, width, height)?;
                if walls.last().is_some_and(|&last| last >= edge) {
                    return Err(format!("wall {name} out of order"));
                }
                walls.insert(edge);
            }
        }

        let mut pawns = Vec::new();
        for pair in fields[2].split('/') {
            let names: Vec<&str> = pair.split(',').collect();
            if names.len() != 2 {
                return Err(format!("not two pawns: {pair:?}"));
            }
            let left = read_pawn(names[0], width, height)?;
            let right = read_pawn(names[1], width, height)?;
            pawns.push([left, right]);
        }
        let players = pawns.len();
        if !(2..=4).contains(&players) {
            return Err(format!("{players} players"));
        }

        let supply = read_number(fields[3], 60, "supply")? as u32;
        let mut mountains = Vec::new();
        for number in fields[4].split(',') {
            // Ruling 1: at most 20 for each player.
            mountains.push(read_number(number, 20, "mountains")? as u32);
        }
        let mut removed = Vec::new();
        for name in fields[5].split(',') {
            removed.push(match name {
                "-" => None,
                _ => Some(read_edge(name, width, height)?),
            });
        }
        if mountains.len() != players || removed.len() != players {
            return Err("the fields disagree about the number of players".to_string());
        }
        let seat = read_number(fields[6], 3, "seat")? as usize;
        let turn = read_number(fields[7], u64::from(u32::MAX), "turn")?;
        let stage = match fields.get(8) {
            Some(name) => read_stage(name)?,
            None => Stage::Begin { action_done: false },
        };

        let state = State {
            rules,
            players,
            width,
            height,
            cells: rows.concat(),
            walls,
            pawns,
            supply,
            mountains,
            removed,
            seat,
            turn,
            stage,
        };
        state.check()?;
        // Only canonical text is read.
        if state.text() != text {
            return Err("not the canonical text".to_string());
        }
        Ok(state)
    }

    /// Ruling 10.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut taken = BTreeSet::new();
        for seat in 0..self.players {
            for (pawn, &place) in self.pawns[seat].iter().enumerate() {
                match place {
                    Pawn::Waiting => {}
                    Pawn::On(square) => {
                        let name = square_name(square);
                        if self.cell(square) != Cell::Bare {
                            return Err(format!("a pawn on a tile or mountain: {name}"));
                        }
                        if !taken.insert(square) {
                            return Err(format!("two pawns on {name}"));
                        }
                    }
                    Pawn::Out(corner) => {
                        if !self.own_exits(seat, pawn).contains(&corner) {
                            return Err(format!("no exit of this pawn: {}", square_name(corner)));
                        }
                    }
                }
            }
            if self.both_out(seat) && self.pawns[seat][0] == self.pawns[seat][1] {
                return Err("both pawns out through one exit".to_string());
            }
        }
        for square in self.squares() {
            if self.is_corner(square) && self.cell(square) == Cell::Mountain {
                return Err(format!("mountain on the corner {}", square_name(square)));
            }
        }
        if !self.mountain_rule_holds() {
            return Err("a pawn is cut off from an exit by mountains".to_string());
        }
        for edge in self.removed.iter().flatten() {
            if self.walls.contains(edge) {
                return Err(format!("wall on the removed edge {}", edge_name(*edge)));
            }
        }
        // The tiles a pawn has with it are tiles too.
        let held = match self.stage {
            Stage::Moving { held, .. } => held as usize,
            _ => 0,
        };
        let on_board = self.cells.iter().filter(|&&c| c == Cell::Tile).count();
        if self.supply as usize + on_board + held + self.walls.len() > 60 {
            return Err("more than 60 tiles".to_string());
        }
        if self.seat as u64 != self.turn % self.players as u64 {
            return Err("the seat does not go with the turn".to_string());
        }
        for seat in 0..self.players {
            // A winning turn is completed, so the winner moved in the turn before this one.
            let moved_last = self.turn > 0
                && (seat + 1) % self.players == self.seat
                && self.stage == Stage::Begin { action_done: false };
            if self.both_out(seat) && !moved_last {
                return Err("both pawns of a player out who did not move last".to_string());
            }
        }
        if let Stage::Moving { pawn, .. } = self.stage
            && !matches!(self.pawns[self.seat][pawn], Pawn::On(_))
        {
            return Err("the pawn in motion is not on the board".to_string());
        }
        Ok(())
    }
}
