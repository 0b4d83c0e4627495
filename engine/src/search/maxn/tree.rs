//! The recursion of max^n, one depth at a time.

use std::ops::Range;

use smallvec::SmallVec;

use super::MaxNAnalysis;
use super::buffers::Buffers;
use super::table::{Table, Worth};
use crate::game::Keyed;
use crate::game::stop::Stopped;
use crate::search::alpha_beta::cut_at_illegal;
use crate::search::evaluate::{Evaluator, StandPat};
use crate::search::limits::{Limits, Watch};
use crate::search::score::{Score, ScoreKind};

/// The worst score there is.
const WORST: Score = Score::loss_in(0);

/// Lower bounds on the scores of players on the path to a node. Distances are counted from the root.
#[derive(Clone, Copy)]
struct LowerBounds {
    /// Of the player to move, if the plies before were theirs too.
    mover: Score,
    /// Of the player who moved before. That player avoids a node that gives them less.
    previous: Score,
}

impl LowerBounds {
    const NONE: Self = Self { mover: WORST, previous: WORST };
}

/// The result of searching a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Everybody's exact score.
    Scores,
    /// The player to move gets less than their lower bound, or the same win.
    LessForMover,
    /// The player who moved before gets less than their lower bound, or the same win.
    LessForPrevious,
}

/// What is left to search below a node.
#[derive(Clone, Copy)]
enum Remaining {
    /// All moves, to this depth in plies.
    Plies(u32),
    /// Noisy moves only, to this depth in plies.
    Quiescence(u32),
}

pub(super) struct Tree<'s, G: Keyed, E> {
    pub(super) evaluator: &'s E,
    pub(super) table: &'s mut Table<G::Move>,
    pub(super) buffers: &'s mut Buffers<G::Move>,
    pub(super) watch: Watch<'s>,
    pub(super) players: SmallVec<[G::Player; 4]>,
    /// The number of scores so far that depend on an evaluation. A subtree that adds none was searched
    /// to the ends of all its games.
    pub(super) guesses: u64,
}

impl<G: Keyed, E: Evaluator<G>> Tree<'_, G, E> {
    /// The analysis before any search: the outcome, or else the move that would be tried first.
    pub(super) fn glance(&mut self, position: &G) -> MaxNAnalysis<G::Move> {
        self.buffers.begin_ply(0);
        let over = position.outcome().is_some();
        let moves = self.list_moves(position, None);
        let first = moves.clone().next().map(|index| self.buffers.pushed(index));
        self.buffers.pop_moves(moves.start);
        let scores = if over {
            self.finish(position, 0);
            self.buffers.scores(0).to_vec()
        } else {
            vec![Score::DRAW; self.players.len()]
        };
        MaxNAnalysis {
            line: first.into_iter().collect(),
            scores,
            proven: over,
            depth: 0,
            nodes: 0,
            elapsed: self.watch.elapsed(),
        }
    }

    /// Searches to a depth, given the result of the depth before; also returns whether it was interrupted.
    ///
    /// The best move of the depth before is tried first. So the best move of an interrupted search is at
    /// least as good, unless all moves tried lose: then the others may be better.
    pub(super) fn search_to(
        &mut self,
        position: &G,
        depth: u32,
        shallower: MaxNAnalysis<G::Move>,
    ) -> (MaxNAnalysis<G::Move>, bool) {
        self.guesses = 0;
        self.buffers.begin(self.players.len());
        self.buffers.begin_ply(0);
        let result = self.root(position, depth, shallower.best());
        let line = self.buffers.line(0);
        let scores = self.buffers.scores(0);
        let own = scores.get(self.seat(position)).copied();
        let mut analysis = shallower;
        if result.is_ok() || !line.is_empty() && own.is_some_and(|score| !score.is_loss()) {
            analysis.scores.clear();
            analysis.scores.extend_from_slice(scores);
            let mut line = line.to_vec();
            cut_at_illegal(position, &mut line);
            if !line.is_empty() {
                analysis.line = line;
            }
        }
        if result.is_ok() {
            analysis.depth = depth;
            analysis.proven = self.guesses == 0 || self.is_decided(own, depth);
            self.complete(position, &mut analysis);
        }
        analysis.nodes = self.watch.nodes();
        analysis.elapsed = self.watch.elapsed();
        (analysis, result.is_err())
    }

    /// Whether a deeper search would find the same: true of a win or loss within the depth with up to two
    /// players. With more, another player on the way may find a better move at a larger depth.
    fn is_decided(&self, own: Option<Score>, depth: u32) -> bool {
        let distance = own.and_then(Score::distance);
        self.players.len() <= 2 && distance.is_some_and(|plies| plies <= depth)
    }

    fn root(&mut self, position: &G, depth: u32, first: Option<G::Move>) -> Result<Found, Stopped> {
        self.watch.count_node()?;
        if depth == 0 {
            return self.quiesce(position, Limits::QUIESCENCE_PLIES, 0, LowerBounds::NONE);
        }
        self.expand(position, depth, 0, LowerBounds::NONE, first)
    }

    /// Goes on with a line that ended where the table knew the scores.
    fn complete(&mut self, position: &G, analysis: &mut MaxNAnalysis<G::Move>) {
        let mut end = position.clone();
        analysis.line.iter().for_each(|&m| end.play_unchecked(m));
        while let Some(plies @ 1..) = analysis.depth.checked_sub(analysis.line.len() as u32) {
            // The table is asked about the positions after this one, so at least one move is found.
            let first = self.table.get(end.key(), plies).map(|(entry, _)| entry.best);
            self.buffers.begin_ply(0);
            let result = self.expand(&end, plies, 0, LowerBounds::NONE, first);
            let more = self.buffers.line(0);
            if result.is_err() || more.is_empty() {
                break;
            }
            analysis.line.extend_from_slice(more);
            for &m in more {
                end.play_unchecked(m);
            }
        }
    }

    /// The seat of the player to move.
    fn seat(&self, position: &G) -> usize {
        let turn = position.turn();
        self.players.iter().position(|&player| player == turn).unwrap_or_default()
    }

    fn node(
        &mut self,
        position: &G,
        remaining: Remaining,
        ply: u32,
        bounds: LowerBounds,
    ) -> Result<Found, Stopped> {
        self.watch.count_node()?;
        self.buffers.begin_ply(ply);
        match remaining {
            Remaining::Plies(0) => self.quiesce(position, Limits::QUIESCENCE_PLIES, ply, bounds),
            Remaining::Quiescence(plies) => self.quiesce(position, plies, ply, bounds),
            Remaining::Plies(depth) => self.look_up(position, depth, ply, bounds),
        }
    }

    /// Asks the table, and else searches.
    fn look_up(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        bounds: LowerBounds,
    ) -> Result<Found, Stopped> {
        if let Some(found) = too_late(ply, bounds)
            && position.outcome().is_none()
        {
            return Ok(found);
        }
        let key = position.key();
        let mut first = None;
        // Where all games have ended earlier, one ply less has found the same.
        for (searched, enough) in [(depth, Worth::Searched), (depth - 1, Worth::Solved)] {
            let Some((entry, scores)) = self.table.get(key, searched) else { continue };
            let (best, worth) = (entry.best, entry.worth);
            first = first.or(Some(best));
            if worth == Worth::Solved || worth == enough {
                self.guesses += u64::from(worth != Worth::Solved);
                self.buffers.set_scores(ply, scores.iter().map(|score| score.seen_earlier(ply)));
                if searched != depth {
                    self.store(key, depth, ply, (best, worth));
                }
                return Ok(Found::Scores);
            }
        }
        self.expand(position, depth, ply, bounds, first)
    }

    /// Searches all moves of a position, `first` before the others.
    fn expand(
        &mut self,
        position: &G,
        depth: u32,
        ply: u32,
        bounds: LowerBounds,
        first: Option<G::Move>,
    ) -> Result<Found, Stopped> {
        let guesses = self.guesses;
        let moves = self.list_moves(position, first);
        if moves.is_empty() {
            self.finish(position, ply);
            return Ok(Found::Scores);
        }
        let start = moves.start;
        self.watch.count_work(moves.len() as u64 / 16)?;
        let found =
            self.try_moves(position, moves, Remaining::Plies(depth - 1), ply, bounds, None)?;
        self.buffers.pop_moves(start);
        let Some(&best) = self.buffers.line(ply).first() else { return Ok(found) };
        let key = position.key();
        if found == Found::Scores {
            let worth = if self.guesses == guesses { Worth::Solved } else { Worth::Searched };
            self.store(key, depth, ply, (best, worth));
        } else {
            self.table.put((key, depth), best, Worth::Unknown, std::iter::empty());
        }
        Ok(found)
    }

    /// Puts what a ply has found into the table.
    fn store(&mut self, key: u64, depth: u32, ply: u32, (best, worth): (G::Move, Worth)) {
        let scores = self.buffers.scores(ply).iter().map(|score| score.seen_later(ply));
        self.table.put((key, depth), best, worth, scores);
    }

    /// Beyond the depth: noisy moves are followed until the position is quiet.
    fn quiesce(
        &mut self,
        position: &G,
        plies: u32,
        ply: u32,
        bounds: LowerBounds,
    ) -> Result<Found, Stopped> {
        if position.outcome().is_some() {
            self.finish(position, ply);
            return Ok(Found::Scores);
        }
        if let Some(found) = too_late(ply, bounds) {
            return Ok(found);
        }
        self.buffers.generated.clear();
        let mut noise = StandPat::Optional;
        if plies > 0 {
            noise = self.evaluator.noisy_moves(position, &mut self.buffers.generated);
        }
        let is_quiet = self.buffers.generated.is_empty();
        let mut quiet = None;
        if noise == StandPat::Optional || is_quiet {
            self.guesses += 1;
            let value = |&player| Score::value(self.evaluator.evaluate(position, player));
            self.buffers.set_scores(ply, self.players.iter().map(value));
            let score = self.buffers.scores(ply)[self.seat(position)];
            if self.left_by(score) < bounds.previous {
                return Ok(Found::LessForPrevious);
            }
            quiet = Some(score);
        }
        if is_quiet {
            return Ok(Found::Scores);
        }
        let moves = self.order_moves(position, None);
        let start = moves.start;
        self.watch.count_work(moves.len() as u64 / 16)?;
        let below = Remaining::Quiescence(plies.saturating_sub(1));
        let found = self.try_moves(position, moves, below, ply, bounds, quiet)?;
        self.buffers.pop_moves(start);
        Ok(found)
    }

    /// Searches moves on the stack for what is best for the player to move, who has `best` already.
    fn try_moves(
        &mut self,
        position: &G,
        moves: Range<usize>,
        below: Remaining,
        ply: u32,
        bounds: LowerBounds,
        mut best: Option<Score>,
    ) -> Result<Found, Stopped> {
        let seat = self.seat(position);
        let mut some_are_pruned = false;
        for index in moves {
            let m = self.buffers.pushed(index);
            let child = position.after(m);
            let again = child.turn() == position.turn();
            let floor = best.map_or(bounds.mover, |best| best.max(bounds.mover));
            let child_bounds = if again {
                LowerBounds { mover: floor, ..bounds }
            } else {
                LowerBounds { mover: WORST, previous: floor }
            };
            match self.node(&child, below, ply + 1, child_bounds)? {
                Found::LessForPrevious if again => return Ok(Found::LessForPrevious),
                Found::LessForPrevious | Found::LessForMover => {
                    some_are_pruned = true;
                    continue;
                }
                Found::Scores => {}
            }
            let score = self.buffers.scores(ply + 1)[seat];
            if best.is_some_and(|best| score < best || score == best && !self.breaks_tie(ply, seat))
            {
                continue;
            }
            best = Some(score);
            self.buffers.take_over(ply, m);
            if self.left_by(score) < bounds.previous {
                return Ok(Found::LessForPrevious);
            }
            if score >= Score::win_in(ply + 1) {
                break;
            }
        }
        let pruned = some_are_pruned && best.is_none_or(|best| best < bounds.mover);
        Ok(if pruned { Found::LessForMover } else { Found::Scores })
    }

    /// Whether the scores of the next ply are preferred to those of this ply, where both are the same for
    /// the player to move: those that are worse for the player in the next seat, then for the one after,
    /// and so on.
    fn breaks_tie(&self, ply: u32, seat: usize) -> bool {
        let around = |ply| {
            let (before, after) = self.buffers.scores(ply).split_at(seat);
            after.iter().chain(before)
        };
        around(ply + 1).lt(around(ply))
    }

    /// The most that another player can get where the player to move can choose this score.
    fn left_by(&self, score: Score) -> Score {
        match score.kind() {
            // Anything the player prefers is a win that comes no later.
            ScoreKind::Win(plies) => Score::loss_in(plies),
            ScoreKind::Value(value) if self.players.len() == 2 => Score::value(-value),
            _ => Score::win_in(0),
        }
    }

    /// The scores of a finished game. A game that claims to be running but lists no moves breaks the
    /// laws of [`Game`](crate::Game); it is scored as a draw, and proves nothing.
    fn finish(&mut self, position: &G, ply: u32) {
        let outcome = position.outcome();
        self.guesses += u64::from(outcome.is_none());
        let score = |&player: &G::Player| match &outcome {
            Some(outcome) => self.evaluator.outcome_score(outcome, player).seen_earlier(ply),
            None => Score::DRAW,
        };
        self.buffers.set_scores(ply, self.players.iter().map(score));
    }

    /// Puts the moves of a position on the stack, in the order in which to try them.
    fn list_moves(&mut self, position: &G, first: Option<G::Move>) -> Range<usize> {
        self.buffers.generated.clear();
        position.generate_distinct_moves(&mut self.buffers.generated);
        self.order_moves(position, first)
    }

    /// Puts the generated moves on the stack, in the order in which to try them.
    fn order_moves(&mut self, position: &G, first: Option<G::Move>) -> Range<usize> {
        self.buffers.push_moves(first, |m| self.evaluator.order(position, m))
    }
}

/// Prunes an unfinished position: no player wins before the next ply.
fn too_late(ply: u32, bounds: LowerBounds) -> Option<Found> {
    let soonest = Score::win_in(ply + 1);
    if bounds.previous >= soonest {
        Some(Found::LessForPrevious)
    } else if bounds.mover >= soonest {
        Some(Found::LessForMover)
    } else {
        None
    }
}
