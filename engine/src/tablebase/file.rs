//! Tablebases as files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::values::{Values, Width};
use super::{Family, Tablebase};

const MAGIC: &[u8; 8] = b"TABLBASE";
const VERSION: u32 = 1;

/// No header is that long.
const LONGEST: u64 = 1 << 16;

impl<F: Family> Tablebase<F> {
    /// Writes the classes that are built to a file.
    ///
    /// A file that is there is replaced when the new one is complete, and not before.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let written = fs::write(&part, self.to_bytes()).and_then(|()| fs::rename(&part, path));
        written.map_err(|error| {
            // What is left of it is of no use, and there may be nothing.
            let _ = fs::remove_file(&part);
            FileError::Write { path: path.to_owned(), error }
        })
    }

    /// Reads a file that [`save`](Tablebase::save) has written for this family.
    ///
    /// If not all classes were built by then, [`build`](Tablebase::build) goes on from there.
    ///
    /// # Errors
    ///
    /// It cannot be read, is no such file, is for another family, or is damaged.
    pub fn load(family: F, path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let bytes =
            fs::read(path).map_err(|error| FileError::Read { path: path.to_owned(), error })?;
        Self::from_bytes(family, &bytes)
    }

    /// The [description](Family::description) of the family that a file was written for, whichever
    /// it is; the classes are not read.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is no tablebase, or its header is damaged.
    pub fn read_description(path: impl AsRef<Path>) -> Result<String, FileError> {
        let path = path.as_ref();
        let mut bytes = Vec::new();
        let header = File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut bytes));
        header.map_err(|error| FileError::Read { path: path.to_owned(), error })?;
        Ok(Header::read(&mut Rest::new(&bytes))?.description)
    }

    /// What [`save`](Tablebase::save) writes.
    ///
    /// # Format, version 1
    ///
    /// | bytes | |
    /// |---|---|
    /// | 8 | `TABLBASE` |
    /// | 4 | the version, 1 |
    /// | 4 | the length of the description |
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
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let description = self.family.description();
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description.as_bytes());
        bytes.extend((self.classes() as u32).to_le_bytes());
        bytes.extend((self.built() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        for (values, size) in self.classes.iter().zip(&self.sizes) {
            let start = bytes.len();
            bytes.reserve(values.as_bytes().len() + 16);
            bytes.extend(size.to_le_bytes());
            bytes.extend((values.width() as u32).to_le_bytes());
            bytes.extend(values.as_bytes());
            bytes.extend(crc32fast::hash(&bytes[start..]).to_le_bytes());
        }
        bytes
    }

    /// Reads what [`to_bytes`](Tablebase::to_bytes) has made.
    ///
    /// # Errors
    ///
    /// The bytes are something else, for another family, or damaged.
    pub fn from_bytes(family: F, bytes: &[u8]) -> Result<Self, FileError> {
        let mut table = Self::new(family);
        let mut rest = Rest::new(bytes);
        let built = table.read_header(&mut rest)?;
        for class in 0..built {
            let values = table.read_class(class, &mut rest)?;
            table.classes.push(values);
        }
        if rest.left() > 0 {
            return Err(FileError::Longer { bytes: rest.left() });
        }
        Ok(table)
    }

    /// Makes sure that the file is for this family, and reads how many classes are built.
    fn read_header(&self, rest: &mut Rest<'_>) -> Result<usize, FileError> {
        let Header { description: found, classes, built } = Header::read(rest)?;
        let expected = self.family.description();
        if found != expected {
            return Err(FileError::OtherFamily { found, expected });
        }
        if classes != self.classes() || built > classes {
            return Err(FileError::Classes { found: classes, expected: self.classes() });
        }
        Ok(built)
    }

    fn read_class(&self, class: usize, rest: &mut Rest<'_>) -> Result<Values, FileError> {
        let head = |rest: &mut Rest<'_>| Some((*rest.take(8)?.first_chunk()?, rest.number()?));
        let (size, width) = head(rest).ok_or(FileError::Shorter)?;
        let (expected, damaged) = (self.size(class), FileError::Damaged { class });
        if size != expected.to_le_bytes() {
            return Err(damaged);
        }
        let Some(width) = Width::of_bytes(width) else { return Err(damaged) };
        let length = expected.saturating_mul(width as u64);
        let codes = usize::try_from(length).ok().and_then(|length| rest.take(length));
        let codes = codes.ok_or(FileError::Shorter)?;
        rest.check_sum(Some(class))?;
        Ok(Values::from_bytes(width, codes.to_vec()))
    }
}

/// What comes before the classes.
struct Header {
    description: String,
    classes: usize,
    built: usize,
}

impl Header {
    fn read(rest: &mut Rest<'_>) -> Result<Self, FileError> {
        if rest.take(MAGIC.len()).is_none_or(|magic| magic != MAGIC) {
            return Err(FileError::Foreign);
        }
        let version = rest.number().ok_or(FileError::Shorter)?;
        if version != VERSION {
            return Err(FileError::Version { version });
        }
        let header = Self::read_fields(rest).ok_or(FileError::Shorter)?;
        rest.check_sum(None)?;
        Ok(header)
    }

    fn read_fields(rest: &mut Rest<'_>) -> Option<Self> {
        let length = rest.number()? as usize;
        Some(Self {
            description: String::from_utf8_lossy(rest.take(length)?).into_owned(),
            classes: rest.number()? as usize,
            built: rest.number()? as usize,
        })
    }
}

/// What is still to be read.
struct Rest<'b> {
    bytes: &'b [u8],
    /// Where the part begins whose checksum comes next.
    start: usize,
    at: usize,
}

impl<'b> Rest<'b> {
    const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, start: 0, at: 0 }
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let end = self.at.checked_add(length)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    /// Reads the checksum of what was read since the last one, in the header or in this class.
    fn check_sum(&mut self, class: Option<usize>) -> Result<(), FileError> {
        let sum = crc32fast::hash(&self.bytes[self.start..self.at]);
        let found = self.number().ok_or(FileError::Shorter)?;
        self.start = self.at;
        match class {
            _ if found == sum => Ok(()),
            Some(class) => Err(FileError::Damaged { class }),
            None => Err(FileError::DamagedHeader),
        }
    }
}

/// Why a tablebase cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It does not begin as tablebases do.
    #[error("this is not a tablebase")]
    Foreign,
    /// It is of another version.
    #[error("the tablebase has format version {version}: expected {VERSION}")]
    Version {
        /// Its version.
        version: u32,
    },
    /// It is for other positions, or other rules.
    #[error("the tablebase is for {found:?}: expected {expected:?}")]
    OtherFamily {
        /// The description of the family in the file.
        found: String,
        /// That of the family it was to be read for.
        expected: String,
    },
    /// It has other classes.
    #[error("the tablebase has {found} classes: expected {expected}")]
    Classes {
        /// How many there are in the file.
        found: usize,
        /// How many the family has.
        expected: usize,
    },
    /// The end is missing.
    #[error("the tablebase ends too early")]
    Shorter,
    /// Something comes after the end.
    #[error("{bytes} bytes come after the end of the tablebase")]
    Longer {
        /// How much.
        bytes: usize,
    },
    /// Some bytes before the classes are not as they were written.
    #[error("the tablebase is damaged in its header")]
    DamagedHeader,
    /// Some bytes of a class are not as they were written.
    #[error("class {class} of the tablebase is damaged")]
    Damaged {
        /// The class.
        class: usize,
    },
}
