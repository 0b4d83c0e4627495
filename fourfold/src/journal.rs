//! Files of results that long work is resumed from: JSON lines with checksums, the first of them a
//! description of the work.

use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::files::Growing;

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
pub(crate) struct Journal(Growing);

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
        let head = Head { format: format.name.to_owned(), header };
        let mut journal = Self(Growing::open(path, |file| read(file, format, &head, take))?);
        if journal.0.is_empty() {
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
        self.0.add(&line)
    }
}

/// Precedes the checksum of a line, which covers everything before this text.
const SUM: &str = ",\"crc32\":\"";

fn in_words(error: impl Display) -> String {
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
