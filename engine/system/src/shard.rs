//! Shards of work, one for each of several machines.

use std::fmt;
use std::str::FromStr;

/// One of several shards of work in numbered parts: `3/8` is every eighth part from the third on.
///
/// ```
/// use system::Shard;
///
/// let third: Shard = "3/8".parse()?;
/// let parts: Vec<u64> = (0..20).filter(|&part| third.has(part)).collect();
/// assert_eq!(parts, [2, 10, 18]);
/// assert_eq!((third.of(20), third.to_string().as_str()), (3, "3/8"));
/// assert!("0/8".parse::<Shard>().is_err());
/// # Ok::<_, system::ParseShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    count: u64,
    /// From 1 to `count`.
    number: u64,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { count: 1, number: 1 };

    /// Shard `number` of `count`, from 1 on; `None` if there is no such shard.
    pub const fn new(number: u64, count: u64) -> Option<Self> {
        if 1 <= number && number <= count { Some(Self { count, number }) } else { None }
    }

    /// The number of shards.
    pub const fn count(self) -> u64 {
        self.count
    }

    /// Whether a part, counted from 0, is in this shard.
    pub const fn has(self, part: u64) -> bool {
        part % self.count == self.number - 1
    }

    /// The number of the first `parts` parts that are in this shard.
    pub const fn of(self, parts: u64) -> u64 {
        parts / self.count + (self.number <= parts % self.count) as u64
    }

    /// The shard, out of the same number of shards, that has this part.
    #[must_use]
    pub const fn with(self, part: u64) -> Self {
        Self { number: part % self.count + 1, ..self }
    }
}

/// `3/8`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.number, self.count))
    }
}

/// The error that a text is no [`Shard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N with I from 1 to N, such as 3/8")]
pub struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let numbers = text.split_once('/');
        let shard = numbers.and_then(|(n, count)| Self::new(n.parse().ok()?, count.parse().ok()?));
        shard.ok_or(ParseShardError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_disjoint_and_whole() {
        for count in 1..=9 {
            let shards: Vec<Shard> = (1..=count).filter_map(|i| Shard::new(i, count)).collect();
            for parts in 0..30 {
                let owners = |part| shards.iter().filter(|shard| shard.has(part)).count();
                assert!((0..parts).all(|part| owners(part) == 1), "{parts} by {count}");
                for shard in &shards {
                    let has = (0..parts).filter(|&part| shard.has(part)).count();
                    assert_eq!(shard.of(parts), has as u64, "{shard} of {parts}");
                    assert!((0..parts).all(|part| shard.with(part).has(part)));
                }
            }
        }
    }

    #[test]
    fn a_shard_that_is_none_is_refused() {
        for text in ["", "3", "0/8", "9/8", "1/0", "-1/8", "1/8/8", "a/b", "1 / 8"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
        }
        assert_eq!("8/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("8/8".to_owned()));
    }
}
