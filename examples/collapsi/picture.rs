//! Boards on the terminal, legible with and without colour.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use collapsi::{Game, Player, Position, Solution, Square};

const BOARDS_IN_A_ROW: usize = 5;

/// The position and every position of the line, several boards side by side.
pub(crate) fn print_game(
    out: &mut impl Write,
    position: &Position,
    solution: &Solution,
) -> io::Result<()> {
    let mut boards = vec![board("deal", position, None)];
    let mut at = *position;
    for (ply, &m) in solution.line.iter().enumerate() {
        let (turn, from) = (at.turn(), at.pawn(at.turn()));
        if at.play(m).is_err() {
            break;
        }
        let caption = format!("{}. {turn} {m}", ply + 1);
        boards.push(board(&caption, &at, Some(from)));
    }
    for row in boards.chunks(BOARDS_IN_A_ROW) {
        for line in 0..row[0].len() {
            let lines: Vec<&str> = row.iter().map(|board| board[line].as_str()).collect();
            writeln!(out, "{}", lines.join("  "))?;
        }
        writeln!(out)?;
    }
    let loser = at.turn();
    writeln!(out, "{loser} cannot move: {} wins.", !loser)
}

/// A caption and the four ranks, each as wide as the others.
fn board(caption: &str, position: &Position, left: Option<Square>) -> Vec<String> {
    let mut lines = vec![format!("{caption:14}")];
    for rank in (0..4).rev() {
        let mut line = format!("{} ", rank + 1);
        for square in (0..4).filter_map(|file| Square::new(file, rank)) {
            cell(&mut line, position, square, left);
        }
        lines.push(line);
    }
    lines.push(format!("{:14}", "  a  b  c  d"));
    lines
}

/// Two characters for the card and its pawn, and a space.
fn cell(line: &mut String, position: &Position, square: Square, left: Option<Square>) {
    let pawn = Player::ALL.into_iter().find(|&player| position.pawn(player) == square);
    let style = match pawn {
        Some(Player::Red) => AnsiColor::White.on(AnsiColor::Red).bold(),
        Some(Player::Blue) => AnsiColor::White.on(AnsiColor::Blue).bold(),
        None if left == Some(square) => AnsiColor::Yellow.on_default(),
        None if position.card(square).is_none() => Style::new() | Effects::DIMMED,
        None => Style::new(),
    };
    let card = position.card(square).map_or('.', collapsi::Card::to_char);
    let pawn = pawn.map_or(' ', Player::to_char);
    let _ = write!(line, "{style}{card}{pawn}{style:#} ");
}
