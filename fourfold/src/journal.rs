//! Files of results that long work is resumed from: JSON lines with checksums, the first of them a
//! description of the work.

use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The longest line in bytes.
const MAX_LINE: u64 = 1 << 28;

/// The format of a file. A file of another format is refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// The name of the format, with its version.
    pub(crate) name: &'static str,
    /// The name of the work in messages.
    pub(crate) work: &'static str,
}

/// The first line. Results can only be added to a file with the same one.
#[derive(PartialEq, Serialize, Deserialize)]
struct Head<H> {
    format: String,
    #[serde(flatten)]
    header: H,
}

/// A file of results, open for more and locked against other processes.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the complete lines.
    length: u64,
}

impl Journal {
    /// Opens a file, which may be new, and passes its results to `take`, which checks them.
    ///
    /// An incomplete last line is removed.
    pub(crate) fn open<H, L>(
        path: &Path,
        format: Format,
        header: H,
        take: impl FnMut(L) -> Result<(), String>,
    ) -> Result<Self, Failure>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: DeserializeOwned,
    {
        let fail = |error: String| Failure::file(path, error);
        let failed = |error: io::Error| Failure::file(path, error);
        let target = engine::file::target(path).map_err(failed)?;
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(target);
        let mut file = file.map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => fail("another process writes to this file".to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let head = Head { format: format.name.to_owned(), header };
        let length = read(&file, format, &head, take).map_err(fail)?;
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        let mut journal = Self { path: path.to_owned(), file, length };
        if length == 0 {
            journal.add(&head)?;
        }
        Ok(journal)
    }

    /// Adds a result. If that fails, the file stays as it was.
    pub(crate) fn add(&mut self, result: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_string(result).map_err(Failure::run)?;
        line.pop();
        let sum = crc32fast::hash(line.as_bytes());
        writeln!(line, "{SUM}{sum:08x}\"}}").map_err(Failure::run)?;
        let written = self.file.write_all(line.as_bytes()).map_err(|error| {
            let restored = self.file.set_len(self.length);
            restored.and_then(|()| self.file.seek(SeekFrom::End(0))).err().unwrap_or(error)
        });
        written.map_err(|error| Failure::file(&self.path, error))?;
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Precedes the checksum of a line, which covers everything before this text.
const SUM: &str = ",\"crc32\":\"";

pub(crate) fn in_words(error: impl Display) -> String {
    error.to_string()
}

/// Reads the results of a file, and returns the length of its complete lines.
fn read<H, L>(
    file: &File,
    format: Format,
    head: &Head<H>,
    mut take: impl FnMut(L) -> Result<(), String>,
) -> Result<u64, String>
where
    H: DeserializeOwned + PartialEq,
    L: DeserializeOwned,
{
    let mut file = BufReader::new(file);
    // Do not read a long file of another kind.
    let beginning = format!("{{\"format\":\"{}\"", format.name);
    let found = file.fill_buf().map_err(in_words)?;
    if !found.starts_with(beginning.as_bytes()) && !beginning.as_bytes().starts_with(found) {
        return Err(format!("expected a file of {}", format.name));
    }
    let (mut length, mut damaged, mut line) = (0, Vec::new(), Vec::new());
    for place in 1.. {
        line.clear();
        let read = file.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(in_words)?;
        if line.pop() != Some(b'\n') {
            break;
        }
        length += read as u64;
        if place == 1 {
            let found: Head<H> = parse(&line).map_err(|error| format!("line 1: {error}"))?;
            if found != *head {
                let work = format.work;
                return Err(format!("the file is of another {work}; expected a new file"));
            }
        } else if let Err(error) = parse(&line).and_then(&mut take) {
            damaged.push((place, error));
        }
    }
    let [(first, error), ..] = &damaged[..] else { return Ok(length) };
    let places = damaged.iter().map(|(place, _)| place.to_string());
    let places = places.collect::<Vec<_>>().join(", ");
    Err(format!(
        "line {first}: {error}; delete the damaged lines, {places}, to have their results computed again"
    ))
}

/// Reads a line if its checksum is right.
fn parse<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let line = str::from_utf8(line).map_err(in_words)?;
    let (json, sum) = line.rsplit_once(SUM).ok_or("there is no checksum")?;
    if sum != format!("{:08x}\"}}", crc32fast::hash(json.as_bytes())) {
        return Err("the checksum is wrong".to_owned());
    }
    serde_json::from_str(line).map_err(in_words)
}
