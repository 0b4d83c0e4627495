//! The results of [`ForcedWins`] as files.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crc32fast::Hasher;

use super::answer::Role;
use super::{BLOCK, ForcedWins, Key};
use crate::solve::tablebase::error::FileError;
use crate::solve::tablebase::file::{Format, Header, Input, save};
use crate::solve::tablebase::memory::filled;
use crate::solve::tablebase::{Bitbase, Family, Rank};

/// The tables of version 1 may have answers that are wrong.
const FORMAT: Format = Format { magic: *b"FORCED\n\n", version: 2 };

/// The bytes of a word and its place in a block.
const ENTRY: u64 = 10;

/// The bytes of a [`Key`].
const KEY: u64 = 13;

impl<'b, F: Family> ForcedWins<'b, F> {
    /// Writes all answers to a file; other threads may be searching.
    ///
    /// A file of this name is replaced only once the new one is complete.
    ///
    /// # Format, version 2
    ///
    /// The header is that of a [`Table`](crate::solve::tablebase::Table#files), but begins with
    /// `FORCED` and two line feeds, describes both families, and counts the classes of the bitbase and
    /// the blocks of the table. There follow each block, 1024 words: 4 bytes for how many are not 0,
    /// and for each of these 2 bytes for its place and 8 for the word; 4 bytes for how many positions
    /// are in closed sets, and for each of these 4 bytes for the class, 8 for the index, and 1 for
    /// whether the attacker is to move; and CRC-32 of all after the header.
    ///
    /// # Errors
    ///
    /// It cannot be written, or the path leads to something other than a regular file.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        save(path.as_ref(), |file| self.write(file))
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let description = describe(self.bitbase, &self.numbering);
        let (classes, built) = (self.bitbase.built(), self.table.len() / BLOCK);
        Header { description, classes, built }.write(FORMAT, output)?;
        let mut sum = Hasher::new();
        let mut write = |bytes: &[u8]| {
            sum.update(bytes);
            output.write_all(bytes)
        };
        for block in self.table.chunks(BLOCK) {
            let words = block.iter().map(|word| word.load(Ordering::Relaxed));
            let entries: Vec<u8> = (0_u16..)
                .zip(words)
                .filter(|&(_, word)| word != 0)
                .flat_map(|(place, word)| [&place.to_le_bytes()[..], &word.to_le_bytes()].concat())
                .collect();
            write(&(entries.len() as u32 / ENTRY as u32).to_le_bytes())?;
            write(&entries)?;
        }
        let closed = self.closed();
        write(&(closed.len() as u32).to_le_bytes())?;
        for &Key { rank: Rank { class, index }, mover } in closed.iter() {
            write(&(class as u32).to_le_bytes())?;
            write(&index.to_le_bytes())?;
            write(&[u8::from(mover == Role::Attacker)])?;
        }
        output.write_all(&sum.finalize().to_le_bytes())
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
    ) -> Result<Self, FileError> {
        let mut input = Input::open(path.as_ref())?;
        let expected = describe(bitbase, &numbering);
        let Header { description: found, classes, built: blocks } =
            Header::read(FORMAT, &mut input)?;
        if found != expected {
            return Err(FileError::OtherFamily { found, expected });
        }
        if classes != bitbase.built() {
            return Err(FileError::Classes { found: classes, expected: bitbase.built() });
        }
        let table = filled((blocks.max(1) * BLOCK) as u64, AtomicU64::default)
            .map_err(|_| FileError::DamagedHeader)?;
        for block in table.chunks(BLOCK) {
            read_block(block, &mut input)?;
        }
        let count = u64::from(input.number()?);
        let keys = input.take(count * KEY)?;
        input.check_sum(FileError::DamagedBody)?;
        if !input.is_at_end()? {
            return Err(FileError::Longer);
        }
        let closed = Mutex::new(keys.as_chunks().0.iter().map(read_key).collect());
        let positions = AtomicU64::new(0);
        Ok(Self { bitbase, numbering, table, closed, positions })
    }
}

/// The description of the families, for the header.
fn describe<F: Family>(bitbase: &Bitbase<F>, numbering: &F) -> String {
    format!("{}; {}", bitbase.family().description(), numbering.description())
}

fn read_block(block: &[AtomicU64], input: &mut Input<'_, impl Read>) -> Result<(), FileError> {
    let count = u64::from(input.number()?);
    for &[low, high, ref word @ ..] in
        input.take(count * ENTRY)?.as_chunks::<{ ENTRY as usize }>().0
    {
        let slot = block.get(usize::from(u16::from_le_bytes([low, high])));
        slot.ok_or(FileError::DamagedBody)?.store(u64::from_le_bytes(*word), Ordering::Relaxed);
    }
    Ok(())
}

fn read_key(bytes: &[u8; KEY as usize]) -> Key {
    let [a, b, c, d, index @ .., attacks] = *bytes;
    let class = u32::from_le_bytes([a, b, c, d]) as usize;
    let mover = if attacks == 0 { Role::Defender } else { Role::Attacker };
    Key { rank: Rank { class, index: u64::from_le_bytes(index) }, mover }
}
