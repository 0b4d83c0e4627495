//! Files that work goes on from: a JSON object a line, the first of which says what the work is.

use std::fmt::{Display, Write as _};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Failure, quote};

/// A file of lines with checksums, open for more of them and locked against other processes.
pub(crate) struct LineFile {
    file: File,
    /// The length of the complete lines.
    length: u64,
}

/// No line is longer, in bytes.
const MAX_LINE: u64 = 1 << 28;

/// Comes before the checksum of a line, which is that of all before.
const SUM: &str = ",\"crc32\":\"";

impl LineFile {
    /// Opens a file, which may be new, and hands out its lines. A file of another format or with
    /// another header is refused. The format is the first field of the header.
    ///
    /// What follows the last complete line was interrupted in writing, and is removed.
    pub(crate) fn open<H: Serialize + DeserializeOwned + PartialEq>(
        path: &Path,
        format: &str,
        header: &H,
        read: impl FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<Self, Failure> {
        let name = quote(&path.display().to_string());
        Self::open_or_say(path, format, header, read)
            .map_err(|error| Failure::Run(format!("{name}: {error}")))
    }

    fn open_or_say<H: Serialize + DeserializeOwned + PartialEq>(
        path: &Path,
        format: &str,
        header: &H,
        read: impl FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<Self, String> {
        let path = engine::file::target(path).map_err(in_words)?;
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(in_words)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err("another process writes games to this file".to_owned());
            }
            Err(TryLockError::Error(error)) => return Err(in_words(error)),
        }
        let length = read_lines(&file, format, header, read)?;
        file.set_len(length).map_err(in_words)?;
        file.seek(SeekFrom::End(0)).map_err(in_words)?;
        let mut file = Self { file, length };
        if length == 0 {
            file.add(header).map_err(in_words)?;
        }
        Ok(file)
    }

    /// Adds a line with its checksum. A line that cannot be completed is removed again.
    pub(crate) fn add(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_string(value).map_err(Failure::run)?;
        line.pop();
        let sum = crc32fast::hash(line.as_bytes());
        writeln!(line, "{SUM}{sum:08x}\"}}").map_err(Failure::run)?;
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            self.file.set_len(self.length)?;
            self.file.seek(SeekFrom::End(0))?;
            return Err(error.into());
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

fn in_words(error: impl Display) -> String {
    error.to_string()
}

/// Hands out the lines of a file after the first, and returns the length of the complete ones.
fn read_lines<H: DeserializeOwned + PartialEq>(
    file: &File,
    format: &str,
    header: &H,
    mut read: impl FnMut(&[u8]) -> Result<(), String>,
) -> Result<u64, String> {
    let mut file = BufReader::new(file);
    // A long file of another kind is not read.
    let expected = format!("{{\"format\":{format:?}");
    let head = file.fill_buf().map_err(in_words)?;
    if !head.starts_with(expected.as_bytes()) && !expected.as_bytes().starts_with(head) {
        return Err(format!("expected a file of {format}"));
    }
    let (mut length, mut damaged) = (0, Vec::new());
    let mut line = Vec::new();
    for place in 1.. {
        line.clear();
        let bytes = file.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(in_words)?;
        if line.pop() != Some(b'\n') {
            break;
        }
        length += bytes as u64;
        if place == 1 {
            check_header(&line, header).map_err(|error| format!("line 1: {error}"))?;
        } else if let Err(error) = read(&line) {
            damaged.push((place, error));
        }
    }
    let Some((first, error)) = damaged.first() else { return Ok(length) };
    let places = |(place, _): &(u64, String)| place.to_string();
    let places = damaged.iter().map(places).collect::<Vec<_>>().join(", ");
    Err(format!(
        "line {first}: {error}; delete the damaged lines, {places}, and their games are played again"
    ))
}

fn check_header<H: DeserializeOwned + PartialEq>(line: &[u8], expected: &H) -> Result<(), String> {
    if parse::<H>(line)? == *expected {
        return Ok(());
    }
    Err("the file is of another match; expected a new file".to_owned())
}

/// Reads a line if its checksum is right.
pub(crate) fn parse<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let line = str::from_utf8(line).map_err(in_words)?;
    let (json, sum) = line.rsplit_once(SUM).ok_or("there is no checksum")?;
    if sum != format!("{:08x}\"}}", crc32fast::hash(json.as_bytes())) {
        return Err("the checksum is wrong".to_owned());
    }
    serde_json::from_str(line).map_err(in_words)
}
