//! Files that are written whole.

use std::io::Write;
use std::path::Path;

use engine::file;

use crate::failure::Failure;

/// Finds out whether a file can be written, before there is anything to write.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    file::check_save(path).map_err(|error| Failure::file(path, error))
}

/// Writes a file; if that fails, what was there before stays.
pub(crate) fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    file::save(path, |file| file.write_all(content.as_ref()))
        .map_err(|error| Failure::file(path, error))
}
