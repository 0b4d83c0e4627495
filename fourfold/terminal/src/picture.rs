//! Boards on the terminal, legible with and without colour.

use std::io::{self, Write};

use anstream::adapter::strip_str;

/// A board with notes beside it. Lines may hold colours as ANSI codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The lines of the board from the top.
    pub board: Vec<String>,
    /// The lines beside the board.
    pub notes: Vec<String>,
}

const GAP: usize = 3;

/// Prints a board with the notes beside it, or below where `width` columns are too few.
pub fn print(picture: &Picture, out: &mut impl Write, width: usize) -> io::Result<()> {
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
pub(crate) fn visible(line: &str) -> usize {
    strip_str(line).to_string().chars().count()
}

/// The columns of the terminal; 80 where there is none.
pub fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into())
}

/// Breaks each line of a text into lines of at most `columns` columns.
pub fn paragraphs(text: &str, columns: usize) -> Vec<String> {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    text.lines().flat_map(|line| wrap(words(line), columns)).collect()
}

/// Breaks words into lines of at most `columns` columns.
pub fn wrap(words: impl IntoIterator<Item = String>, columns: usize) -> Vec<String> {
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
