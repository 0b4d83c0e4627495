//! Collapsi: deals a board, solves it exactly and shows the perfect game.
//!
//! `cargo run --release -p collapsi --example solve_a_deal`, or with `-- --seed 5` for a certain deal.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use collapsi::{Card, Deal, Game, Player, Position, Rules, Square, solve};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seed = match &arguments[..] {
        [] => Some(rand::random_range(0..1_000_000)),
        [flag, seed] if flag == "--seed" => seed.parse().ok(),
        _ => None,
    };
    let Some(seed) = seed else {
        let found = arguments.join(" ");
        writeln!(io::stderr(), "error: expected nothing, or --seed and a number, found {found:?}")?;
        return Ok(ExitCode::from(2));
    };
    let deal = Deal::random(seed);
    let mut position = deal.position(Rules::V1_1);
    let solution = solve(&position);
    let (verdict, best, all) = (solution.verdict, solution.moves.len(), position.moves().len());
    let are = if best == 1 { "is" } else { "are" };
    writeln!(out, "Deal {seed}: {deal}, rules {}.", position.rules())?;
    writeln!(out, "With best play {verdict}; {best} of the {all} first moves {are} optimal.\n")?;

    let mut boards = vec![board("deal", &position)];
    for (i, &m) in solution.line.iter().enumerate() {
        let turn = position.turn();
        position.play(m)?;
        boards.push(board(&format!("{}. {turn} {m}", i + 1), &position));
    }
    for row in boards.chunks(5) {
        for line in 0..row[0].len() {
            let parts: Vec<&str> = row.iter().map(|board| board[line].as_str()).collect();
            writeln!(out, "{}", parts.join("  ").trim_end())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{0} cannot move: {1} wins.", position.turn(), !position.turn())?;
    Ok(ExitCode::SUCCESS)
}

/// A caption and the four ranks from the top: each card, with the pawn that stands on it.
fn board(caption: &str, position: &Position) -> Vec<String> {
    let cell = |square| {
        let card = position.card(square).map_or('.', Card::to_char);
        let pawn = Player::ALL.into_iter().find(|&player| position.pawn(player) == square);
        format!("{card}{} ", pawn.map_or(' ', Player::to_char))
    };
    let rank = |rank: u8| {
        let squares = (0..4).filter_map(|file| Square::new(file, rank));
        format!("{} {}", rank + 1, squares.map(cell).collect::<String>())
    };
    let mut lines = vec![format!("{caption:14}")];
    lines.extend((0..4).rev().map(rank));
    lines.push(format!("{:14}", "  a  b  c  d"));
    lines
}
