//! Iterative deepening: line after line, each within a window that widens where it fails, and the result of
//! an interrupted depth.

use std::collections::HashSet;

use super::aspiration::Aspiration;
use super::negamax::{Negamax, Node};
use super::order::Picker;
use super::schedule::Schedule;
use super::table::{Basis, Entry, Found};
use super::{Analysis, SearchError, Variation};
use crate::game::{Game, Keyed, Stopped};
use crate::search::{Evaluator, Limits, Score, Window, finished, sort_best_first};

impl<G: Keyed, E: Evaluator<G>> Negamax<'_, G, E> {
    /// Searches deeper and deeper until a limit is reached or all lines are proven; returns the last depth that is
    /// done, and the result so far. `share` receives every result, and returns the deepest of all threads.
    pub(super) fn deepen(
        &mut self,
        position: &G,
        limits: &Limits,
        mut analysis: Analysis<G::Move>,
        share: &mut dyn FnMut(Analysis<G::Move>) -> Analysis<G::Move>,
    ) -> (Option<u32>, Analysis<G::Move>) {
        let mut schedule = Schedule::new(limits);
        let mut done = None;
        self.solves = limits.solves;
        while let Some(depth) = schedule.after(done) {
            if analysis.is_settled(self.settings.lines) || depth > 1 && self.watch.is_late() {
                break;
            }
            let is_first_look = schedule.is_first_look();
            if is_first_look {
                self.watch.begin_first_look();
            }
            let (deeper, interrupted) = self.search_to(position, depth, analysis);
            analysis = deeper;
            self.watch.give_back();
            if is_first_look {
                self.watch.end_first_look();
                schedule.end_first_look(interrupted);
                if interrupted {
                    continue;
                }
            }
            if interrupted {
                break;
            }
            let shared = share(analysis.clone());
            done = Some(shared.depth);
            // Of one depth the first result is shared. That of this thread may have more proven lines.
            if !analysis.is_settled(self.settings.lines) {
                analysis = shared;
            }
        }
        (done, analysis)
    }

    /// Searches to a depth, given the result of the depth before; also returns whether it was interrupted.
    /// The best move of the depth before is tried first, so the move that an interrupted search prefers is
    /// at least as good, unless all it tried loses.
    pub(super) fn search_to(
        &mut self,
        position: &G,
        depth: u32,
        shallower: Analysis<G::Move>,
    ) -> (Analysis<G::Move>, bool) {
        let (shallower_depth, shallower) = (shallower.depth, shallower.into_variations());
        let first = |line: &[G::Move]| line.first().map(|&m| position.after(m).key());
        let is_among = |variation: &Variation<_>, found: &[Variation<_>]| {
            found.iter().any(|other| first(&other.line) == first(&variation.line))
        };
        // What is proven stays: a search that met it again might not prove it again.
        let proven = shallower.iter().take_while(|variation| variation.proven);
        let mut found: Vec<_> = proven.take(self.settings.lines).cloned().collect();
        let mut interrupted = false;
        while found.len() < self.settings.lines {
            let previous = shallower.iter().find(|variation| !is_among(variation, &found));
            let techniques = self.settings.techniques;
            self.provisional = None;
            let result = match depth {
                0 if found.is_empty() => self.depth_zero(position, previous),
                0 => Ok(None),
                _ => self.search_line(position, depth, previous.cloned(), &found),
            };
            self.settings.techniques = techniques;
            interrupted = result.is_err();
            let line = result.unwrap_or_else(|Stopped| self.provisional.take());
            // An evaluator that changes the list of moves can bring a line back.
            let count = found.len();
            found.extend(line.filter(|line| !is_among(line, &found)));
            if interrupted || found.len() == count {
                break;
            }
        }
        self.buffers.reset();
        for Variation { line, proven, .. } in &mut found {
            let plies = line.len();
            cut_at_illegal(position, line);
            *proven &= line.len() == plies;
        }
        found.retain(|variation| !variation.line.is_empty() || position.outcome().is_some());
        for variation in shallower {
            let wanted = found.is_empty() || interrupted && found.len() < self.settings.lines;
            if wanted && !is_among(&variation, &found) {
                found.push(variation);
            }
        }
        put_in_order(&mut found, interrupted);
        let depth = if interrupted { shallower_depth } else { depth };
        (self.analysis(depth, found), interrupted)
    }

    /// The best line except those found already, in a narrow window and, where that fails, wider ones;
    /// `None` if there is no other line. If it is interrupted, its result is provisional.
    ///
    /// A win or a loss found with reductions may not be the fastest, nor its line best play: it is searched
    /// again without reductions, to the depth of its distance. The caller switches them on again.
    fn search_line(
        &mut self,
        position: &G,
        mut depth: u32,
        mut previous: Option<Variation<G::Move>>,
        found: &[Variation<G::Move>],
    ) -> Result<Option<Variation<G::Move>>, Stopped> {
        let distance = previous.as_ref().and_then(|previous| previous.score.distance());
        self.settings.techniques.reductions &= distance.is_none();
        let first_of = |line: &Option<Variation<G::Move>>| line.as_ref()?.line.first().copied();
        let mut first = first_of(&previous);
        let mut aspiration = Aspiration::new(previous.as_ref(), depth, found, self.settings);
        loop {
            let window = aspiration.window;
            self.mark_depth = (depth / 3).max(4) as u16;
            self.most_plies = (2 * depth).min(Limits::MAX_DEPTH) as u16;
            let result = self.search_root(position, Node::root(depth, window), first, found);
            let line = self.buffers.best_so_far();
            if result.is_err() && line.as_ref().is_some_and(|line| !line.score.is_loss()) {
                self.provisional.clone_from(&line);
            }
            let Some(Found { score, basis }) = result? else { return Ok(None) };
            if aspiration.widen(score) {
                if score >= window.beta && line.is_some() {
                    first = first_of(&line);
                    self.provisional = line.map(|line| Variation { score, ..line });
                }
                continue;
            }
            let Some(mut line) = line.filter(|_| window.contains(score)) else {
                return Ok(previous.map(|previous| Variation { proven: false, ..previous }));
            };
            // A win or a loss that is faster lies within the depth, at each position of the line.
            let distance = score.distance();
            let is_fastest = basis != Basis::Reduced && distance.is_some_and(|n| n <= depth + 1);
            line = Variation { score, proven: basis == Basis::Solved || is_fastest, ..line };
            self.complete_line(position, &mut line);
            let near = distance.filter(|&distance| distance <= depth && !line.proven);
            let Some(distance) = near.filter(|_| self.settings.techniques.reductions) else {
                return Ok(Some(line));
            };
            self.settings.techniques.reductions = false;
            self.provisional = Some(line.clone());
            (depth, previous) = (distance, Some(line));
            first = first_of(&previous);
            aspiration = Aspiration::new(previous.as_ref(), depth, found, self.settings);
        }
    }

    /// Searches the moves of the root, `first` before the others and without those of lines found already.
    fn search_root(
        &mut self,
        position: &G,
        root: Node,
        first: Option<G::Move>,
        found: &[Variation<G::Move>],
    ) -> Result<Option<Found>, Stopped> {
        self.buffers.reset();
        self.buffers.begin_line(0);
        self.watch.count_node()?;
        let picker = self.list_root(position, first, found)?;
        self.watch.count_work(picker.len as u64 / 16)?;
        let best = self.try_moves(position, position.turn(), root, picker, None)?;
        Ok(best.map(|best| best.found))
    }

    /// Lists the moves except those that begin a line found already, and for several lines one to a
    /// position; `first` comes before the others.
    fn list_root(
        &mut self,
        position: &G,
        first: Option<G::Move>,
        found: &[Variation<G::Move>],
    ) -> Result<Picker, Stopped> {
        self.list_allowed(position);
        let moves = &mut self.buffers.listed;
        if self.settings.lines > 1 {
            let key = |&m: &G::Move| position.after(m).key();
            let begun = found.iter().filter_map(|found| found.line.first());
            let mut seen: HashSet<u64> = begun.map(key).collect();
            let mut kept = 0;
            for next in 0..moves.len() {
                self.watch.count_work(1)?;
                if seen.insert(key(&moves[next])) {
                    moves.swap(kept, next);
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
        let first = moves.iter().position(|&m| Some(m) == first);
        Ok(self.buffers.picker(0, first))
    }

    /// Lists the moves to search at the root.
    fn list_allowed(&mut self, position: &G) {
        let moves = &mut self.buffers.listed;
        match self.only {
            None => position.generate_distinct_moves(moves),
            Some(only) => moves.extend(only),
        }
    }

    /// The result before any search: the outcome, the score that the evaluator knows, or the move that
    /// would be tried first.
    pub(super) fn before_search(&mut self, position: &G) -> Result<Analysis<G::Move>, SearchError> {
        let decided = |score| Variation { score, proven: true, line: Vec::new() };
        if let Some(score) = finished(position, self.evaluator, position.turn()) {
            return Ok(self.analysis(0, vec![decided(score)]));
        }
        let is_free = self.only.is_none();
        if let Some(mut known) = self.proven(position).filter(|_| is_free).map(decided) {
            self.complete_line(position, &mut known);
            if !known.line.is_empty() {
                return Ok(self.analysis(0, vec![known]));
            }
        }
        let first = self.remembered(position).or_else(|| self.first_move(position));
        let none = if is_free { SearchError::NoMoves } else { SearchError::NoneLegal };
        let line = vec![first.ok_or(none)?];
        Ok(self.analysis(0, vec![Variation { line, ..Variation::default() }]))
    }

    /// The best move of a position by the results of earlier runs; `None` where only some moves are searched, as it may
    /// not be one of them.
    fn remembered(&mut self, position: &G) -> Option<G::Move> {
        if self.only.is_some() {
            return None;
        }
        let key = self.table_key(position, Node::root(Limits::MAX_DEPTH, Window::FULL))?;
        let Entry { best, depth, .. } = self.table.get(key)?;
        let number = usize::from(best?);
        self.list_moves(position, depth);
        let best = self.buffers.listed.get(number).copied();
        self.buffers.reset();
        best.filter(|&m| position.check(m).is_ok())
    }

    /// The move that would be tried first if nothing were known of the position.
    fn first_move(&mut self, position: &G) -> Option<G::Move> {
        let ordered = self.settings.techniques.order;
        self.list_allowed(position);
        let moves = &self.buffers.listed;
        let order = |&m: &G::Move| if ordered { self.evaluator.order(position, m) } else { 0 };
        let first = moves.iter().copied().rev().max_by_key(order);
        self.buffers.reset();
        first
    }

    fn analysis(&self, depth: u32, mut lines: Vec<Variation<G::Move>>) -> Analysis<G::Move> {
        let others = lines.split_off(1.min(lines.len()));
        let Variation { line, score, proven } = lines.pop().unwrap_or_default();
        let (nodes, elapsed) = (self.watch.nodes(), self.watch.elapsed());
        Analysis { line, score, proven, others, depth, nodes, elapsed }
    }

    /// Depth 0: the evaluation, and the move to the position with the best evaluation. A noisy move or, where all moves
    /// are searched, the move of an earlier run comes before it. After that move no noisy moves are followed: they can
    /// take too many nodes.
    fn depth_zero(
        &mut self,
        position: &G,
        previous: Option<&Variation<G::Move>>,
    ) -> Result<Option<Variation<G::Move>>, Stopped> {
        let turn = position.turn();
        self.buffers.reset();
        self.buffers.begin_line(0);
        self.watch.count_node()?;
        let Found { score, basis } = match self.only {
            None => self.leaf((position, position), turn, Node::root(0, Window::FULL))?,
            Some(_) => self.evaluate(position, position, turn),
        };
        if let Some(line) = self.buffers.best_so_far() {
            let proven = basis == Basis::Solved || score.distance() == Some(1);
            let mut best = Variation { score, proven, ..line };
            self.complete_line(position, &mut best);
            return Ok(Some(best));
        }
        let mut best = Variation { score, proven: false, ..previous.cloned().unwrap_or_default() };
        if self.remembered(position).is_some() {
            return Ok(Some(best));
        }
        let picker = self.list_root(position, best.line.first().copied(), &[])?;
        let node = Node { noise: 0, ..Node::root(1, Window::FULL) };
        let seen = self.try_moves(position, turn, node, picker, None);
        let line = self.buffers.best_so_far();
        if let Some(line) = line.filter(|line| seen.is_ok() || !line.score.is_loss()) {
            best.line = line.line;
        }
        self.provisional = Some(best.clone());
        seen.map(|_| Some(best))
    }

    /// Continues a line that breaks off where the evaluator knows the score: to the end of a won or lost
    /// game, or for one move that keeps a draw.
    fn complete_line(&mut self, position: &G, best: &mut Variation<G::Move>) {
        let Variation { line, score, .. } = best;
        let length = score.distance().unwrap_or(1) as usize;
        let mut here = position.clone();
        let mut left = *score;
        for &m in line.iter() {
            left = advance(&mut here, m, left);
        }
        while line.len() < length && here.outcome().is_none() {
            let moves = &mut self.buffers.listed;
            moves.clear();
            here.generate_distinct_moves(moves);
            let keeps = |&&m: &&G::Move| {
                let mut child = here.clone();
                let left = advance(&mut child, m, left);
                let over = finished(&child, self.evaluator, child.turn());
                let known = over.or_else(|| self.proven(&child));
                known == Some(left)
            };
            let Some(&m) = self.buffers.listed.iter().find(keeps) else { break };
            left = advance(&mut here, m, left);
            line.push(m);
        }
        self.buffers.reset();
    }
}

/// Cuts a line off before its first illegal move. It has one if the evaluator lists illegal moves.
pub(crate) fn cut_at_illegal<G: Game>(position: &G, line: &mut Vec<G::Move>) {
    let mut here = position.clone();
    let illegal = line.iter().position(|&m| here.play(m).is_err());
    line.truncate(illegal.unwrap_or(line.len()));
}

/// Sorts the lines, the best one first and none with a better score.
///
/// A line found later can be better than the first where moves were reduced, or where the depth was
/// interrupted and the line is of the depth before; of the latter only a win or a proven score counts. It is
/// then not proven to be the best: another move may be worth more.
fn put_in_order<M>(lines: &mut Vec<Variation<M>>, interrupted: bool) {
    if lines.is_empty() {
        return;
    }
    let (mut best, others) = (lines.remove(0), &mut *lines);
    sort_best_first(others, |other| other.score.rank());
    let is_better = |other: &&mut Variation<M>| {
        let counts = other.proven || other.score.is_win() || !interrupted;
        other.score > best.score && !best.proven && counts
    };
    if let Some(other) = others.iter_mut().find(is_better) {
        std::mem::swap(&mut best, other);
        best.proven = false;
    }
    for other in others.iter_mut().filter(|other| other.score > best.score) {
        (other.score, other.proven) = (best.score, false);
    }
    sort_best_first(others, |other| other.score.rank());
    lines.insert(0, best);
}

/// Plays a move and turns its score to the next mover's side.
fn advance<G: Keyed>(position: &mut G, m: G::Move, score: Score) -> Score {
    let turn = position.turn();
    position.play_unchecked(m);
    let score = score.seen_later(1);
    if position.turn() == turn { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_comes_to_the_front_is_not_proven_to_be_the_best() {
        let line =
            |m, value, proven| Variation { line: vec![m], score: Score::value(value), proven };
        let mut lines = vec![line('a', -2, false), line('b', -1, false), line('c', 0, true)];
        put_in_order(&mut lines, false);
        let expected = [line('c', 0, false), line('b', -1, false), line('a', -2, false)];
        assert_eq!(lines, expected);
    }
}
