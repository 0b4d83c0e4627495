//! Boards on the terminal, legible with and without colour.

use std::io::{self, Write};

use anstream::adapter::strip_str;
use kit::{HowToPlay, Picture, View};

/// Prints the rules, then the example with its notes and how moves are written beside it, or below on a narrow
/// terminal.
pub(crate) fn print_rules(how: &HowToPlay, out: &mut impl Write, columns: usize) -> io::Result<()> {
    const FEWEST_BESIDE: usize = 28;
    // Longer lines are hard to read.
    let columns = columns.min(80);
    for line in paragraphs(how.rules, columns) {
        writeln!(out, "{line}")?;
    }
    if how.board.is_empty() && how.moves.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let board: Vec<String> = how.board.lines().map(str::to_owned).collect();
    let taken = board.iter().map(|line| visible(line)).max().map_or(0, |n| n + GAP);
    let beside = columns.saturating_sub(taken);
    let room = if beside < FEWEST_BESIDE { columns } else { beside };
    let notes = [how.notes, how.moves].into_iter().flat_map(|text| paragraphs(text, room));
    print(&Picture { board, notes: notes.collect() }, out, columns)
}

/// A square board of cells, three columns each, with the numbers of its ranks and the letters of its files.
pub(crate) fn grid(
    view: View,
    side: u8,
    gap: &str,
    cell: impl Fn(u8, u8) -> String,
) -> Vec<String> {
    let files = view.files(side);
    let row = |rank: u8| {
        let cells: String = files.iter().map(|&file| cell(file, rank)).collect();
        format!("{}{gap}{cells}", rank + 1)
    };
    let below = format!(" {gap}{}", letters(&files, "", "  "));
    view.ranks(side).into_iter().map(row).chain([below]).collect()
}

/// The letters of these files, each between two texts.
pub(crate) fn letters(files: &[u8], before: &str, behind: &str) -> String {
    let letter = |&file| format!("{before}{}{behind}", char::from(b'a' + file));
    files.iter().map(letter).collect::<Vec<_>>().concat()
}

const GAP: usize = 3;

/// Prints a board with the notes beside it, or below where `width` columns are too few.
pub(crate) fn print(picture: &Picture, out: &mut impl Write, width: usize) -> io::Result<()> {
    let Picture { board, notes } = picture;
    let [wide, beside] =
        [board, notes].map(|lines| lines.iter().map(|line| visible(line)).max().unwrap_or(0));
    if wide.min(beside) == 0 || wide + GAP + beside > width {
        for line in board.iter().chain(notes) {
            writeln!(out, "{}", line.trim_end())?;
        }
        return Ok(());
    }
    for i in 0..board.len().max(notes.len()) {
        let [left, right] = [board, notes].map(|lines| lines.get(i).map_or("", String::as_str));
        let gap = if right.is_empty() { 0 } else { wide + GAP - visible(left) };
        writeln!(out, "{}{:gap$}{right}", if gap == 0 { left.trim_end() } else { left }, "")?;
    }
    Ok(())
}

/// The columns that a line takes.
fn visible(line: &str) -> usize {
    strip_str(line).to_string().chars().count()
}

/// The columns of the terminal; 80 where there is none.
pub(crate) fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into())
}

/// Breaks each line of a text into lines of at most `columns` columns.
pub(crate) fn paragraphs(text: &str, columns: usize) -> Vec<String> {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    text.lines().flat_map(|line| wrap(words(line), columns)).collect()
}

/// Breaks words into lines of at most `columns` columns.
pub(crate) fn wrap(words: impl IntoIterator<Item = String>, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if visible(line) + 1 + visible(&word) <= columns => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
