//! Bitbases as files, in blocks that are compressed on their own.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::packed::{Marks, Results};
use super::{Bitbase, InProgress};
use crate::file;
use crate::outcome::Wdl;
use crate::tablebase::error::FileError;
use crate::tablebase::file::{Format, Header, Input};
use crate::tablebase::{Family, Rank};

/// The bytes of a block before it is compressed, four results each.
const BLOCK: usize = 1 << 13;

/// How many results a block has.
const RESULTS: u64 = BLOCK as u64 * 4;

/// The level of compression, from 0 to 10.
const COMPRESSION: u8 = 8;

impl<F: Family> Bitbase<F> {
    pub(super) const FORMAT: Format = Format { magic: *b"BITBASE\n", version: 1 };

    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let description = self.family.description();
        Header { description, classes: self.classes(), built: self.classes.len() }
            .write(Self::FORMAT, output)?;
        for (class, results) in self.classes.iter().enumerate() {
            let size = self.size(class).to_le_bytes();
            let finished = u32::from(class < self.built()).to_le_bytes();
            let blocks: Vec<Vec<u8>> = results.words().chunks(BLOCK / 8).map(pack).collect();
            let lengths = blocks.iter().flat_map(|block| (block.len() as u32).to_le_bytes());
            let head: Vec<u8> = size.into_iter().chain(finished).chain(lengths).collect();
            output.write_all(&head)?;
            output.write_all(&crc32fast::hash(&head).to_le_bytes())?;
            blocks.iter().try_for_each(|block| output.write_all(block))?;
        }
        Ok(())
    }

    pub(super) fn read(family: F, input: &mut Input<'_, impl Read>) -> Result<Self, FileError> {
        let mut bitbase = Self::new(family);
        let classes = Header::read_for(&bitbase.family, bitbase.classes(), Self::FORMAT, input)?;
        for class in 0..classes {
            let damaged = || FileError::Damaged { class };
            let size = bitbase.size(class);
            let head = Head::read(size, class, input)?;
            bitbase.classes.push(read_blocks(size, &head.lengths, input)?.ok_or_else(damaged)?);
            if !head.finished {
                if class + 1 < classes {
                    return Err(damaged());
                }
                let open = Marks::all(size).map_err(|_| damaged())?;
                bitbase.in_progress =
                    Some(InProgress { open, passes: 0, next: 0, decided: 0.into() });
            }
        }
        if input.is_at_end()? { Ok(bitbase) } else { Err(FileError::Longer) }
    }
}

/// The results of a class; `None` if they are damaged.
fn read_blocks(
    size: u64,
    lengths: &[u32],
    input: &mut Input<'_, impl Read>,
) -> Result<Option<Results>, FileError> {
    let Ok(results) = Results::new(size) else { return Ok(None) };
    for (words, &length) in results.words().chunks(BLOCK / 8).zip(lengths) {
        let block = unpack(&input.take(length.into())?);
        let Some(block) = block.filter(|block| block.len() == words.len() * 8) else {
            return Ok(None);
        };
        for (word, bytes) in words.iter().zip(block.as_chunks().0) {
            word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
        }
    }
    Ok(Some(results))
}

/// The header of a class.
struct Head {
    finished: bool,
    lengths: Vec<u32>,
}

impl Head {
    fn read(size: u64, class: usize, input: &mut Input<'_, impl Read>) -> Result<Self, FileError> {
        let damaged = || FileError::Damaged { class };
        input.forget();
        if input.take(8)? != size.to_le_bytes() {
            return Err(damaged());
        }
        let finished = input.number()? == 1;
        let lengths = input.take(size.div_ceil(RESULTS).saturating_mul(4))?;
        input.check_sum(damaged())?;
        let lengths = lengths.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
        Ok(Self { finished, lengths: lengths.collect() })
    }
}

/// A block of a file.
fn pack(words: &[std::sync::atomic::AtomicU64]) -> Vec<u8> {
    let bytes = words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes());
    let mut block = compress_to_vec(&bytes.collect::<Vec<_>>(), COMPRESSION);
    block.extend(crc32fast::hash(&block).to_le_bytes());
    block
}

/// The bytes of a block of a file; `None` if it is damaged.
fn unpack(block: &[u8]) -> Option<Vec<u8>> {
    let (stream, sum) = block.split_last_chunk()?;
    if crc32fast::hash(stream) != u32::from_le_bytes(*sum) {
        return None;
    }
    decompress_to_vec_with_limit(stream, BLOCK).ok()
}

/// A bitbase in a file, which reads only the blocks that are probed.
///
/// It keeps a few bytes for each block, and a cache of recent blocks.
#[derive(Debug)]
pub struct BitbaseFile<F> {
    family: F,
    path: PathBuf,
    /// For each class that is built: where its blocks begin in the file, and the end of the last.
    places: Vec<Vec<u64>>,
    reader: Mutex<Reader>,
}

/// The file, and blocks that were read from it.
#[derive(Debug)]
struct Reader {
    file: File,
    /// A cache by class and number of the block; a new block replaces another.
    recent: Vec<Option<(usize, u64, Vec<u8>)>>,
}

/// How many blocks are kept: 4 MiB.
const RECENT: usize = 1 << 9;

impl<F: Family> BitbaseFile<F> {
    /// Opens a file that [`Bitbase::save`] has written for this family.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not such a file, is for another family, or is damaged in what comes before
    /// the blocks.
    pub fn open(family: F, path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref().to_owned();
        let failed = |error| FileError::Read { path: path.clone(), error };
        file::target(&path).map_err(failed)?;
        let file = File::open(&path).map_err(failed)?;
        let mut input = Input::new(BufReader::new(&file), &path);
        let sizes = family.sizes();
        let built = Header::read_for(&family, sizes.len(), Bitbase::<F>::FORMAT, &mut input)?;
        let mut places = Vec::new();
        for (class, &size) in sizes.iter().enumerate().take(built) {
            let head = Head::read(size, class, &mut input)?;
            if !head.finished {
                break;
            }
            let mut at = input.reader().stream_position().map_err(failed)?;
            let mut starts = vec![at];
            for length in head.lengths {
                at += u64::from(length);
                starts.push(at);
            }
            input.reader().seek(SeekFrom::Start(at)).map_err(failed)?;
            places.push(starts);
        }
        drop(input);
        let recent = (0..RECENT).map(|_| None).collect();
        Ok(Self { family, path, places, reader: Mutex::new(Reader { file, recent }) })
    }

    /// The family.
    pub fn family(&self) -> &F {
        &self.family
    }

    /// The result stored for a rank, for the player to move; `None` if no position has this rank or its
    /// class is not built.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the block is damaged.
    pub fn result(&self, rank: Rank) -> Result<Option<Wdl>, FileError> {
        let Rank { class, index } = rank;
        let number = index / RESULTS;
        let place = self.places.get(class).and_then(|starts| {
            let at = usize::try_from(number).ok()?;
            Some(*starts.get(at)?..*starts.get(at + 1)?)
        });
        let Some(place) = place else { return Ok(None) };
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let Reader { file, recent } = &mut *reader;
        let slot = &mut recent[(number as usize ^ class << 7) % RECENT];
        if slot.as_ref().is_none_or(|&(c, n, _)| (c, n) != (class, number)) {
            let failed = |error| FileError::Read { path: self.path.clone(), error };
            file.seek(SeekFrom::Start(place.start)).map_err(failed)?;
            let block = Input::new(&mut *file, &self.path).take(place.end - place.start)?;
            let block = unpack(&block).ok_or(FileError::Damaged { class })?;
            *slot = Some((class, number, block));
        }
        let byte =
            slot.as_ref().and_then(|(_, _, block)| block.get((index % RESULTS / 4) as usize));
        let byte = *byte.ok_or(FileError::Damaged { class })?;
        Ok(Results::decode(u64::from(byte) >> (index % 4 * 2)))
    }

    /// The result of an unfinished position for the player to move, if the file has it, as
    /// [`Bitbase::probe`] gives it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the block is damaged.
    pub fn probe(&self, position: &F::Game) -> Result<Option<Wdl>, FileError> {
        self.family.rank(position).map_or(Ok(None), |rank| self.result(rank))
    }
}
