//! Cards on the terminal, legible with and without colour.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use compass::{Arrangement, Card, Colour, Direction, Jewel, Player, Position, Square};

/// How many jewels fit side by side in 80 columns.
const JEWELS_IN_A_ROW: usize = 5;

/// What lies at one place of a picture.
struct Cell {
    card: Option<Card>,
    checker: Option<Player>,
}

/// The board, then both hands.
pub(crate) fn print_position(out: &mut impl Write, position: &Position) -> io::Result<()> {
    for rank in (0..6).rev() {
        let cells: Vec<Cell> = (0..6)
            .filter_map(|file| Square::new(file, rank))
            .map(|square| Cell { card: position.card(square), checker: checker(position, square) })
            .collect();
        for (i, line) in lines(&cells, "   ").iter().enumerate() {
            let label = if i == 1 { (rank + 1).to_string() } else { String::new() };
            writeln!(out, "{label:1}  {}", line.trim_end())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "     a       b       c       d       e       f      [ ] white  ( ) black")?;
    for player in Player::ALL {
        let hand = position.hand(player);
        let (points, cards) = (count(hand.points(), "point"), count(hand.len() as u32, "card"));
        writeln!(out, "{player:5}  {points} with {cards}: {hand}")?;
    }
    writeln!(out)
}

fn checker(position: &Position, square: Square) -> Option<Player> {
    Player::ALL.into_iter().find(|&player| position.checkers(player).contains(square))
}

/// The jewels side by side, each with its points.
pub(crate) fn print_jewels(out: &mut impl Write, arrangement: &Arrangement) -> io::Result<()> {
    for row in arrangement.jewels().chunks(JEWELS_IN_A_ROW) {
        let captions: Vec<String> = row.iter().map(|&jewel| caption(jewel)).collect();
        writeln!(out, "{}", captions.join("    ").trim_end())?;
        for half in [0, 2] {
            let halves: Vec<Vec<String>> =
                row.iter().map(|&jewel| jewel_lines(jewel, half)).collect();
            for line in 0..3 {
                let parts: Vec<&str> = halves.iter().map(|half| half[line].as_str()).collect();
                writeln!(out, "{}", parts.join("    ").trim_end())?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn caption(jewel: Jewel) -> String {
    format!("{:11}", count(jewel.points(), "point"))
}

/// `1 card`, `2 cards`.
pub(crate) fn count(n: u32, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn jewel_lines(jewel: Jewel, half: usize) -> Vec<String> {
    let cards = &jewel.cards()[half..half + 2];
    let cells: Vec<Cell> =
        cards.iter().map(|&card| Cell { card: Some(card), checker: None }).collect();
    lines(&cells, " ").into()
}

/// A row of cards as three lines: the northern borders, the centres between west and east, the
/// southern borders.
fn lines(cells: &[Cell], gap: &str) -> [String; 3] {
    let mut lines = [const { String::new() }; 3];
    for (i, cell) in cells.iter().enumerate() {
        let gap = if i == 0 { "" } else { gap };
        let [upper, middle, lower] = &mut lines;
        let Some(card) = cell.card else {
            for (line, text) in [(upper, "     "), (middle, "  .  "), (lower, "     ")] {
                let _ = write!(line, "{gap}{text}");
            }
            continue;
        };
        let border = |direction| letter(card.border(direction));
        let (left, right) = match cell.checker {
            Some(Player::White) => ('[', ']'),
            Some(Player::Black) => ('(', ')'),
            None => (' ', ' '),
        };
        let _ = write!(upper, "{gap}  {}  ", border(Direction::North));
        let _ = write!(
            middle,
            "{gap}{}{left}{}{right}{}",
            border(Direction::West),
            letter(card.centre()),
            border(Direction::East)
        );
        let _ = write!(lower, "{gap}  {}  ", border(Direction::South));
    }
    lines
}

/// A letter on its colour.
fn letter(colour: Colour) -> String {
    let background = match colour {
        Colour::Blue => AnsiColor::Blue,
        Colour::Green => AnsiColor::Green,
        Colour::Purple => AnsiColor::Magenta,
        Colour::Red => AnsiColor::Red,
        Colour::Yellow => AnsiColor::Yellow,
    };
    let foreground = match colour {
        Colour::Yellow | Colour::Green => AnsiColor::Black,
        Colour::Blue | Colour::Purple | Colour::Red => AnsiColor::BrightWhite,
    };
    let style: Style = foreground.on(background).bold();
    format!("{style}{}{style:#}", colour.to_char())
}
