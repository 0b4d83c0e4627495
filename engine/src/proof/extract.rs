//! Strategies from solved trees.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::Verdict;
use super::check::Proof;
use super::numbers::{Numbers, Side};
use super::search::{Record, Solver};
use crate::game::{Game, Keyed};
use crate::limits::Stopped;

/// The moves of a position of the defence that are still to be followed.
type Unvisited<M> = Vec<M>;

impl<G: Keyed + Eq + Hash> Solver<'_, G> {
    /// How the player wins from a position that was proven.
    ///
    /// What the table says may go round in circles: where it forgot a proof, another may have been
    /// found that builds on what was proven by the first. So the position is proven again, and this
    /// time nothing counts as proven that is not on record; the table only says where to look first.
    pub(super) fn extract_win(&mut self, position: &G) -> Option<Proof<G>> {
        self.record = Some(HashMap::new());
        let answer = self.run(position);
        let record = self.record.take().unwrap_or_default();
        let is_proven = answer.verdict == Verdict::Proven;
        is_proven.then(|| Proof::of_win(self.asked, prune(position, &record)))
    }

    /// How the others keep the player from winning, from a position that was disproven.
    ///
    /// Walks from position to position with the path on the search's stack, as disproofs may rest on
    /// the path. Where the player is to move it follows all moves, elsewhere one that was disproven.
    /// A position that was met before needs no second visit: a defence may go round in circles.
    pub(super) fn extract_defence(&mut self, position: &G) -> Option<Proof<G>> {
        let mut choices = HashMap::new();
        let mut met = HashSet::from([position.clone()]);
        let mut walk: Vec<Unvisited<G::Move>> = Vec::new();
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
            if self.ended(&child).is_none() && met.insert(child.clone()) {
                walk.push(self.visit(child, &mut choices).ok()??);
            }
        }
        Some(Proof::of_defence(self.asked, choices))
    }

    /// Puts a position on the stack and finds out where the defence goes from there; `None` if there
    /// is none.
    fn visit(
        &mut self,
        position: G,
        choices: &mut HashMap<G, G::Move>,
    ) -> Result<Option<Unvisited<G::Move>>, Stopped> {
        self.enter(position, Numbers::SOLVED)?;
        self.settle()?;
        let Some(family) = self.top() else { return Ok(None) };
        let disproven =
            family.children.iter().filter(|child| child.is_disproven()).map(|child| child.m);
        Ok(match family.side {
            Side::Asked => {
                let next: Unvisited<_> = disproven.collect();
                (next.len() == family.children.len()).then_some(next)
            }
            Side::Others => {
                let next: Unvisited<_> = disproven.take(1).collect();
                choices.extend(next.iter().map(|&m| (family.position.clone(), m)));
                (!next.is_empty()).then_some(next)
            }
        })
    }
}

/// The choices on record that can come up.
fn prune<G: Game + Eq + Hash>(position: &G, record: &Record<G>) -> HashMap<G, G::Move> {
    let mut choices = HashMap::new();
    let mut met = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    let mut moves = Vec::new();
    while let Some(position) = open.pop() {
        // Finished positions are not on record.
        let Some(choice) = record.get(&position) else { continue };
        match choice {
            Some(m) => moves.push(*m),
            None => position.generate_distinct_moves(&mut moves),
        }
        for m in moves.drain(..) {
            let mut child = position.clone();
            child.play_unchecked(m);
            if met.insert(child.clone()) {
                open.push(child);
            }
        }
        if let Some(m) = choice {
            choices.insert(position, *m);
        }
    }
    choices
}
