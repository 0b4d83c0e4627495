//! Tablebases as files.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use crc32fast::Hasher;

use super::error::FileError;
use super::values::{Values, Width};
use super::{Family, Tablebase};
use crate::file;

const MAGIC: [u8; 8] = *b"TABLBASE";
pub(super) const VERSION: u32 = 1;

/// The longest description in bytes.
const MAX_DESCRIPTION: u32 = 1 << 16;

impl<F: Family> Tablebase<F> {
    /// Writes the classes that are built to a file.
    ///
    /// A file that is there is replaced when the new one is complete, and not before. To find out
    /// before the build whether that will be possible, ask [`check_save`](file::check_save).
    ///
    /// # Errors
    ///
    /// It cannot be written, or the path leads to what is no regular file.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let saved = file::save(path, |file| self.write(file));
        saved.map_err(|error| FileError::Write { path: path.to_owned(), error })
    }

    /// Reads a file that [`save`](Tablebase::save) has written for this family.
    ///
    /// If not all classes were built by then, [`build`](Tablebase::build) goes on from there.
    ///
    /// # Errors
    ///
    /// It cannot be read, is no such file, is for another family, or is damaged.
    pub fn load(family: F, path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::read(family, &mut Input::open(path.as_ref())?)
    }

    /// The [description](Family::description) of the family that a file was written for, whichever
    /// it is. The classes are not read.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is no tablebase, or its header is damaged.
    pub fn read_description(path: impl AsRef<Path>) -> Result<String, FileError> {
        Ok(Header::read(MAGIC, &mut Input::open(path.as_ref())?)?.description)
    }

    /// What [`save`](Tablebase::save) writes.
    ///
    /// # Format, version 1
    ///
    /// | bytes | |
    /// |---|---|
    /// | 8 | `TABLBASE` |
    /// | 4 | the version, 1 |
    /// | 4 | the length of the description, 65,536 at most |
    /// | | the [description](Family::description) of the family, in UTF-8 |
    /// | 4 | how many classes the family has |
    /// | 4 | how many of them are built, the first ones |
    /// | 4 | CRC-32 (as of PNG and gzip) of all before |
    ///
    /// and for each class that is built, in order,
    ///
    /// | bytes | |
    /// |---|---|
    /// | 8 | how many numbers it has |
    /// | 4 | the width of a code: 1, 2 or 4 bytes |
    /// | | a code for each number |
    /// | 4 | CRC-32 of all of the class before |
    ///
    /// Numbers are little-endian. Code 0 is no position, 1 a draw, 2 + 2n a win in n plies for the
    /// player to move, 3 + 2n a loss in n plies.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = self.write(&mut bytes);
        bytes
    }

    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let description = self.family.description();
        Header { description, classes: self.classes(), built: self.built() }
            .write(MAGIC, output)?;
        for (values, size) in self.classes.iter().zip(&self.sizes) {
            let mut sum = Hasher::new();
            let width = (values.width as u32).to_le_bytes();
            for part in [&size.to_le_bytes()[..], &width, &values.bytes] {
                sum.update(part);
                output.write_all(part)?;
            }
            output.write_all(&sum.finalize().to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads what [`to_bytes`](Tablebase::to_bytes) has made.
    ///
    /// # Errors
    ///
    /// The bytes are something else, for another family, or damaged.
    pub fn from_bytes(family: F, bytes: &[u8]) -> Result<Self, FileError> {
        Self::read(family, &mut Input::new(bytes, Path::new("")))
    }

    fn read(family: F, input: &mut Input<'_, impl Read>) -> Result<Self, FileError> {
        let mut table = Self::new(family);
        let built = Header::read_for(&table.family, table.classes(), MAGIC, input)?;
        for class in 0..built {
            let values = table.read_class(class, input)?;
            table.classes.push(values);
        }
        if input.is_at_end()? { Ok(table) } else { Err(FileError::Longer) }
    }

    fn read_class(
        &self,
        class: usize,
        input: &mut Input<'_, impl Read>,
    ) -> Result<Values, FileError> {
        let (size, damaged) = (self.size(class), || FileError::Damaged { class });
        if input.take(8)? != size.to_le_bytes() {
            return Err(damaged());
        }
        let width = Width::of_bytes(input.number()?).ok_or_else(damaged)?;
        let values = Values::from_bytes(width, input.take(size.saturating_mul(width as u64))?);
        input.check_sum(damaged())?;
        // Best play from a win or a loss comes through positions of all distances below its own.
        let sizes = self.sizes.iter().take(class + 1);
        let positions = sizes.fold(0, |sum: u64, &size| sum.saturating_add(size));
        if values.longest().is_some_and(|plies| u64::from(plies) > positions) {
            return Err(damaged());
        }
        Ok(values)
    }
}

/// What comes before the classes.
pub(super) struct Header {
    pub(super) description: String,
    pub(super) classes: usize,
    pub(super) built: usize,
}

impl Header {
    pub(super) fn write(&self, magic: [u8; 8], output: &mut impl Write) -> io::Result<()> {
        let mut header = Vec::from(magic);
        header.extend(VERSION.to_le_bytes());
        header.extend((self.description.len() as u32).to_le_bytes());
        header.extend(self.description.as_bytes());
        header.extend((self.classes as u32).to_le_bytes());
        header.extend((self.built as u32).to_le_bytes());
        output.write_all(&header)?;
        output.write_all(&crc32fast::hash(&header).to_le_bytes())
    }

    /// Reads the header of a file for this family, and returns how many classes are built.
    pub(super) fn read_for(
        family: &impl Family,
        expected_classes: usize,
        magic: [u8; 8],
        input: &mut Input<'_, impl Read>,
    ) -> Result<usize, FileError> {
        let Self { description: found, classes, built } = Self::read(magic, input)?;
        let expected = family.description();
        if found != expected {
            return Err(FileError::OtherFamily { found, expected });
        }
        if classes != expected_classes || built > classes {
            return Err(FileError::Classes { found: classes, expected: expected_classes });
        }
        Ok(built)
    }

    pub(super) fn read(
        expected: [u8; 8],
        input: &mut Input<'_, impl Read>,
    ) -> Result<Self, FileError> {
        match input.take(expected.len() as u64) {
            Ok(magic) if magic == expected => {}
            Ok(_) | Err(FileError::Shorter) => return Err(FileError::Foreign),
            Err(error) => return Err(error),
        }
        let version = input.number()?;
        if version != VERSION {
            return Err(FileError::Version { version });
        }
        let length = input.number()?;
        if length > MAX_DESCRIPTION {
            return Err(FileError::DamagedHeader);
        }
        let description = String::from_utf8_lossy(&input.take(length.into())?).into_owned();
        let (classes, built) = (input.number()? as usize, input.number()? as usize);
        input.check_sum(FileError::DamagedHeader)?;
        Ok(Self { description, classes, built })
    }
}

/// What is still to be read, with the checksum of what was read since the last one.
pub(super) struct Input<'p, R> {
    reader: R,
    path: &'p Path,
    sum: Hasher,
}

impl<'p> Input<'p, ()> {
    pub(super) fn open(path: &'p Path) -> Result<Input<'p, impl Read>, FileError> {
        match file::open(path) {
            Ok(file) => Ok(Input::new(file, path)),
            Err(error) => Err(FileError::Read { path: path.to_owned(), error }),
        }
    }
}

impl<'p, R: Read> Input<'p, R> {
    pub(super) fn new(reader: R, path: &'p Path) -> Self {
        Self { reader, path, sum: Hasher::new() }
    }

    fn failed(&self, error: io::Error) -> FileError {
        match error.kind() {
            ErrorKind::UnexpectedEof => FileError::Shorter,
            _ => FileError::Read { path: self.path.to_owned(), error },
        }
    }

    /// Reads bytes. A wrong length takes no more memory than the file has bytes.
    pub(super) fn take(&mut self, length: u64) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(length).read_to_end(&mut bytes);
        if read.map_err(|error| self.failed(error))? as u64 != length {
            return Err(FileError::Shorter);
        }
        self.sum.update(&bytes);
        Ok(bytes)
    }

    pub(super) fn number(&mut self) -> Result<u32, FileError> {
        let mut bytes = [0; 4];
        self.reader.read_exact(&mut bytes).map_err(|error| self.failed(error))?;
        self.sum.update(&bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    /// Reads the checksum of what was read since the last one; if it is another, the error is
    /// `damaged`.
    pub(super) fn check_sum(&mut self, damaged: FileError) -> Result<(), FileError> {
        let sum = self.sum.clone().finalize();
        let found = self.number()?;
        self.sum.reset();
        if found == sum { Ok(()) } else { Err(damaged) }
    }

    /// What the bytes are read from.
    pub(super) fn reader(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Begins a new checksum.
    pub(super) fn forget(&mut self) {
        self.sum.reset();
    }

    pub(super) fn is_at_end(&mut self) -> Result<bool, FileError> {
        match self.take(1) {
            Ok(_) => Ok(false),
            Err(FileError::Shorter) => Ok(true),
            Err(error) => Err(error),
        }
    }
}
