//! The checksum of files: FNV-1a, 64 bits.

/// The checksum of no bytes.
pub(crate) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The checksum of these bytes after those of `sum`.
pub(crate) fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(sum, add)
}
