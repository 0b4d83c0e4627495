//! Lists that may be too large for the memory.

use super::error::BuildError;
use crate::system::memory;

/// A list of `len` values.
///
/// # Errors
///
/// There is not enough memory.
pub fn filled<T>(len: u64, value: impl FnMut() -> T) -> Result<Vec<T>, BuildError> {
    let short = || BuildError::Memory { bytes: len.saturating_mul(size_of::<T>() as u64) };
    let len = usize::try_from(len).map_err(|_| short())?;
    let mut list = Vec::new();
    list.try_reserve_exact(len).map_err(|_| short())?;
    memory::prefer_huge_pages(list.spare_capacity_mut());
    list.resize_with(len, value);
    Ok(list)
}
