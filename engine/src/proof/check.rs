//! Strategies, and a check of them by the rules alone.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use super::Verdict;
use crate::game::Game;

/// A strategy that shows that a player can force a win, or that the others can prevent it.
///
/// It says what to play in every position in which the strategy's side is to move and which can come
/// up if it is followed. Whoever doubts it calls [`check`](Proof::check), which knows nothing of the
/// search. Strategies from elsewhere can be checked too.
#[derive(Clone)]
pub struct Proof<G: Game> {
    player: G::Player,
    verdict: Verdict,
    choices: HashMap<G, G::Move>,
}

impl<G: Game + Eq + Hash> Proof<G> {
    /// The claim that `player` can force a win by these choices.
    pub fn of_win(player: G::Player, choices: impl IntoIterator<Item = (G, G::Move)>) -> Self {
        Self { player, verdict: Verdict::Proven, choices: choices.into_iter().collect() }
    }

    /// The claim that the others can keep `player` from winning by these choices.
    pub fn of_defence(player: G::Player, choices: impl IntoIterator<Item = (G, G::Move)>) -> Self {
        Self { player, verdict: Verdict::Disproven, choices: choices.into_iter().collect() }
    }

    /// The player that the claim is about.
    pub fn player(&self) -> G::Player {
        self.player
    }

    /// [`Proven`](Verdict::Proven) if the claim is that the player can force a win,
    /// [`Disproven`](Verdict::Disproven) if it is that the others can prevent it.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// What the strategy plays here; `None` if it is not its turn or the position cannot come up.
    pub fn choice(&self, position: &G) -> Option<G::Move> {
        self.choices.get(position).copied()
    }

    /// All positions in which the strategy has something to choose, in no particular order.
    pub fn choices(&self) -> impl Iterator<Item = (&G, G::Move)> {
        self.choices.iter().map(|(position, &m)| (position, m))
    }

    /// Checks that the strategy holds from `position` on, by the rules alone: every choice is a legal
    /// move, every reply is met, and the game ends well. A win must come whatever the others do,
    /// so a way back to an earlier position is a flaw; a defence may go round in circles.
    ///
    /// Takes time and memory in proportion to the positions that can come up.
    ///
    /// # Errors
    ///
    /// The first flaw found, and the moves that lead there.
    pub fn check(&self, position: &G) -> Result<ProofStats, ProofError<G::Move>> {
        let mut check = Check {
            proof: self,
            visits: HashMap::new(),
            path: Vec::new(),
            moves: Vec::new(),
            choices: 0,
        };
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
    /// In how many of them the strategy chooses.
    pub choices: usize,
    /// The number of plies after which a win is there at the latest; `None` for a defence.
    pub longest: Option<u32>,
}

/// Where a [`Proof`] fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("after {} plies {flaw}", line.len())]
pub struct ProofError<M> {
    /// The moves that lead to the flaw.
    pub line: Vec<M>,
    /// What is wrong there.
    pub flaw: ProofFlaw,
}

/// What is wrong with a [`Proof`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ProofFlaw {
    /// The strategy has no answer to what may happen.
    #[error("the strategy has no move")]
    NoChoice,
    /// The rules do not allow what it plays.
    #[error("the strategy's move is illegal")]
    Illegal,
    /// The game is over, and not as claimed.
    #[error("the game has ended otherwise than claimed")]
    Ended,
    /// The same position comes up again, so the win may never come.
    #[error("the position is one that came up before, and the win may never come")]
    Cycle,
    /// The game is not over but there is no move, against the laws of [`Game`].
    #[error("the game is not over, but nobody can move")]
    Stuck,
}

/// A position on the path that is being checked.
struct Step<G: Game> {
    position: G,
    /// `None` at the beginning.
    arrived_by: Option<G::Move>,
    /// Where its moves begin in the common list; those that were tried are taken off its end.
    moves_from: usize,
    /// The longest line found from here.
    longest: u32,
}

struct Check<'a, G: Game> {
    proof: &'a Proof<G>,
    /// The longest line from every position visited; `None` while it is on the path.
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
                let mut child = step.position.clone();
                child.play_unchecked(m);
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

    /// Lists what may be played in a position: the strategy's choice, or all moves of the others.
    fn list_moves(&mut self, position: &G) -> Result<(), ProofFlaw> {
        let claims_win = self.proof.verdict == Verdict::Proven;
        if let Some(outcome) = position.outcome() {
            let is_won = outcome.winner() == Some(self.proof.player);
            return if is_won == claims_win { Ok(()) } else { Err(ProofFlaw::Ended) };
        }
        if (position.turn() == self.proof.player) == claims_win {
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
