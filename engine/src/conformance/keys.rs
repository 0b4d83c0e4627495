//! The laws of [`Keyed`].

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Checked, Violation, ensure, none};
use crate::board::counted;
use crate::game::Keyed;

impl<G: Keyed + Eq + Hash + Debug> Conformance<G> {
    /// Checks the laws of [`Keyed`]: equal positions have equal keys, different positions different
    /// keys, and the halves of the keys differ as often as those of random numbers.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn keys(&self) -> Result<(), Violation> {
        self.check_positions()?;
        none(self.twins().find(|(a, b)| a.key() != b.key()), |(a, b)| {
            format!(
                "{a:?} and {b:?} are equal but have the keys {:#018x} and {:#018x}; does the key \
                 depend on how the position was reached?",
                a.key(),
                b.key()
            )
        })?;
        none(self.agreeing_pairs(|key| key).first(), |(a, b)| {
            format!(
                "{a:?} and {b:?} are different but share the key {:#018x}; is every field mixed \
                 in, the mover included?",
                a.key()
            )
        })?;
        self.half("upper", |key| key >> 32)?;
        self.half("lower", |key| key & 0xffff_ffff)
    }

    /// Checks the number of pairs of keys that agree in half of their bits. Among n random keys these are
    /// about n² / 2³³, with the square root of that as standard deviation.
    fn half(&self, half: &str, bits: impl Fn(u64) -> u64) -> Checked {
        let positions = self.positions.len();
        let pairs = self.agreeing_pairs(bits);
        let expected = (positions as f64).powi(2) / 2_f64.powi(33);
        let most = 6. + expected + 6. * expected.sqrt();
        let Some((a, b)) = pairs.first() else { return Ok(()) };
        ensure!(
            pairs.len() as f64 <= most,
            "{a:?} and {b:?}, and {} more among {}, have keys that agree in their {half} 32 bits; \
             mix fields in as whole random words",
            counted(pairs.len() - 1, "pair"),
            counted(positions, "position")
        );
        Ok(())
    }

    fn agreeing_pairs(&self, bits: impl Fn(u64) -> u64) -> Vec<(&G, &G)> {
        let mut first: HashMap<u64, &G> = HashMap::new();
        let pair =
            |position| Some((*first.entry(bits(G::key(position))).or_insert(position), position));
        self.positions.iter().filter_map(pair).filter(|(a, b)| a != b).collect()
    }
}
