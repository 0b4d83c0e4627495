//! Boards on the terminal, legible with and without colour.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use engine::Game;
use rolling_mountains::{Edge, EdgeSide, Pawn, Place, Player, Position, Square};

/// Ranks from the top, pawns as `rL`, tiles as `##`, mountains as `/\`, walls as `|` and `--`.
pub(crate) fn print(out: &mut impl Write, position: &Position) -> io::Result<()> {
    let (width, height) = (position.rules().width(), position.rules().height());
    let wall = |file, rank, side| {
        let edge = Square::new(file, rank).map(|square| Edge { square, side });
        edge.is_some_and(|edge| position.walls().contains(edge))
    };
    for rank in (0..height).rev() {
        let mut line = format!("{:2} ", rank + 1);
        let mut below = "   ".to_owned();
        for file in 0..width {
            let east = if wall(file, rank, EdgeSide::East) { '|' } else { ' ' };
            let south = rank.checked_sub(1).is_some_and(|rank| wall(file, rank, EdgeSide::North));
            let (style, text) =
                Square::new(file, rank).map(|square| cell(position, square)).unwrap_or_default();
            let _ = write!(line, "{style}{text}{style:#}{east}");
            below.push_str(if south { "-- " } else { "   " });
        }
        writeln!(out, "{}", line.trim_end())?;
        if rank > 0 {
            writeln!(out, "{}", below.trim_end())?;
        }
    }
    let files: Vec<String> = (b'a'..).take(width.into()).map(|c| char::from(c).into()).collect();
    writeln!(out, "    {}", files.join("  "))?;
    for &player in position.players() {
        let [left, right] = Pawn::ALL.map(|pawn| position.pawn(player, pawn));
        let mountains = position.mountains_left(player);
        let style = style(player);
        write!(out, "   {style}{player:6}{style:#}  L {left:4} R {right:4}")?;
        writeln!(out, " mountains {mountains}")?;
    }
    writeln!(out, "   supply {}", position.supply())
}

fn cell(position: &Position, square: Square) -> (Style, String) {
    for &player in position.players() {
        for pawn in Pawn::ALL {
            if position.pawn(player, pawn) == Place::On(square) {
                let initial = player.to_string().chars().next().unwrap_or(' ');
                return (style(player), format!("{initial}{pawn}"));
            }
        }
    }
    if position.tiles().contains(square) {
        (AnsiColor::Cyan.on_default(), "##".to_owned())
    } else if position.mountains().contains(square) {
        (Style::new().bold(), "/\\".to_owned())
    } else {
        (Style::new().dimmed(), " .".to_owned())
    }
}

fn style(player: Player) -> Style {
    match player {
        Player::Red => AnsiColor::White.on(AnsiColor::Red).bold(),
        Player::Yellow => AnsiColor::Black.on(AnsiColor::Yellow).bold(),
        Player::Blue => AnsiColor::White.on(AnsiColor::Blue).bold(),
        Player::Green => AnsiColor::Black.on(AnsiColor::Green).bold(),
    }
}
