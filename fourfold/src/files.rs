//! Files written as a whole, or entry by entry.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use engine::system::file;

use crate::failure::Failure;

/// Checks that a file can be written, before long work begins.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    file::check_save(path).map_err(|error| Failure::file(path, error))
}

/// Writes a file; if that fails, the previous content stays.
pub(crate) fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    file::save(path, |file| file.write_all(content.as_ref()))
        .map_err(|error| Failure::file(path, error))
}

/// A file that grows entry by entry, locked against other processes.
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
    /// The length of the complete entries.
    length: u64,
}

impl Growing {
    /// Opens a file, which may be new. `read` returns the length of its complete entries, and what comes
    /// after them is removed.
    pub(crate) fn open(
        path: &Path,
        read: impl FnOnce(&File) -> Result<u64, String>,
    ) -> Result<Self, Failure> {
        let fail = |error: String| Failure::file(path, error);
        let failed = |error: io::Error| Failure::file(path, error);
        let target = file::target(path).map_err(failed)?;
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(target);
        let mut file = file.map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => fail("another process writes to this file".to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let length = read(&file).map_err(fail)?;
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        Ok(Self { path: path.to_owned(), file, length })
    }

    /// Whether there are no entries.
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds an entry. If that fails, the file stays as it was.
    pub(crate) fn add(&mut self, entry: &str) -> Result<(), Failure> {
        let written = self.file.write_all(entry.as_bytes()).map_err(|error| {
            let restored = self.file.set_len(self.length);
            restored.and_then(|()| self.file.seek(SeekFrom::End(0))).err().unwrap_or(error)
        });
        written.map_err(|error| Failure::file(&self.path, error))?;
        self.length += entry.len() as u64;
        Ok(())
    }
}
