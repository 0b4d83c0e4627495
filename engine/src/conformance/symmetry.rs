//! The laws of [`Symmetric`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use rand::seq::IndexedRandom;

use super::Conformance;
use super::violation::{Checked, Violation, ensure, none};
use crate::game::Symmetric;

impl<G: Symmetric + Eq + Hash + Debug> Conformance<G> {
    /// The number of images of each position that are compared move by move.
    const IMAGES: usize = 12;

    /// Checks the laws of [`Symmetric`]: symmetries keep the rules, and two positions have the same
    /// canonical form exactly if a symmetry takes one to the other.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn symmetries(&self) -> Result<(), Violation> {
        let mut rng = self.rng();
        self.each(|position| {
            let symmetries: Vec<_> = position.symmetries().collect();
            let images: HashSet<G> = symmetries.iter().map(|&s| position.transform(s)).collect();
            ensure!(
                images.contains(position),
                "none of the symmetries leaves the position as it is; the identity must be listed"
            );
            let (canonical, symmetry) = position.to_canonical();
            ensure!(
                position.transform(symmetry) == canonical,
                "the canonical form {canonical:?} is not the image by the symmetry with it"
            );
            none(images.iter().find(|image| image.canonical() != canonical), |image| {
                format!("the position and its image {image:?} have different canonical forms")
            })?;
            let some = symmetries.sample(&mut rng, Self::IMAGES);
            some.into_iter().try_for_each(|&symmetry| keeps_the_rules(position, symmetry))
        })
    }
}

fn keeps_the_rules<G: Symmetric + Eq + Debug>(position: &G, symmetry: G::Symmetry) -> Checked {
    let image = position.transform(symmetry);
    let player = |player| position.transform_player(player, symmetry);
    let moves = position.legal_moves();
    let expected: HashSet<G::Move> = image.legal_moves().into_iter().collect();
    let transformed = |m| position.transform_move(m, symmetry);
    let turned = |m| position.after(m).transform(symmetry);
    let (outcome, image_outcome) = (position.outcome(), image.outcome());
    let same_outcome = |&p: &G::Player| {
        outcome.as_ref().map(|o| o.wdl(p)) == image_outcome.as_ref().map(|o| o.wdl(player(p)))
    };
    let what = if moves.len() != expected.len() {
        "numbers of legal moves"
    } else if moves.iter().any(|&m| !expected.contains(&transformed(m))) {
        "legal moves"
    } else if moves.iter().any(|&m| turned(m) != image.after(transformed(m))) {
        "positions after a move"
    } else if outcome.is_none() && player(position.turn()) != image.turn() {
        "players to move"
    } else if !position.players().iter().all(same_outcome) {
        "outcomes"
    } else {
        return Ok(());
    };
    Err(Violation(format!(
        "the {what} of the position and of its image {image:?} do not correspond; a symmetry must \
         keep the rules"
    )))
}
