//! Boards as text: ranks from the top, separated by `/`, with runs of empty squares as numbers.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::board::{counted, read_number};
use crate::game::ParseError;

/// Writes a board: `piece` returns the letter on a file and rank, each counted from 0.
///
/// ```
/// use engine::board::{read_ranks, write_ranks};
///
/// let text = write_ranks(4, 3, |file, rank| (file == 1 && rank == 2).then_some('x'));
/// assert_eq!(text, "1x2/4/4");
/// assert_eq!(read_ranks(&text, 4..=4, 3..=3, "xo")?.pieces, [(1, 2, 'x')]);
/// let error = read_ranks("1x2/4/3", 3..=4, 3..=3, "xo").unwrap_err().to_string();
/// assert_eq!(error, "rank 1 has 3 squares: expected 4 as in the top rank");
/// # Ok::<_, engine::ParseError>(())
/// ```
pub fn write_ranks(files: u8, ranks: u8, piece: impl Fn(u8, u8) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..=files {
            let piece = if file < files { piece(file, rank) } else { None };
            if empty > 0 && (piece.is_some() || file == files) {
                // Writing to a string does not fail.
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            text.extend(piece);
            empty += u8::from(piece.is_none());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// A board that [`read_ranks`] has read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// The number of files.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// File and rank, each counted from 0, and letter of every piece, in the order of the text.
    pub pieces: Vec<(u8, u8, char)>,
}

/// Reads the text that [`write_ranks`] writes, with as many files and ranks as these ranges allow, and
/// pieces among `letters`.
///
/// # Errors
///
/// The first part of the text that is not of this form.
pub fn read_ranks(
    text: &str,
    files: RangeInclusive<u8>,
    ranks: RangeInclusive<u8>,
    letters: &str,
) -> Result<Ranks, ParseError> {
    let found = text.split('/').count();
    if !is_within(found, &ranks) {
        return Err(ParseError::new(
            format_args!("the board has {}", counted(found, "rank")),
            format_args!("{} separated by '/'", in_words(&ranks)),
        ));
    }
    let mut board = Ranks { files: 0, ranks: found as u8, pieces: Vec::new() };
    for (i, text) in text.split('/').enumerate() {
        let rank = board.ranks - i as u8;
        let found = board.read_rank(rank, text, *files.end(), letters)?;
        let fits = if i == 0 { is_within(found, &files) } else { found == board.files.into() };
        if !fits {
            let is_fixed = i == 0 || files.start() == files.end();
            let as_above = || format!("{} as in the top rank", board.files);
            let expected = if is_fixed { in_words(&files) } else { as_above() };
            let problem = format!("rank {rank} has {}", counted(found, "square"));
            return Err(ParseError::new(problem, expected));
        }
        board.files = found as u8;
    }
    Ok(board)
}

fn is_within(count: usize, range: &RangeInclusive<u8>) -> bool {
    u8::try_from(count).is_ok_and(|count| range.contains(&count))
}

fn in_words(range: &RangeInclusive<u8>) -> String {
    let (least, most) = (range.start(), range.end());
    if least == most { most.to_string() } else { format!("{least} to {most}") }
}

impl Ranks {
    /// Adds the pieces of a rank, counted from 1, and returns the number of its squares.
    fn read_rank(
        &mut self,
        rank: u8,
        mut text: &str,
        most: u8,
        letters: &str,
    ) -> Result<usize, ParseError> {
        let mut file: usize = 0;
        while let Some(found) = text.chars().next() {
            let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
            let run = &text[..text.len() - after.len()];
            if !run.is_empty() {
                let squares = read_number(run).filter(|&n| (1..=most.into()).contains(&n));
                let problem = || format!("{run:?} in rank {rank} is not a number of empty squares");
                let refuse = || ParseError::new(problem(), format_args!("1 to {most}"));
                file += squares.ok_or_else(refuse)? as usize;
                text = after;
            } else if letters.contains(found) {
                // On a rank that is too long the file may be wrong, but the board is refused.
                self.pieces.push((file as u8, rank - 1, found));
                file += 1;
                text = &text[found.len_utf8()..];
            } else {
                let letters: Vec<String> = letters.chars().map(String::from).collect();
                return Err(ParseError::new(
                    format_args!("{found:?} in rank {rank} is not a piece"),
                    format_args!("{}, or a number of empty squares", letters.join(", ")),
                ));
            }
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::key::mix;

    #[test]
    fn boards_are_read_as_they_are_written() {
        for seed in 0..500 {
            let (files, ranks) = (1 + mix(seed, 1) as u8 % 30, 1 + mix(seed, 2) as u8 % 30);
            let piece =
                |file: u8, rank: u8| match mix(seed, 256 * u64::from(file) + u64::from(rank)) % 5 {
                    0 => Some('x'),
                    1 => Some('ö'),
                    _ => None,
                };
            let on_rank =
                |rank| (0..files).filter_map(move |file| Some((file, rank, piece(file, rank)?)));
            let pieces = (0..ranks).rev().flat_map(on_rank).collect();
            let read = read_ranks(&write_ranks(files, ranks, piece), 1..=30, 1..=30, "xö");
            assert_eq!(read, Ok(Ranks { files, ranks, pieces }));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "/",
            "3",
            "3/3",
            "//",
            "3/3/",
            "/3/3",
            "3/3/3/3/3",
            "03/3/3",
            "x0xx/4/4",
            "2/2/2",
            "5/5/5",
            "4/3/3",
            "3/3/2",
            "3/x3/3",
            "1x11/3/3",
            "ö2/3/3",
            "-3/3/3",
            "3/3/3 ",
            "x１x/3/3",
        ] {
            assert!(read_ranks(text, 3..=4, 3..=4, "x").is_err(), "{text:?}");
        }
    }
}
