//! Building blocks for 64-bit keys: mixing words, hashing a position.
//!
//! A search treats two positions with the same key as equal, so every field must affect all 64 bits.

use std::hash::{Hash, Hasher};

/// Mixes a word into a key: every bit of either can change every bit of the result, and for a fixed key
/// different words give different results. It gives the same numbers on every machine and in every
/// release, so keys made with it may be stored.
///
/// The finaliser is Stafford's variant 13 of MurmurHash3's, as used by SplitMix64
/// (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014).
pub const fn mix(key: u64, word: u64) -> u64 {
    let z = key.rotate_left(32) ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A key for anything that implements [`Hash`]: the easiest implementation of
/// [`Keyed`](crate::Keyed), for positions whose `Hash` is derived.
///
/// The results are the same in every run of a program. They may differ between machines and compilers, as
/// the input that derived `Hash` feeds to a hasher does: do not store them.
#[inline]
pub fn key_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = KeyHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The bucket of a key, below `buckets`, or `None` if there are none. Every bit of the key counts, also where the
/// key is a small number or a few bits of a board: 2⁶⁴ by the golden ratio carries them into the upper ones
/// (D. E. Knuth, *Sorting and searching*, 6.4).
pub fn bucket(key: u64, buckets: usize) -> Option<usize> {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let number = (u128::from(key.wrapping_mul(GOLDEN)) * buckets as u128) >> 64;
    (buckets > 0).then_some(number as usize)
}

/// The hasher behind [`key_of`], also for hash maps of positions, as in `HashMap<G, V,
/// BuildHasherDefault<KeyHasher>>`: fast, the same in every run, and without protection against keys chosen
/// to collide.
#[derive(Clone, Debug, Default)]
pub struct KeyHasher(u64);

/// A number is one word.
macro_rules! words {
    ($($write:ident: $number:ty),*) => {$(
        #[inline]
        #[allow(clippy::cast_lossless, reason = "not every width has a conversion")]
        fn $write(&mut self, number: $number) {
            self.0 = mix(self.0, number as u64);
        }
    )*};
}

impl Hasher for KeyHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0, u64::from_le_bytes(word));
        }
        self.0 = mix(self.0, bytes.len() as u64);
    }

    words! { write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_reaches_every_other() {
        for bit in 0..64 {
            let mut union = 0;
            for sample in 0..64_u64 {
                let word = sample.wrapping_mul(0x0123_4567_89ab_cdef);
                union |= mix(7, word) ^ mix(7, word ^ 1 << bit);
                union |= mix(word, 7) ^ mix(word ^ 1 << bit, 7);
            }
            assert_eq!(union, u64::MAX, "bit {bit}");
        }
    }

    #[test]
    fn order_and_length_matter() {
        assert_ne!(mix(mix(0, 1), 2), mix(mix(0, 2), 1));
        assert_ne!(key_of(&[1_u8, 0]), key_of(&[1_u8]));
        assert_ne!(key_of("ab"), key_of(&("a", "b")));
        assert_ne!(key_of(&(0_u8, 1_u8)), key_of(&(1_u8, 0_u8)));
    }

    #[test]
    fn keys_are_the_same_in_every_release() {
        assert_eq!(mix(0, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(key_of(&(3_u8, 5_u64)), mix(mix(0, 3), 5));
    }

    #[test]
    fn buckets_share_the_keys_equally() {
        assert_eq!(bucket(u64::MAX, 0), None);
        for buckets in [1, 3, 1000] {
            let mut counts = vec![0; buckets];
            for i in 0..1 << 16 {
                counts[bucket(mix(0, i), buckets).unwrap()] += 1;
            }
            let fair = (1 << 16) / buckets;
            assert!(counts.iter().all(|&count| count > fair / 3 && count < 3 * fair));
            assert_eq!(bucket(0, buckets), Some(0));
        }
    }

    /// Keys that are the state of a small game as it comes: a number, a board of bits, two boards.
    #[test]
    fn small_states_do_not_share_few_buckets() {
        const BUCKETS: usize = 1 << 12;
        let spread = |key: fn(u64) -> u64| {
            let buckets = (0..BUCKETS as u64).map(|i| bucket(key(i), BUCKETS));
            buckets.collect::<std::collections::HashSet<_>>().len()
        };
        let keys: [fn(u64) -> u64; 5] =
            [|i| i, |i| i << 25, |i| i << 52, |i| i | (i << 32), |i| (i % 64) | ((i / 64) << 40)];
        for (number, key) in keys.into_iter().enumerate() {
            // At random they would be in 63 % of the buckets.
            assert!(spread(key) > BUCKETS / 2, "{number}: {}", spread(key));
        }
    }
}
