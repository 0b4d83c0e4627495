//! Proofs: strategies that can be checked by the rules alone.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use super::{Claim, Verdict};
use engine::board::counted;
use engine::game::Game;

/// A strategy that shows that a player can force a win, or that the opponents can prevent it; or a win [by
/// some margin](Proof::with_margin).
///
/// It has a move for every position that can arise from it with its side to move.
/// [`check`](Proof::check) verifies it without any search, and so it does strategies from elsewhere.
#[derive(Clone)]
pub struct Proof<G: Game> {
    claim: Claim<G::Player>,
    verdict: Verdict,
    choices: HashMap<G, G::Move>,
}

impl<G: Game + Eq + Hash> Proof<G> {
    /// The claim that `player` can force a win by these choices.
    pub fn of_win(player: G::Player, choices: impl IntoIterator<Item = (G, G::Move)>) -> Self {
        Self::new(player, Verdict::Proven, choices)
    }

    /// The claim that the opponents can keep `player` from winning by these choices.
    pub fn of_defence(player: G::Player, choices: impl IntoIterator<Item = (G, G::Move)>) -> Self {
        Self::new(player, Verdict::Disproven, choices)
    }

    fn new(
        player: G::Player,
        verdict: Verdict,
        choices: impl IntoIterator<Item = (G, G::Move)>,
    ) -> Self {
        let claim = Claim { player, margin: Claim::<G::Player>::WIN };
        Self { claim, verdict, choices: choices.into_iter().collect() }
    }

    /// The same choices for another claim, as with [`ProofSearch::with_margin`].
    ///
    /// [`ProofSearch::with_margin`]: crate::ProofSearch::with_margin
    #[must_use]
    pub fn with_margin(self, least: i32) -> Self {
        Self { claim: Claim { margin: least, ..self.claim }, ..self }
    }

    /// The player that the claim is about.
    pub fn player(&self) -> G::Player {
        self.claim.player
    }

    /// The least margin claimed, in points; 1 is a win.
    pub fn margin(&self) -> i32 {
        self.claim.margin
    }

    /// [`Proven`](Verdict::Proven) if the claim is that the player can force a win,
    /// [`Disproven`](Verdict::Disproven) if it is that the opponents can prevent it.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The move of the strategy; `None` if its side is not to move or the position cannot arise.
    pub fn choice(&self, position: &G) -> Option<G::Move> {
        self.choices.get(position).copied()
    }

    /// The positions in which the strategy's side moves, with its move, in no particular order.
    pub fn choices(&self) -> impl Iterator<Item = (&G, G::Move)> {
        self.choices.iter().map(|(position, &m)| (position, m))
    }

    /// Checks by the rules alone that the strategy holds from `position` on: its moves are legal, it answers every
    /// reply, and the game ends as claimed. A win must come whatever the opponents do, so for a win a position that
    /// repeats is a flaw; for a defence it is none. Time and memory are proportional to the positions that can arise.
    ///
    /// # Errors
    ///
    /// The first flaw found, with the moves that lead to it.
    pub fn check(&self, position: &G) -> Result<ProofStats, ProofError<G::Move>> {
        let (visits, path, moves) = (HashMap::new(), Vec::new(), Vec::new());
        let mut check = Check { proof: self, visits, path, moves, choices: 0 };
        let longest = check.run(position).map_err(|flaw| ProofError {
            line: check.path.iter().skip(1).filter_map(|step| step.arrived_by).collect(),
            flaw,
        })?;
        Ok(ProofStats {
            positions: check.visits.len(),
            choices: check.choices,
            longest: (self.verdict == Verdict::Proven).then_some(longest),
        })
    }
}

impl<G: Game> fmt::Debug for Proof<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof")
            .field("verdict", &self.verdict)
            .field("choices", &self.choices.len())
            .finish_non_exhaustive()
    }
}

/// The size of a [`Proof`] that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofStats {
    /// The different positions that can come up, the first and the finished ones included.
    pub positions: usize,
    /// The number of positions in which the strategy moves.
    pub choices: usize,
    /// The most plies until the win; `None` for a defence.
    pub longest: Option<u32>,
}

/// The place where a [`Proof`] fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {} {flaw}", counted(line.len(), "ply"))]
pub struct ProofError<M> {
    /// The moves that lead to the flaw.
    pub line: Vec<M>,
    /// The flaw there.
    pub flaw: ProofFlaw,
}

/// A flaw of a [`Proof`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFlaw {
    /// The strategy has no move for a position that can come up.
    #[error("the strategy has no move")]
    NoChoice,
    /// The move of the strategy is not legal.
    #[error("the strategy's move is illegal")]
    Illegal,
    /// The game is over with another result than claimed.
    #[error("the game ended with another result than claimed")]
    Ended,
    /// A position repeats, so the win may never come.
    #[error("the position repeats, so the win may never come")]
    Cycle,
    /// The game is not over but there is no move, against the laws of [`Game`].
    #[error("the game is not over, but there is no move")]
    Stuck,
}

/// A position on the path that is being checked.
struct Step<G: Game> {
    position: G,
    /// `None` at the beginning.
    arrived_by: Option<G::Move>,
    /// The index in the common list at which its moves begin. Moves that were tried are removed from its end.
    moves_from: usize,
    /// The length of the longest line found from here.
    longest: u32,
}

struct Check<'a, G: Game> {
    proof: &'a Proof<G>,
    /// The length of the longest line from each position visited; `None` while it is on the path.
    visits: HashMap<G, Option<u32>>,
    path: Vec<Step<G>>,
    moves: Vec<G::Move>,
    choices: usize,
}

impl<G: Game + Eq + Hash> Check<'_, G> {
    /// The length of the longest line.
    fn run(&mut self, position: &G) -> Result<u32, ProofFlaw> {
        let mut longest = 0;
        self.enter(position.clone(), None)?;
        while let Some(step) = self.path.last() {
            if self.moves.len() > step.moves_from
                && let Some(m) = self.moves.pop()
            {
                let child = step.position.after(m);
                self.enter(child, Some(m))?;
            } else if let Some(done) = self.path.pop() {
                longest = done.longest;
                self.visits.insert(done.position, Some(longest));
                if let Some(step) = self.path.last_mut() {
                    step.longest = step.longest.max(longest.saturating_add(1));
                }
            }
        }
        Ok(longest)
    }

    /// Puts a position on the path, with the moves to follow if it was not visited before.
    fn enter(&mut self, position: G, arrived_by: Option<G::Move>) -> Result<(), ProofFlaw> {
        let visited = self.visits.get(&position).copied();
        let longest = visited.flatten().unwrap_or(0);
        let moves_from = self.moves.len();
        self.path.push(Step { position: position.clone(), arrived_by, moves_from, longest });
        match visited {
            Some(None) if self.proof.verdict == Verdict::Proven => Err(ProofFlaw::Cycle),
            Some(_) => Ok(()),
            None => {
                let listed = self.list_moves(&position);
                self.visits.insert(position, None);
                listed
            }
        }
    }

    /// Lists the moves to follow: the strategy's own, or all moves of the other side.
    fn list_moves(&mut self, position: &G) -> Result<(), ProofFlaw> {
        let claims_win = self.proof.verdict == Verdict::Proven;
        if let Some(outcome) = position.outcome() {
            let is_won = self.proof.claim.is_reached(&outcome);
            return if is_won == claims_win { Ok(()) } else { Err(ProofFlaw::Ended) };
        }
        if (position.turn() == self.proof.claim.player) == claims_win {
            let m = self.proof.choice(position).ok_or(ProofFlaw::NoChoice)?;
            position.check(m).map_err(|_| ProofFlaw::Illegal)?;
            self.moves.push(m);
            self.choices += 1;
            return Ok(());
        }
        let before = self.moves.len();
        position.generate_moves(&mut self.moves);
        if self.moves.len() > before { Ok(()) } else { Err(ProofFlaw::Stuck) }
    }
}
