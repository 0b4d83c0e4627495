//! Lists that may be too large for the memory.

use super::error::BuildError;
use system::memory;

/// A list of `len` values.
///
/// # Errors
///
/// There is not enough memory.
pub fn filled<T>(len: u64, value: impl FnMut() -> T) -> Result<Vec<T>, BuildError> {
    let short = || BuildError::Memory { bytes: len.saturating_mul(size_of::<T>() as u64) };
    let len = usize::try_from(len).map_err(|_| short())?;
    memory::filled(len, value).map_err(|_| short())
}
