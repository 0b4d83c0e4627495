//! Proofs from solved trees.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::Verdict;
use super::check::Proof;
use super::numbers::{Numbers, Side};
use super::search::{Solver, Strategy};
use engine::game::Stopped;
use engine::game::{Game, Keyed};

impl<G: Keyed + Eq + Hash> Solver<'_, G> {
    /// The winning strategy in a position that was proven.
    ///
    /// Proofs in the table can be circular: after an entry was replaced, its position may have been
    /// proven again by a position whose own proof used it. So the position is proven a second time, with
    /// only recorded positions as proven, and the table to order the search.
    pub(super) fn extract_win(&mut self, position: &G) -> Option<Proof<G>> {
        self.record = Some(HashMap::new());
        let answer = self.run(position);
        let record = self.record.take().unwrap_or_default();
        let is_proven = answer.verdict == Verdict::Proven;
        is_proven.then(|| {
            Proof::of_win(self.claim.player, prune(position, &record))
                .with_margin(self.claim.margin)
        })
    }

    /// The strategy of the opponents in a position that was disproven.
    ///
    /// Walks with the path on the stack of the search, on which disproofs may depend, by all moves of the player and
    /// one disproven move of the opponents. It visits no position twice: a defence may repeat them.
    pub(super) fn extract_defence(&mut self, position: &G) -> Option<Proof<G>> {
        let mut choices = HashMap::new();
        let mut seen = HashSet::from([position.clone()]);
        // The moves that are still to be followed, for each position on the path.
        let mut walk: Vec<Vec<G::Move>> = Vec::new();
        if self.ended(position).is_none() {
            walk.push(self.visit(position.clone(), &mut choices).ok()??);
        }
        while let Some(unvisited) = walk.last_mut() {
            let Some(m) = unvisited.pop() else {
                walk.pop();
                self.pop();
                continue;
            };
            let mut child = self.top()?.position.clone();
            child.play_unchecked(m);
            if self.ended(&child).is_none() && seen.insert(child.clone()) {
                walk.push(self.visit(child, &mut choices).ok()??);
            }
        }
        Some(Proof::of_defence(self.claim.player, choices).with_margin(self.claim.margin))
    }

    /// Puts a position on the stack; returns the moves that the defence follows from there, or `None`
    /// if there is no defence.
    fn visit(
        &mut self,
        position: G,
        choices: &mut HashMap<G, G::Move>,
    ) -> Result<Option<Vec<G::Move>>, Stopped> {
        self.enter(position, Numbers::UNLIMITED)?;
        self.search_top()?;
        let Some(frame) = self.top() else { return Ok(None) };
        let children = self.children_of(frame);
        let disproven = children.iter().filter(|child| child.is_disproven()).map(|child| child.m);
        Ok(match frame.side {
            Side::Player => {
                let next: Vec<_> = disproven.collect();
                (next.len() == children.len()).then_some(next)
            }
            Side::Opponents => {
                let next: Vec<_> = disproven.take(1).collect();
                choices.extend(next.iter().map(|&m| (frame.position.clone(), m)));
                (!next.is_empty()).then_some(next)
            }
        })
    }
}

/// The recorded choices for the positions that can arise.
fn prune<G: Game + Eq + Hash>(position: &G, record: &Strategy<G>) -> HashMap<G, G::Move> {
    let mut choices = HashMap::new();
    let mut seen = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        // Finished positions are not in the record.
        let Some(choice) = record.get(&position) else { continue };
        match choice {
            Some(m) => moves.push(*m),
            None => position.generate_distinct_moves(&mut moves),
        }
        for m in moves.drain(..) {
            let child = position.after(m);
            if seen.insert(child.clone()) {
                open.push(child);
            }
        }
        if let Some(m) = choice {
            choices.insert(position, *m);
        }
    }
    choices
}
