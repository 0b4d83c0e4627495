//! The results of [`ForcedWins`] as files.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use solve::tablebase::{Bitbase, BuildError, Family, Rank, filled};

use super::answer::Role;
use super::{ForcedWins, Key};
use crate::checksum::{EMPTY, checksum};

const MAGIC: [u8; 8] = *b"FORCED\n\n";
const VERSION: u32 = 4;

/// Words of the table whose places share a set of bits.
const BLOCK: usize = 64;

/// The reason why a file of [`ForcedWins`] cannot be read.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum StateError {
    /// It cannot be opened or read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] BuildError),
    /// It does not begin as such files do.
    #[error("this is not a file of forced wins")]
    Foreign,
    /// It was written by an earlier or later version.
    #[error("the file is of version {found}: expected {VERSION}; remove it to begin anew")]
    Version { found: u32 },
    /// It is for another bitbase or numbering.
    #[error("the file is for another bitbase: expected {expected:?}")]
    Other { expected: String },
    /// It does not match its checksums, or has another length.
    #[error("the file is damaged")]
    Damaged,
}

impl<'b, F: Family> ForcedWins<'b, F> {
    /// Writes all answers to a file; other threads may be searching.
    ///
    /// A file of this name is replaced only once the new one is complete.
    ///
    /// # Format, version 4
    ///
    /// `FORCED` and two line feeds; 4 bytes for the version; 8 for the checksum of the descriptions of both families
    /// and the number of built classes; 8 for the number of words of the table; and a checksum. Then for each block
    /// of 64 words 8 bytes, whose bits mark the words that are not 0, and these words; 8 bytes for the number of
    /// positions in closed sets, and for each of these 4 bytes for the class, 8 for the index, and 1 for whether the
    /// attacker is to move; and a checksum. Numbers are little-endian, and checksums FNV-1a, 64 bits, of all before.
    ///
    /// # Errors
    ///
    /// It cannot be written, the path leads to something other than a regular file, or there is not enough memory
    /// for the table, which is part of a file also before the first run.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let words =
            self.table().map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?.0;
        system::file::save(path, |file| self.write(words, &mut Summed { file, sum: EMPTY }))
    }

    fn write(&self, words: &[AtomicU64], output: &mut Summed<impl Write>) -> io::Result<()> {
        output.put(&MAGIC)?;
        output.put(&VERSION.to_le_bytes())?;
        let purpose = purpose(self.bitbase, &self.numbering);
        output.put(&checksum(EMPTY, purpose.as_bytes()).to_le_bytes())?;
        output.put(&(words.len() as u64).to_le_bytes())?;
        output.put_sum()?;
        for block in words.chunks(BLOCK) {
            let words: Vec<u64> = block.iter().map(|word| word.load(Ordering::Relaxed)).collect();
            let used =
                words.iter().rev().fold(0_u64, |bits, &word| bits << 1 | u64::from(word != 0));
            output.put(&used.to_le_bytes())?;
            for word in words.into_iter().filter(|&word| word != 0) {
                output.put(&word.to_le_bytes())?;
            }
        }
        let closed = self.closed();
        output.put(&(closed.len() as u64).to_le_bytes())?;
        for &Key { rank: Rank { class, index }, mover } in closed.iter() {
            output.put(&(class as u32).to_le_bytes())?;
            output.put(&index.to_le_bytes())?;
            output.put(&[u8::from(mover == Role::Attacker)])?;
        }
        output.put_sum()
    }

    /// Reads a file that [`save`](ForcedWins::save) has written for this bitbase and numbering.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not such a file, is for others, or is damaged, or there is not enough memory.
    pub fn load(
        bitbase: &'b Bitbase<F>,
        numbering: F,
        path: impl AsRef<Path>,
    ) -> Result<Self, StateError> {
        let mut input = Summed { file: system::file::open(path)?, sum: EMPTY };
        if input.take()? != MAGIC {
            return Err(StateError::Foreign);
        }
        let found = u32::from_le_bytes(input.take()?);
        if found != VERSION {
            return Err(StateError::Version { found });
        }
        let expected = purpose(bitbase, &numbering);
        let (found, len) = (input.number()?, input.number()?);
        input.check()?;
        if found != checksum(EMPTY, expected.as_bytes()) {
            return Err(StateError::Other { expected });
        }
        let table = filled(len, AtomicU64::default)?;
        for block in table.chunks(BLOCK) {
            let used = input.number()?;
            for (_, slot) in block.iter().enumerate().filter(|(place, _)| used >> place & 1 == 1) {
                slot.store(input.number()?, Ordering::Relaxed);
            }
        }
        let count = input.number()?;
        let read_key = |_| -> Result<Key, StateError> {
            let class = u32::from_le_bytes(input.take()?) as usize;
            let rank = Rank { class, index: input.number()? };
            let mover = if input.take()? == [0] { Role::Defender } else { Role::Attacker };
            Ok(Key { rank, mover })
        };
        let closed = (0..count).map(read_key).collect::<Result<_, _>>()?;
        input.check()?;
        if input.file.read(&mut [0])? > 0 {
            return Err(StateError::Damaged);
        }
        Ok(Self {
            memory: 8 * table.len(),
            table: OnceLock::from(table),
            closed: Mutex::new(closed),
            ..Self::new(bitbase, numbering)
        })
    }
}

/// The purpose of a file: the families, and the classes of the bitbase that are built.
fn purpose<F: Family>(bitbase: &Bitbase<F>, numbering: &F) -> String {
    let (family, built) = (bitbase.family().description(), bitbase.built());
    format!("{family}; {}; classes built: {built}", numbering.description())
}

/// A file with the checksum of the bytes written or read.
struct Summed<T> {
    file: T,
    sum: u64,
}

impl<T: Write> Summed<T> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum = checksum(self.sum, bytes);
        self.file.write_all(bytes)
    }

    fn put_sum(&mut self) -> io::Result<()> {
        self.put(&self.sum.to_le_bytes())
    }
}

impl<T: Read> Summed<T> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => StateError::Damaged,
            _ => StateError::Read(error),
        })?;
        self.sum = checksum(self.sum, &bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, StateError> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn check(&mut self) -> Result<(), StateError> {
        let expected = self.sum;
        if self.number()? == expected { Ok(()) } else { Err(StateError::Damaged) }
    }
}
