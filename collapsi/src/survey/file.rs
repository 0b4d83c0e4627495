//! Surveys as files.

use std::io::{self, Read, Write};
use std::path::Path;

use engine::board::counted;
use engine::system::{Shard, file};

use super::boards::Boards;
use super::opening::{BYTES, CARDS};
use super::{Survey, SurveyShare};

const VERSION: u32 = 1;

/// The bytes before the lengths, and after them.
const HEADER: usize = Survey::MAGIC.len() + 4 + 4;
const SUM: usize = 4;

/// A file of more bytes is not read to its end.
const MAX_BYTES: u64 = 1 << 24;

const LENGTHS: std::ops::RangeInclusive<u8> = 7..=14;

impl Survey {
    /// How its files begin.
    pub const MAGIC: [u8; 8] = *b"COLLAPSI";

    /// Writes the survey to a file of about two megabytes.
    ///
    /// An existing file is replaced only when the new one is complete.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SurveyFileError> {
        let saved = file::save(path.as_ref(), |file| file.write_all(&self.to_bytes()));
        saved.map_err(SurveyFileError::Write)
    }

    /// Reads a survey from a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not such a file, is damaged, or lacks shares.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SurveyFileError> {
        Self::read(path.as_ref())?.whole()
    }

    /// Reads a survey that may lack boards.
    pub(super) fn read(path: &Path) -> Result<Self, SurveyFileError> {
        let mut bytes = Vec::new();
        let read = file::open(path).and_then(|mut file| {
            // Do not read more of another kind of file.
            file.by_ref().take(Self::MAGIC.len() as u64).read_to_end(&mut bytes)?;
            let rest = if bytes == Self::MAGIC { MAX_BYTES } else { 0 };
            file.take(rest).read_to_end(&mut bytes)
        });
        read.map_err(SurveyFileError::Read)?;
        Self::some(&bytes)
    }

    fn whole(self) -> Result<Self, SurveyFileError> {
        let share = SurveyShare(self);
        let missing: Vec<String> = share.missing().iter().map(Shard::to_string).collect();
        if missing.is_empty() {
            return Ok(share.0);
        }
        Err(SurveyFileError::Incomplete { missing: missing.join(", ") })
    }

    /// The bytes that [`save`](Survey::save) writes.
    ///
    /// # Format, version 1
    ///
    /// | bytes | |
    /// |---|---|
    /// | 8 | `COLLAPSI` |
    /// | 4 | the version, 1 |
    /// | 4 | the number of boards, *n* |
    /// | 1,050 *n* | lengths by the rules v1_1, a byte for each board, low pattern and high pattern |
    /// | 1,050 *n* | lengths by the rules v1_3, in the same order |
    /// | 4 | CRC-32 (as of PNG and gzip) of all before |
    ///
    /// Numbers are little-endian. A set of squares is a number, bit 4·file + rank for each square. A
    /// board is the set of the 14 squares that have no joker, and the set of the eight that have an ace
    /// or a two. Each symmetry class is stored as its lexicographically smallest board, and
    /// the boards are in that order. A pattern is a number too:
    /// bit *i* says whether the *i*-th of the eight low squares has a two, or the *i*-th of the six high
    /// ones a four. The 70 and 15 patterns are in the order of their numbers. The lower half of a byte is
    /// the length if red starts on the joker with the lower number, the upper half if on the other. In
    /// the file of a [share](SurveyShare) the bytes of boards that it lacks are 0.
    pub fn to_bytes(&self) -> Vec<u8> {
        let boards = self.boards.list().len() as u32;
        let mut bytes = [&Self::MAGIC[..], &VERSION.to_le_bytes(), &boards.to_le_bytes()].concat();
        for lengths in &self.lengths {
            bytes.extend(lengths);
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of [`to_bytes`](Survey::to_bytes).
    ///
    /// # Errors
    ///
    /// The bytes are something else, damaged, or lack shares.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SurveyFileError> {
        Self::some(bytes)?.whole()
    }

    fn some(bytes: &[u8]) -> Result<Self, SurveyFileError> {
        let boards = Boards::new(CARDS);
        let count = boards.list().len();
        let expected = HEADER + 2 * BYTES * count + SUM;
        let rest = bytes.strip_prefix(&Self::MAGIC).ok_or(SurveyFileError::Foreign)?;
        let version = rest.first_chunk().map_or(VERSION, |bytes| u32::from_le_bytes(*bytes));
        if version != VERSION {
            return Err(SurveyFileError::Version { version });
        }
        if bytes.len() != expected {
            return Err(SurveyFileError::Size { found: bytes.len(), expected });
        }
        let (content, sum) = bytes.split_at(expected - SUM);
        let (header, lengths) = content.split_at(HEADER);
        let (first, second) = lengths.split_at(BYTES * count);
        let is_known =
            |&byte: &u8| LENGTHS.contains(&(byte & 15)) && LENGTHS.contains(&(byte >> 4));
        let mut by_board = first.chunks_exact(BYTES).zip(second.chunks_exact(BYTES));
        let is_there_or_not = |(first, second): (&[u8], &[u8])| {
            let mut lengths = first.iter().chain(second);
            lengths.clone().all(is_known) || lengths.all(|&byte| byte == 0)
        };
        if sum != crc32fast::hash(content).to_le_bytes()
            || header[HEADER - 4..] != (count as u32).to_le_bytes()
            || !by_board.all(is_there_or_not)
        {
            return Err(SurveyFileError::Damaged);
        }
        Ok(Self { boards, lengths: [first.to_vec(), second.to_vec()] })
    }
}

/// Why a survey cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SurveyFileError {
    #[error("the file cannot be written: {0}")]
    Write(io::Error),
    #[error("the file cannot be read: {0}")]
    Read(io::Error),
    #[error("this is not a survey of Collapsi")]
    Foreign,
    #[error("the survey has format version {version}: expected {VERSION}")]
    Version { version: u32 },
    #[error("the survey has {}: expected {expected}", counted(*found, "byte"))]
    Size { found: usize, expected: usize },
    #[error("the survey is damaged")]
    Damaged,
    #[error("the survey is not complete: shard {missing} is missing")]
    Incomplete { missing: String },
}
