//! The laws of [`Symmetric`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use rand::seq::IndexedRandom;

use super::Conformance;
use super::violation::{Violation, broken};
use crate::game::Symmetric;

impl<G> Conformance<G>
where
    G: Symmetric + Eq + Hash + Debug,
{
    /// How many images of each position are compared move by move.
    const IMAGES: usize = 12;

    /// Checks the laws of [`Symmetric`]: symmetries keep the rules, and two positions have the same
    /// canonical form exactly if a symmetry takes one to the other.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn symmetries(&self) -> Result<(), Violation> {
        self.check_positions()?;
        let mut rng = self.rng();
        for position in &self.positions {
            let symmetries: Vec<_> = position.symmetries().collect();
            let images: HashSet<G> = symmetries.iter().map(|&s| position.transform(s)).collect();
            if !images.contains(position) {
                return broken(format!(
                    "none of the symmetries of {position:?} leaves it as it is; the identity must \
                     be listed"
                ));
            }
            let (canonical, symmetry) = position.to_canonical();
            if position.transform(symmetry) != canonical {
                return broken(format!(
                    "the canonical form {canonical:?} of {position:?} is not the image by the \
                     symmetry with it"
                ));
            }
            if let Some(image) = images.iter().find(|image| image.canonical() != canonical) {
                return broken(format!(
                    "{position:?} and its image {image:?} have different canonical forms"
                ));
            }
            for &symmetry in symmetries.sample(&mut rng, Self::IMAGES) {
                keeps_the_rules(position, symmetry)?;
            }
        }
        Ok(())
    }
}

fn keeps_the_rules<G>(position: &G, symmetry: G::Symmetry) -> Result<(), Violation>
where
    G: Symmetric + Eq + Debug,
{
    let image = position.transform(symmetry);
    let differ = |what| {
        broken(format!(
            "{what} of {position:?} and of its image {image:?} do not correspond; a symmetry must \
             keep the rules"
        ))
    };
    let player = |player| position.transform_player(player, symmetry);
    let moves = position.legal_moves();
    let expected: HashSet<G::Move> = image.legal_moves().into_iter().collect();
    if moves.len() != expected.len() {
        return differ("the numbers of legal moves");
    }
    for m in moves {
        let transformed = position.transform_move(m, symmetry);
        if !expected.contains(&transformed) {
            return differ("the legal moves");
        }
        if position.after(m).transform(symmetry) != image.after(transformed) {
            return differ("the positions after a move");
        }
    }
    if position.outcome().is_none() && player(position.turn()) != image.turn() {
        return differ("the players to move");
    }
    let (outcome, expected) = (position.outcome(), image.outcome());
    let same = position.players().iter().all(|&p| {
        outcome.as_ref().map(|o| o.wdl(p)) == expected.as_ref().map(|o| o.wdl(player(p)))
    });
    if same { Ok(()) } else { differ("the outcomes") }
}
