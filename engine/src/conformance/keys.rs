//! The laws of [`Keyed`].

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use super::Conformance;
use super::violation::{Violation, show};
use crate::game::Keyed;

impl<G> Conformance<G>
where
    G: Keyed + Eq + Hash + Debug,
{
    /// Checks the laws of [`Keyed`]: equal positions have equal keys, different positions different
    /// keys, and the halves of the keys differ as often as those of random numbers.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn keys(&self) -> Result<(), Violation> {
        self.check_positions()?;
        for (a, b) in self.twins() {
            let (key_a, key_b) = (a.key(), b.key());
            if key_a != key_b {
                let (a, b) = (show(a), show(b));
                return Err(Violation::EqualPositionsOtherKeys { a, b, key_a, key_b });
            }
        }
        if let Some((a, b)) = self.agreeing_pairs(|key| key).first() {
            return Err(Violation::SameKey { a: show(a), b: show(b), key: a.key() });
        }
        self.half("upper", |key| key >> 32)?;
        self.half("lower", |key| key & 0xffff_ffff)
    }

    /// Checks how many pairs of keys agree in half of their bits. Among n random keys these are about
    /// n² / 2³³, with the square root of that as standard deviation.
    fn half(&self, half: &'static str, bits: impl Fn(u64) -> u64) -> Result<(), Violation> {
        let positions = self.positions.len();
        let pairs = self.agreeing_pairs(bits);
        let expected = (positions as f64).powi(2) / 2_f64.powi(33);
        let most = 6. + expected + 6. * expected.sqrt();
        match pairs.first() {
            Some((a, b)) if pairs.len() as f64 > most => {
                let (a, b, more) = (show(a), show(b), pairs.len() - 1);
                Err(Violation::WeakKey { a, b, half, more, positions })
            }
            _ => Ok(()),
        }
    }

    fn agreeing_pairs(&self, bits: impl Fn(u64) -> u64) -> Vec<(&G, &G)> {
        let mut first: HashMap<u64, &G> = HashMap::new();
        let pair =
            |position| Some((*first.entry(bits(G::key(position))).or_insert(position), position));
        self.positions.iter().filter_map(pair).filter(|(a, b)| a != b).collect()
    }
}
