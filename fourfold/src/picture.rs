//! Boards on the terminal, legible with and without colour.

use std::fmt;
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

/// The rules of a game for a first-time player. Paragraphs are wrapped when printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HowToPlay {
    /// The rules.
    pub rules: &'static str,
    /// An example position; may be empty.
    pub board: &'static str,
    /// About the example.
    pub notes: &'static str,
    /// How moves are written, in a sentence or two.
    pub moves: &'static str,
}

impl HowToPlay {
    /// Without a word.
    pub const EMPTY: Self = Self { rules: "", board: "", notes: "", moves: "" };

    /// Prints the rules, then the example with its notes and how moves are written beside it, or below
    /// on a narrow terminal.
    pub(crate) fn print(&self, out: &mut impl Write, columns: usize) -> io::Result<()> {
        const FEWEST_BESIDE: usize = 28;
        let columns = columns.min(Self::COLUMNS);
        for line in paragraphs(self.rules, columns) {
            writeln!(out, "{line}")?;
        }
        if self.board.is_empty() && self.moves.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let board: Vec<String> = self.board.lines().map(str::to_owned).collect();
        let taken = board.iter().map(|line| visible(line)).max().map_or(0, |n| n + Picture::GAP);
        let beside = columns.saturating_sub(taken);
        let room = if beside < FEWEST_BESIDE { columns } else { beside };
        let notes = [self.notes, self.moves].into_iter().flat_map(|text| paragraphs(text, room));
        Picture { board, notes: notes.collect() }.print(out, columns)
    }

    /// Longer lines are hard to read.
    const COLUMNS: usize = 80;
}

/// As wide as is easy to read.
impl fmt::Display for HowToPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.print(&mut text, Self::COLUMNS).map_err(|_| fmt::Error)?;
        f.write_str(String::from_utf8_lossy(&text).trim_end())
    }
}

/// The side from which a board on the terminal is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Rank 1 is below.
    #[default]
    Upright,
    /// Rank 1 is above.
    Turned,
}

impl View {
    /// The ranks of a board from the top.
    pub(crate) fn ranks(self, count: u8) -> Vec<u8> {
        self.other().files(count)
    }

    /// The files of a board from the left.
    pub(crate) fn files(self, count: u8) -> Vec<u8> {
        match self {
            Self::Upright => (0..count).collect(),
            Self::Turned => (0..count).rev().collect(),
        }
    }

    pub(crate) fn other(self) -> Self {
        match self {
            Self::Upright => Self::Turned,
            Self::Turned => Self::Upright,
        }
    }
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

impl Picture {
    const GAP: usize = 3;

    /// Prints the board with the notes beside it, or below where `width` columns are too few.
    pub(crate) fn print(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let board = self.board.iter().map(|line| visible(line)).max().unwrap_or(0);
        let notes = self.notes.iter().map(|line| visible(line)).max().unwrap_or(0);
        if board.min(notes) == 0 || board + Self::GAP + notes > width {
            for line in self.board.iter().chain(&self.notes) {
                writeln!(out, "{}", line.trim_end())?;
            }
            return Ok(());
        }
        for i in 0..self.board.len().max(self.notes.len()) {
            let [left, right] =
                [&self.board, &self.notes].map(|lines| lines.get(i).map_or("", String::as_str));
            let gap = if right.is_empty() { 0 } else { board + Self::GAP - visible(left) };
            writeln!(out, "{}{:gap$}{right}", if gap == 0 { left.trim_end() } else { left }, "")?;
        }
        Ok(())
    }
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
