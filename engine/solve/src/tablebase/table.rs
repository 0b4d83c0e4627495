//! Tables of the results of best play.

use std::fmt;
use std::path::Path;

use super::bitbase::InProgress;
use super::blocks::Blocks;
use super::error::FileError;
use super::file::{Header, Input, save};
use super::packed::{Packed, Stored};
use super::{Family, Rank};

/// The result of best play from every position of a family: a [`Tablebase`](super::Tablebase) stores scores
/// with their distances, a [`Bitbase`](super::Bitbase) results.
///
/// # Files
///
/// Format:
///
/// | bytes | |
/// |---|---|
/// | 8 | `TABLBASE`, or `BITBASE` and a line feed |
/// | 4 | the version: 3 of tablebases, 2 of bitbases |
/// | 4 | the length of the description, 65,536 at most |
/// | | the [description](Family::description) of the family, in UTF-8 |
/// | 4 | the number of classes of the family |
/// | 4 | the number of them that are built or begun, the first ones |
/// | 4 | CRC-32 (as of PNG and gzip) of all before |
///
/// and for each of these classes, in order,
///
/// | bytes | |
/// |---|---|
/// | 8 | the number of its ranks |
/// | 4 | the binary logarithm of the bits of a code: 3, 4 or 5 in tablebases, 1 in bitbases; 0 if the class is not finished |
/// | 4 each | the length of each block |
/// | 4 | CRC-32 of all of the class before |
/// | | the blocks |
///
/// The file of [a class](Self::save_class) is that of a family with this class alone, whose description begins
/// with `class NAME of `.
///
/// Numbers are little-endian. A block is a deflate stream (RFC 1951) of 8,192 bytes, the last one of a
/// class a multiple of 8, and the CRC-32 of the stream. It holds a code for each rank, the first in the
/// lowest bits. In a tablebase 0 is no position, 1 a draw, 2 + 2n a win in n plies for the player to
/// move, 3 + 2n a loss in n plies. In a bitbase 0 is a draw, 1 a win for the player to move, 2 a loss, 3
/// no position; in a class that is not finished 0 means not known.
pub struct Table<F, S> {
    pub(super) family: F,
    pub(super) sizes: Vec<u64>,
    /// The values of the classes that are built, in order, and of the class being built.
    pub(super) classes: Vec<Packed<S>>,
    pub(super) in_progress: Option<InProgress>,
}

impl<F: Family, S: Stored> Table<F, S> {
    /// A table with no class built yet.
    pub fn new(family: F) -> Self {
        let sizes = family.sizes();
        Self { family, sizes, classes: Vec::new(), in_progress: None }
    }

    /// These values as the first classes of a larger family, whose other classes can then be built. `None` unless its
    /// first classes have the sizes of the classes of this one. The caller must know that they are the same classes.
    pub fn extended(self, family: F) -> Option<Self> {
        let sizes = family.sizes();
        sizes.starts_with(&self.sizes).then(|| Self { family, sizes, ..self })
    }

    /// The family whose positions the table numbers.
    pub fn family(&self) -> &F {
        &self.family
    }

    /// The number of classes of the family.
    pub fn classes(&self) -> usize {
        self.sizes.len()
    }

    /// The number of classes that are built: the first ones.
    pub fn built(&self) -> usize {
        self.classes.len() - usize::from(self.in_progress.is_some())
    }

    /// Whether all classes are built.
    pub fn is_complete(&self) -> bool {
        self.built() == self.classes()
    }

    /// The number of ranks of a class; 0 if there is no such class.
    pub fn size(&self, class: usize) -> u64 {
        self.sizes.get(class).copied().unwrap_or(0)
    }

    /// The bytes of memory that the values take.
    pub fn bytes(&self) -> u64 {
        self.classes.iter().map(Packed::bytes).sum()
    }

    /// The value stored for a rank, for the player to move; `None` if no position has this rank or its
    /// class is not built.
    pub fn get(&self, rank: Rank) -> Option<S> {
        if rank.class < self.built() { self.found(rank) } else { None }
    }

    /// The value found so far, also in the class being built.
    #[inline]
    pub(super) fn found(&self, rank: Rank) -> Option<S> {
        self.classes.get(rank.class)?.get(rank.index)
    }

    /// The exact score or the result of an unfinished position, for the player to move, if the table knows it.
    ///
    /// The result of a bitbase is that of the position's rank. A win or a loss need not hold if the rank
    /// leaves out something that [`holds`](Family::holds) decides by the distance.
    pub fn probe(&self, position: &F::Game) -> Option<S> {
        let value = self.get(self.family.rank(position)?)?;
        value.holds(&self.family, position).then_some(value)
    }

    /// Writes all that is built to a file.
    ///
    /// A file of this name is replaced only once the new one is complete.
    /// [`check_save`](system::file::check_save) checks before a build that saving will work.
    ///
    /// # Errors
    ///
    /// It cannot be written, or the path leads to something other than a regular file.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        // Packing takes many times longer than comparing.
        let mut earlier = Blocks::open::<S>(&self.family, &self.sizes, path).ok();
        let earlier = |class, number| {
            let (file, blocks) = earlier.as_mut()?;
            blocks.read(file, class, number).ok()
        };
        save(path, |file| self.write(earlier, file))
    }

    /// The bytes that [`save`](Self::save) writes, all in memory at once.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = self.write(|_, _| None, &mut bytes);
        bytes
    }

    /// Reads a file that [`save`](Self::save) has written for this family into memory.
    ///
    /// If not all classes were built by then, the build continues from there.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not such a file, is for another family, or is damaged.
    pub fn load(family: F, path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::read(family, &mut Input::open(path.as_ref())?)
    }

    /// Reads the bytes that [`to_bytes`](Self::to_bytes) has made.
    ///
    /// # Errors
    ///
    /// The bytes are something else, for another family, or damaged.
    pub fn from_bytes(family: F, bytes: &[u8]) -> Result<Self, FileError> {
        Self::read(family, &mut Input::new(bytes, Path::new("")))
    }

    /// The [description](Family::description) of the family that a file was written for. Reads only the header.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is of another kind, or its header is damaged.
    pub fn read_description(path: impl AsRef<Path>) -> Result<String, FileError> {
        Ok(Header::read(S::FORMAT, &mut Input::open(path.as_ref())?)?.description)
    }
}

impl<F: Family, S: Stored> fmt::Debug for Table<F, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("family", &self.family.description())
            .field("sizes", &self.sizes)
            .field("built", &self.built())
            .finish_non_exhaustive()
    }
}
