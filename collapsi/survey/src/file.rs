//! Surveys as files.

use std::io::{self, Read, Write};
use std::path::Path;

use collapsi::{Rules, Steps};
use engine::board::counted;
use system::file;

use crate::boards::Boards;
use crate::opening::{BYTES, CARDS};
use crate::survey::Survey;

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"COLLAPSI";

const VERSION: u32 = 2;

/// The bytes before the rules, of the rules, and after the lengths.
const HEADER: usize = MAGIC.len() + 4 + 4;
const RULES: usize = 16;
const SUM: usize = 4;

/// A file of more bytes is not read to its end.
const MAX_BYTES: u64 = 1 << 24;

/// The possible lengths of deals, by any rules.
const LENGTHS: std::ops::RangeInclusive<u8> = 6..=14;

impl Survey {
    /// Writes the survey to a file of about a megabyte for each rule set.
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
    /// It cannot be read, is not such a file, or is damaged.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SurveyFileError> {
        let mut bytes = Vec::new();
        let read = file::open(path.as_ref()).and_then(|mut file| {
            // Do not read more of another kind of file.
            file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
            let rest = if bytes == MAGIC { MAX_BYTES } else { 0 };
            file.take(rest).read_to_end(&mut bytes)
        });
        read.map_err(SurveyFileError::Read)?;
        Self::from_bytes(&bytes)
    }

    /// The bytes that [`save`](Survey::save) writes.
    ///
    /// # Format, version 2
    ///
    /// | bytes | |
    /// |---|---|
    /// | 8 | `COLLAPSI` |
    /// | 4 | the version, 2 |
    /// | 4 | the number of boards, *n* |
    /// | 16 | the rule sets: the steps of a joker as bits, bit 0 for one step; then 0 |
    /// | 1,050 *n* for each | lengths by these rules, a byte for each board, low pattern and high pattern |
    /// | 4 | CRC-32 (as of PNG and gzip) of all before |
    ///
    /// Numbers are little-endian. A set of squares is a number, bit 4·file + rank for each square. A board is the set
    /// of the 14 squares that have no joker, and the set of the eight that have an ace or a two. Each symmetry class
    /// is stored as its lexicographically smallest board, and the boards are in that order. A pattern is a number
    /// too: bit *i* is set if the *i*-th of the eight low squares has a two, or the *i*-th of the six high ones a
    /// four. The 70 and 15 patterns are in the order of their numbers. The lower half of a byte is the length if red
    /// starts on the joker with the lower number, the upper half if on the other.
    pub fn to_bytes(&self) -> Vec<u8> {
        let boards = self.boards.list().len() as u32;
        let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes(), &boards.to_le_bytes()].concat();
        bytes.extend(rule_bytes(self.rules()));
        for (_, lengths) in &self.lengths {
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
    /// The bytes are something else, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SurveyFileError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(SurveyFileError::Foreign)?;
        let version = rest.first_chunk().map_or(VERSION, |bytes| u32::from_le_bytes(*bytes));
        if version != VERSION {
            return Err(SurveyFileError::Version { version });
        }
        let boards = Boards::new(CARDS);
        let count = boards.list().len();
        let head = bytes.get(HEADER..HEADER + RULES).unwrap_or_default();
        let rules = head.iter().filter_map(|&bits| Steps::from_bits(bits));
        let rules: Vec<Rules> = rules.map(|joker| Rules { joker }).collect();
        let expected = HEADER + RULES + rules.len() * BYTES * count + SUM;
        if bytes.len() != expected {
            return Err(SurveyFileError::Size { found: bytes.len(), expected });
        }
        let (content, sum) = bytes.split_at(expected - SUM);
        let (header, lengths) = content.split_at(HEADER + RULES);
        let lengths = lengths.chunks_exact(BYTES * count).map(<[u8]>::to_vec);
        let survey = Self { boards, lengths: rules.into_iter().zip(lengths).collect() };
        if sum != crc32fast::hash(content).to_le_bytes()
            || header[HEADER - 4..HEADER] != (count as u32).to_le_bytes()
            || header[HEADER..] != rule_bytes(survey.rules())
            || !survey
                .lengths
                .iter()
                .flat_map(|(_, lengths)| lengths)
                .all(|&byte| are_possible(byte))
        {
            return Err(SurveyFileError::Damaged);
        }
        Ok(survey)
    }
}

/// Whether deals can have both lengths of a byte.
fn are_possible(lengths: u8) -> bool {
    LENGTHS.contains(&(lengths & 15)) && LENGTHS.contains(&(lengths >> 4))
}

/// The rule sets as they stand in a file.
fn rule_bytes(rules: impl Iterator<Item = Rules>) -> [u8; RULES] {
    let mut bytes = [0; RULES];
    bytes.iter_mut().zip(rules).for_each(|(byte, rules)| *byte = rules.joker.bits());
    bytes
}

/// The reason why a survey cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
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
}
