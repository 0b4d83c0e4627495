//! The common parts of the files of tables.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use crc32fast::Hasher;

use super::Family;
use super::error::FileError;
use system::file;

/// A kind of file: its first bytes, and its version.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub(super) magic: [u8; 8],
    pub(super) version: u32,
}

/// The longest description in bytes.
const MAX_DESCRIPTION: u32 = 1 << 16;

pub(super) fn save(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), FileError> {
    file::save(path, write).map_err(|error| FileError::Write { path: path.to_owned(), error })
}

/// The header of a file.
pub(super) struct Header {
    pub(super) description: String,
    pub(super) classes: usize,
    pub(super) built: usize,
}

impl Header {
    pub(super) fn write(&self, format: Format, output: &mut impl Write) -> io::Result<()> {
        let mut header = Vec::from(format.magic);
        header.extend(format.version.to_le_bytes());
        header.extend((self.description.len() as u32).to_le_bytes());
        header.extend(self.description.as_bytes());
        header.extend((self.classes as u32).to_le_bytes());
        header.extend((self.built as u32).to_le_bytes());
        output.write_all(&header)?;
        output.write_all(&crc32fast::hash(&header).to_le_bytes())
    }

    /// Reads the header of a file for this family, and returns the number of classes built.
    pub(super) fn read_for(
        family: &impl Family,
        expected_classes: usize,
        format: Format,
        input: &mut Input<'_, impl Read>,
    ) -> Result<usize, FileError> {
        let Self { description: found, classes, built } = Self::read(format, input)?;
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
        format: Format,
        input: &mut Input<'_, impl Read>,
    ) -> Result<Self, FileError> {
        match input.take(format.magic.len() as u64) {
            Ok(magic) if magic == format.magic => {}
            Ok(_) | Err(FileError::Shorter) => return Err(FileError::Foreign),
            Err(error) => return Err(error),
        }
        let version = input.number()?;
        if version != format.version {
            return Err(FileError::Version { version, expected: format.version });
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

/// A reader that computes the checksum of the bytes it has read since the last one.
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

    /// Reads bytes. A wrong length takes no more memory than the file is long.
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

    /// Reads a checksum and compares it with that of the bytes read since the last one; the error is `damaged`.
    pub(super) fn check_sum(&mut self, damaged: FileError) -> Result<(), FileError> {
        let sum = self.sum.clone().finalize();
        let found = self.number()?;
        self.sum.reset();
        if found == sum { Ok(()) } else { Err(damaged) }
    }

    /// The reader of the bytes.
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
