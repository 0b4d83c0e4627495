//! Files written as a whole, again and again, or entry by entry.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{self, Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use kit::Failure;
use system::file;

/// Checks that a file can be written, before long work begins.
pub fn check(path: &Path) -> Result<(), Failure> {
    file::check_save(path).map_err(|error| Failure::file(path, error))
}

/// Writes a file; if that fails, the previous content stays.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    file::save(path, |file| file.write_all(content.as_ref()))
        .map_err(|error| Failure::file(path, error))
}

/// Whether two paths lead to the same file, which may not be there yet.
pub fn are_one(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| path.canonicalize().or_else(|_| path::absolute(path)).ok();
    place(a) == place(b)
}

pub struct Entry {
    /// All that the results in the file depend on. Only the first line of a file of parts says it.
    pub work: Option<String>,
    /// The number of the result; none for the first line of a file of parts.
    pub number: Option<u64>,
    /// How many results make a part of the work, at least 1.
    pub part: u64,
}

/// Keeps other processes from a file that is replaced now and then, by a file beside it that is locked.
pub struct Lock {
    path: PathBuf,
    /// Unlocked when it is closed.
    _file: File,
}

impl Lock {
    /// Locks a file, which may not be there yet.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::file(path, error);
        let beside = file::target(path).map_err(failed)?.with_added_extension("lock");
        loop {
            let file = File::create(&beside).map_err(failed)?;
            lock(&file, path)?;
            // Who had it before may just have removed it.
            if is_same(&file, &beside) {
                return Ok(Self { path: beside, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Without it nothing is locked either.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place =
        |data: io::Result<std::fs::Metadata>| data.ok().map(|data| (data.dev(), data.ino()));
    place(file.metadata()) == place(path.metadata())
}

/// An open file cannot be replaced there.
#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> bool {
    true
}

fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => Failure::file(path, "another process writes to this file"),
        TryLockError::Error(error) => Failure::file(path, error),
    })
}

/// A file that grows entry by entry, locked against other processes.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the complete entries.
    length: u64,
}

impl Journal {
    /// Opens a file, which may be new, of entries that end with `end`; `heads` are the beginnings of the first and of
    /// every other. Passes them to `take`, which checks them. An incomplete last entry is removed.
    pub fn open(
        path: &Path,
        heads: [&str; 2],
        end: &str,
        mut take: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::file(path, error);
        let target = file::target(path).map_err(failed)?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(target);
        let mut file = file.map_err(failed)?;
        lock(&file, path)?;
        let take = |number, entry: Result<&str, String>| {
            entry.and_then(&mut take).map_err(|error| {
                format!("entry {number}: {error}; without this entry its work is done again")
            })
        };
        let (length, cut) =
            read(&file, heads, end, take).map_err(|error| Failure::file(path, error))?;
        if let Some(number) = cut {
            anstream::eprintln!("Entry {number} is not complete; its work is done again.");
        }
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        Ok(Self { path: path.to_owned(), file, length })
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds an entry. If that fails, the file stays as it was.
    pub fn add(&mut self, entry: &str) -> Result<(), Failure> {
        let written = self.file.write_all(entry.as_bytes()).map_err(|error| {
            let restored = self.file.set_len(self.length);
            restored.and_then(|()| self.file.seek(SeekFrom::End(0))).err().unwrap_or(error)
        });
        written.map_err(|error| Failure::file(&self.path, error))?;
        self.length += entry.len() as u64;
        Ok(())
    }
}

/// Passes the complete entries of a file to `take`, with their numbers from 1, or what is wrong with them.
/// Returns their length, and the number of one that is not complete.
pub fn read(
    file: impl Read,
    [first, other]: [&str; 2],
    end: &str,
    mut take: impl FnMut(usize, Result<&str, String>) -> Result<(), String>,
) -> Result<(u64, Option<usize>), String> {
    let (mut file, mut entry, mut length) = (BufReader::new(file), Vec::new(), 0);
    for number in 1.. {
        let head = if number == 1 { first } else { other };
        let found = file.fill_buf().map_err(|error| error.to_string())?;
        let is_one = found.starts_with(head.as_bytes()) || head.as_bytes().starts_with(found);
        entry.clear();
        while !entry.ends_with(end.as_bytes())
            && file.read_until(b'\n', &mut entry).map_err(|error| error.to_string())? > 0
        {}
        if !is_one {
            let head = head.replace('\n', " ");
            take(number, Err(format!("expected one that begins with {head}")))?;
        } else if entry.ends_with(end.as_bytes()) {
            take(number, str::from_utf8(&entry).map_err(|error| error.to_string()))?;
        } else if !entry.is_empty() {
            return Ok((length, Some(number)));
        }
        if entry.is_empty() {
            break;
        }
        length += entry.len() as u64;
    }
    Ok((length, None))
}

/// Saves to a file. That it fails is told at once, and so is that it works again.
pub struct Saver<'a> {
    path: &'a Path,
    bar: ProgressBar,
    has_failed: bool,
}

impl<'a> Saver<'a> {
    /// The time until a save that failed is tried again.
    pub const RETRY: Duration = Duration::from_secs(5);

    /// For a file, beside this bar.
    pub fn new(path: &'a Path, bar: &ProgressBar) -> Self {
        Self { path, bar: bar.clone(), has_failed: false }
    }

    /// Saves, and returns whether that worked.
    pub fn save<E: Display>(&mut self, save: impl FnOnce() -> Result<(), E>) -> bool {
        let (saved, path) = (save(), self.path.display());
        match &saved {
            Err(error) if !self.has_failed => self.say(format_args!(
                "{path} cannot be saved: {error}. It is tried again every {} seconds.",
                Self::RETRY.as_secs()
            )),
            Ok(()) if self.has_failed => self.say(format_args!("{path} is saved.")),
            _ => {}
        }
        self.has_failed = saved.is_err();
        saved.is_ok()
    }

    /// Saves, again and again for ten minutes, until it works or `is_stopped`.
    pub fn save_at_last<E: Display>(
        &mut self,
        mut save: impl FnMut() -> Result<(), E>,
        is_stopped: impl Fn() -> bool,
    ) -> Result<(), Failure> {
        const POLL: Duration = Duration::from_millis(100);
        const PATIENCE: Duration = Duration::from_mins(10);
        let begun = Instant::now();
        while !self.save(&mut save) && begun.elapsed() < PATIENCE {
            let again = Instant::now() + Self::RETRY;
            while Instant::now() < again {
                if is_stopped() {
                    let path = self.path.display();
                    return Err(Failure::Interrupted(format!("stopped before {path} was saved")));
                }
                thread::sleep(POLL);
            }
        }
        if self.has_failed { save().map_err(Failure::run) } else { Ok(()) }
    }

    fn say(&self, text: impl Display) {
        self.bar.suspend(|| anstream::eprintln!("{text}"));
    }
}
