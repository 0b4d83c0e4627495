//! Files written as a whole.

use std::io::Write;
use std::path::Path;

use engine::file;

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
