//! Tables as files, in blocks that are compressed on their own.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::bitbase::InProgress;
use super::error::FileError;
use super::file::{Header, Input};
use super::packed::{Packed, Stored};
use super::{Family, Rank, Table};
use system::{file, threads};

/// The words of a block.
const BLOCK: usize = 1 << 10;

impl<F: Family, S: Stored> Table<F, S> {
    /// Writes everything. Blocks of a class that an earlier file has already are taken from there.
    pub(super) fn write(
        &self,
        mut earlier: impl FnMut(usize, usize) -> Option<Vec<u8>> + Send,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let description = self.family.description();
        Header { description, classes: self.classes(), built: self.classes.len() }
            .write(S::FORMAT, output)?;
        for (class, values) in self.classes.iter().enumerate() {
            // An unfinished class is packed again and again, so that has to be fast.
            let (bits, level) =
                if class < self.built() { (values.bits(), S::LEVEL) } else { (0, 1) };
            let blocks = pack_class(values.words(), level, &mut |number| earlier(class, number));
            write_class(self.size(class), bits, &blocks, output)?;
        }
        Ok(())
    }

    pub(super) fn read(family: F, input: &mut Input<'_, impl Read>) -> Result<Self, FileError> {
        let mut table = Self::new(family);
        let begun = Header::read_for(&table.family, table.classes(), S::FORMAT, input)?;
        for class in 0..begun {
            if table.read_class(input)?.is_none() {
                let damaged = || FileError::Damaged { class };
                if class + 1 < begun {
                    return Err(damaged());
                }
                let size = table.size(class);
                table.in_progress = Some(InProgress::new(size).map_err(|_| damaged())?);
            }
        }
        if input.is_at_end()? { Ok(table) } else { Err(FileError::Longer) }
    }

    /// Reads the next class; `None` if it is not finished.
    pub(super) fn read_class(
        &mut self,
        input: &mut Input<'_, impl Read>,
    ) -> Result<Option<()>, FileError> {
        let class = self.classes.len();
        let damaged = || FileError::Damaged { class };
        let head = Head::read::<S>(self.size(class), class, input)?;
        let values = head.read_values(self.size(class), input)?.ok_or_else(damaged)?;
        // Best play from a win or a loss passes through positions of all smaller distances.
        let positions =
            self.sizes.iter().take(class + 1).fold(0, |sum: u64, size| sum.saturating_add(*size));
        let has_distances = S::BITS != (1..=1);
        if has_distances && values.longest().is_some_and(|plies| u64::from(plies) > positions) {
            return Err(damaged());
        }
        self.classes.push(values);
        Ok(head.is_finished.then_some(()))
    }
}

/// The values of a class as the blocks of a file, packed by all processors. An earlier block of the same number is
/// taken if it holds the same words.
pub(super) fn pack_class(
    words: &[AtomicU64],
    level: u8,
    earlier: &mut (dyn FnMut(usize) -> Option<Vec<u8>> + Send),
) -> Vec<Vec<u8>> {
    let (next, earlier) = (AtomicUsize::new(0), Mutex::new(earlier));
    let block = |number: usize| {
        let words = words.chunks(BLOCK).nth(number)?;
        let found = earlier.lock().unwrap_or_else(PoisonError::into_inner)(number);
        let found = found.filter(|block| holds(block, words));
        Some((number, found.unwrap_or_else(|| pack(words, level))))
    };
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let blocks = threads::run(processors, || {
        let some = std::iter::from_fn(|| block(next.fetch_add(1, Ordering::Relaxed)));
        some.collect::<Vec<_>>()
    });
    let mut blocks: Vec<_> = blocks.into_iter().flatten().collect();
    blocks.sort_unstable_by_key(|&(number, _)| number);
    blocks.into_iter().map(|(_, block)| block).collect()
}

/// Writes a class of this size, with the bits of its values, or 0 if it is not finished.
pub(super) fn write_class(
    size: u64,
    bits: u32,
    blocks: &[Vec<u8>],
    output: &mut impl Write,
) -> io::Result<()> {
    let lengths = blocks.iter().flat_map(|block| (block.len() as u32).to_le_bytes());
    let head: Vec<u8> =
        size.to_le_bytes().into_iter().chain(bits.to_le_bytes()).chain(lengths).collect();
    output.write_all(&head)?;
    output.write_all(&crc32fast::hash(&head).to_le_bytes())?;
    blocks.iter().try_for_each(|block| output.write_all(block))
}

/// The header of a class.
struct Head {
    is_finished: bool,
    bits: u32,
    /// The length of each block.
    lengths: Vec<u32>,
}

impl Head {
    fn read<S: Stored>(
        size: u64,
        class: usize,
        input: &mut Input<'_, impl Read>,
    ) -> Result<Self, FileError> {
        let damaged = || FileError::Damaged { class };
        input.forget();
        if input.take(8)? != size.to_le_bytes() {
            return Err(damaged());
        }
        let bits = input.number()?;
        let is_finished = bits != 0;
        // Only results are found in several passes.
        let bits = if !is_finished && S::BITS == (1..=1) { 1 } else { bits };
        if !S::BITS.contains(&bits) {
            return Err(damaged());
        }
        let blocks = (Packed::<S>::bytes_of(bits, size) / 8).div_ceil(BLOCK as u64);
        let lengths = input.take(blocks.saturating_mul(4))?;
        input.check_sum(damaged())?;
        let lengths = lengths.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
        Ok(Self { is_finished, bits, lengths: lengths.collect() })
    }

    /// The values of the class; `None` if they are damaged.
    fn read_values<S: Stored>(
        &self,
        size: u64,
        input: &mut Input<'_, impl Read>,
    ) -> Result<Option<Packed<S>>, FileError> {
        let Ok(values) = Packed::new(self.bits, size) else { return Ok(None) };
        for (words, &length) in values.words().chunks(BLOCK).zip(&self.lengths) {
            if unpack(&input.take(length.into())?, words).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }
}

/// A block of a file.
fn pack(words: &[AtomicU64], level: u8) -> Vec<u8> {
    let bytes = words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes());
    let mut block = compress_to_vec(&bytes.collect::<Vec<_>>(), level);
    block.extend(crc32fast::hash(&block).to_le_bytes());
    block
}

/// Reads the words of a block of a file; `None` if it is damaged.
fn unpack(block: &[u8], words: &[AtomicU64]) -> Option<()> {
    let bytes = inflate(block, words.len())?;
    for (word, bytes) in words.iter().zip(bytes.as_chunks().0) {
        word.store(u64::from_le_bytes(*bytes), Ordering::Relaxed);
    }
    Some(())
}

/// Whether a block of a file holds these words.
fn holds(block: &[u8], words: &[AtomicU64]) -> bool {
    inflate(block, words.len()).is_some_and(|bytes| {
        let mut pairs = words.iter().zip(bytes.as_chunks().0);
        pairs.all(|(word, bytes)| word.load(Ordering::Relaxed) == u64::from_le_bytes(*bytes))
    })
}

/// The bytes of a block of a file, which are those of `count` words; `None` if it is damaged.
fn inflate(block: &[u8], count: usize) -> Option<Vec<u8>> {
    let (stream, sum) = block.split_last_chunk()?;
    if crc32fast::hash(stream) != u32::from_le_bytes(*sum) {
        return None;
    }
    let bytes = decompress_to_vec_with_limit(stream, 8 * BLOCK).ok()?;
    (bytes.len() == 8 * count).then_some(bytes)
}

/// The places of the blocks of the finished classes of a file.
pub(super) struct Blocks {
    path: PathBuf,
    classes: Vec<Places>,
}

/// The places of the blocks of a class.
struct Places {
    bits: u32,
    /// The offset of each block in the file, and the end of the last.
    starts: Vec<u64>,
}

impl Blocks {
    /// Opens a file of a table of this family, whose classes have these sizes.
    pub(super) fn open<S: Stored>(
        family: &impl Family,
        sizes: &[u64],
        path: &Path,
    ) -> Result<(File, Self), FileError> {
        let path = path.to_owned();
        let failed = |error| FileError::Read { path: path.clone(), error };
        file::target(&path).map_err(failed)?;
        let file = File::open(&path).map_err(failed)?;
        let mut input = Input::new(BufReader::new(&file), &path);
        let begun = Header::read_for(family, sizes.len(), S::FORMAT, &mut input)?;
        let mut classes = Vec::new();
        for (class, &size) in sizes.iter().enumerate().take(begun) {
            let Head { is_finished, bits, lengths } = Head::read::<S>(size, class, &mut input)?;
            if !is_finished {
                break;
            }
            let mut at = input.reader().stream_position().map_err(failed)?;
            let mut starts = vec![at];
            for length in lengths {
                at += u64::from(length);
                starts.push(at);
            }
            input.reader().seek(SeekFrom::Start(at)).map_err(failed)?;
            classes.push(Places { bits, starts });
        }
        drop(input);
        Ok((file, Self { path, classes }))
    }

    /// Reads a block of a class, which may be damaged.
    pub(super) fn read(
        &self,
        file: &mut File,
        class: usize,
        number: usize,
    ) -> Result<Vec<u8>, FileError> {
        let starts = self.classes.get(class).map(|Places { starts, .. }| starts.as_slice());
        let Some(&[start, end]) = starts.and_then(|starts| starts.get(number..number + 2)) else {
            return Err(FileError::Damaged { class });
        };
        let failed = |error| FileError::Read { path: self.path.clone(), error };
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        Input::new(file, &self.path).take(end - start)
    }
}

/// A table in a file, which reads only the blocks that are probed.
///
/// It keeps a few bytes for each block, and a cache of recent blocks.
pub struct TableFile<F, S> {
    family: F,
    sizes: Vec<u64>,
    blocks: Blocks,
    reader: Mutex<Reader<S>>,
}

/// The file, and blocks that were read from it.
struct Reader<S> {
    file: File,
    /// A cache by class and number of the block; a new block replaces another.
    recent: Vec<Option<(usize, u64, Packed<S>)>>,
}

/// The number of blocks kept: 4 MiB.
const RECENT: usize = 1 << 9;

impl<F: Family, S: Stored> TableFile<F, S> {
    /// Opens a file that [`Table::save`] has written for this family.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not such a file, is for another family, or is damaged before the blocks.
    pub fn open(family: F, path: impl AsRef<Path>) -> Result<Self, FileError> {
        let sizes = family.sizes();
        let (file, blocks) = Blocks::open::<S>(&family, &sizes, path.as_ref())?;
        let recent = (0..RECENT).map(|_| None).collect();
        Ok(Self { family, sizes, blocks, reader: Mutex::new(Reader { file, recent }) })
    }

    /// The family.
    pub fn family(&self) -> &F {
        &self.family
    }

    /// The value stored for a rank, for the player to move; `None` if no position has this rank or its
    /// class is not built.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the block is damaged.
    pub fn get(&self, rank: Rank) -> Result<Option<S>, FileError> {
        let Rank { class, index } = rank;
        let Some(&Places { bits, .. }) = self.blocks.classes.get(class) else { return Ok(None) };
        let left = self.sizes[class].saturating_sub(index);
        if left == 0 {
            return Ok(None);
        }
        let values = BLOCK as u64 * (64 >> bits);
        let number = index / values;
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let Reader { file, recent } = &mut *reader;
        let slot = &mut recent[(number as usize ^ class << 7) % RECENT];
        let block = match slot {
            Some((c, n, block)) if (*c, *n) == (class, number) => block,
            _ => {
                let damaged = || FileError::Damaged { class };
                let bytes = self.blocks.read(file, class, number as usize)?;
                let len = values.min(self.sizes[class] - number * values);
                let block = Packed::new(bits, len).map_err(|_| damaged())?;
                unpack(&bytes, block.words()).ok_or_else(damaged)?;
                &mut slot.insert((class, number, block)).2
            }
        };
        Ok(block.get(index % values))
    }

    /// The exact score or the result of an unfinished position for the player to move, if the file has
    /// it, as [`Table::probe`] gives it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or the block is damaged.
    pub fn probe(&self, position: &F::Game) -> Result<Option<S>, FileError> {
        let Some(rank) = self.family.rank(position) else { return Ok(None) };
        Ok(self.get(rank)?.filter(|value| value.holds(&self.family, position)))
    }
}

impl<F: Family, S: Stored> fmt::Debug for TableFile<F, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile")
            .field("family", &self.family.description())
            .field("path", &self.blocks.path)
            .finish_non_exhaustive()
    }
}
