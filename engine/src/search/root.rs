//! The root: one depth after the other, each within a window, line after line.

use super::moves::Picker;
use super::negamax::{Best, Negamax, Node, terminal};
use super::techniques::{Technique, Techniques};
use super::window::Window;
use super::{Analysis, Variation};
use crate::evaluate::Evaluator;
use crate::game::Keyed;
use crate::limits::Stopped;
use crate::score::{Score, ScoreKind};

impl<G: Keyed, E: Evaluator<G>> Negamax<'_, G, E> {
    /// What can be said before any search: how the game ended, or what the evaluator knows, or else
    /// the move that would be tried first.
    pub(super) fn glance(&mut self, position: &G) -> Analysis<G::Move> {
        let over = position.outcome().is_some();
        let mut best = Variation {
            line: Vec::new(),
            score: if over { terminal(position, 0) } else { Score::DRAW },
            proven: over,
        };
        if let Some(score) = self.probe(position) {
            self.complete_line(position, &mut best.line, score);
            if !best.line.is_empty() {
                (best.score, best.proven) = (score, true);
            }
        }
        if best.line.is_empty() {
            let number = self.remembered(position);
            let mut picker = self.list_root(position, &[], |_| number);
            let node = Node::root(0, Window::FULL);
            let first = self.pick(position, position.turn(), &mut picker, node);
            best.line = first.ok().flatten().map(|candidate| candidate.m).into_iter().collect();
            self.buffers.reset();
        }
        self.analysis(0, vec![best])
    }

    /// The result of a depth, from its lines.
    fn analysis(&self, depth: u32, mut lines: Vec<Variation<G::Move>>) -> Analysis<G::Move> {
        let others = lines.split_off(1.min(lines.len()));
        let best = lines.pop().unwrap_or_default();
        let Variation { line, score, proven } = best;
        let (nodes, elapsed) = (self.watch.nodes(), self.watch.elapsed());
        Analysis { line, score, proven, others, depth, nodes, elapsed }
    }

    /// Searches to a depth, given what the depth before found; says too whether it was interrupted.
    ///
    /// An interrupted search has tried the best move of the depth before first, so whatever it
    /// prefers by then is at least as good as that; unless all it tried loses, which says nothing
    /// about the other moves.
    pub(super) fn search_to(
        &mut self,
        position: &G,
        depth: u32,
        shallower: Analysis<G::Move>,
        lines: usize,
    ) -> (Analysis<G::Move>, bool) {
        let (shallower_depth, shallower) = (shallower.depth, shallower.into_variations());
        // What is proven stays: a search that met it again might not prove it again.
        let proven = shallower.iter().take_while(|variation| variation.proven);
        let mut found: Vec<Variation<G::Move>> = proven.take(lines).cloned().collect();
        let mut interrupted = false;
        while found.len() < lines {
            let previous = shallower.get(found.len());
            match self.search_line(position, depth, previous, &found) {
                Ok(Some(variation)) => found.push(variation),
                Ok(None) => break,
                Err(Stopped) => {
                    found.extend(self.provisional.take());
                    self.buffers.reset();
                    interrupted = true;
                    break;
                }
            }
        }
        for variation in shallower {
            let known = |found: &Variation<_>| found.line.first() == variation.line.first();
            if found.len() < lines && (interrupted || found.is_empty()) && !found.iter().any(known)
            {
                found.push(variation);
            }
        }
        let depth = if interrupted { shallower_depth } else { depth };
        (self.analysis(depth, found), interrupted)
    }

    /// The best line but for those found already; `None` if there is no other. If it is interrupted,
    /// what it found by then is provisional.
    ///
    /// A win or a loss found by a search that looked at some moves less deeply is a win or a loss,
    /// but perhaps not the fastest. It is then searched again, with nothing left out, within the
    /// window that is left.
    fn search_line(
        &mut self,
        position: &G,
        depth: u32,
        previous: Option<&Variation<G::Move>>,
        found: &[Variation<G::Move>],
    ) -> Result<Option<Variation<G::Move>>, Stopped> {
        self.provisional = None;
        let techniques = self.techniques;
        let unreduced = techniques.without(Technique::Reductions);
        if previous.is_some_and(|previous| previous.score.distance().is_some()) {
            self.techniques = unreduced;
        }
        let mut result = self.search_within(position, depth, previous, found);
        if let Ok(Some(first)) = &result
            && self.techniques != unreduced
            && !first.proven
            && let Some(distance) = first.score.distance().filter(|&distance| distance <= depth)
        {
            self.techniques = unreduced;
            let first = first.clone();
            self.provisional = Some(first.clone());
            result = self.search_within(position, distance, Some(&first), found);
        }
        self.techniques = techniques;
        if result.is_err()
            && let Some((score, line)) = self.buffers.best_so_far()
            && !score.is_loss()
        {
            self.provisional = Some(Variation { line: line.to_vec(), score, proven: false });
        }
        result
    }

    /// Searches within a narrow window and, where that fails, wider ones.
    fn search_within(
        &mut self,
        position: &G,
        depth: u32,
        previous: Option<&Variation<G::Move>>,
        found: &[Variation<G::Move>],
    ) -> Result<Option<Variation<G::Move>>, Stopped> {
        let mut first = previous.and_then(|previous| previous.line.first().copied());
        let mut aspiration = Aspiration::new(previous, depth, found, self.techniques);
        loop {
            let window = aspiration.window;
            (self.guesses, self.reductions) = (0, 0);
            self.buffers.begin_line(0);
            let Some(best) = self.root(position, depth, window, first, found)? else {
                return Ok(None);
            };
            let score = best.score;
            let line = self.buffers.best_so_far().map(|(_, line)| line.to_vec());
            if aspiration.widen(score) {
                if score >= window.beta
                    && let Some(line) = line
                {
                    first = line.first().copied();
                    self.provisional = Some(Variation { line, score, proven: false });
                }
                continue;
            }
            if let (false, Some(previous)) = (aspiration.holds(score), previous) {
                return Ok(Some(previous.clone()));
            }
            let near = score.distance().is_some_and(|distance| distance <= depth);
            let proven = self.guesses == 0 || self.reductions == 0 && near;
            let mut line = line.or_else(|| Some(previous?.line.clone())).unwrap_or_default();
            self.complete_line(position, &mut line, score);
            return Ok(Some(Variation { line, score, proven }));
        }
    }

    fn root(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        first: Option<G::Move>,
        found: &[Variation<G::Move>],
    ) -> Result<Option<Best>, Stopped> {
        self.watch.count_node()?;
        let node = Node::root(depth, window);
        if depth == 0 {
            let score = self.quiesce(position, position.turn(), node)?;
            return Ok(found.is_empty().then_some(Best { score, number: None }));
        }
        let number = |moves: &[G::Move]| moves.iter().position(|&m| Some(m) == first);
        let picker = self.list_root(position, found, number);
        self.watch.count_work(picker.len() as u64 / 16)?;
        let best = self.search_moves(position, position.turn(), node, picker, None)?;
        if found.is_empty()
            && let Some(best) = best
        {
            self.remember(position, best, node);
        }
        Ok(best)
    }

    /// Lists the moves but those that begin a line found already, the one with the number that
    /// `first` gives before the others.
    fn list_root(
        &mut self,
        position: &G,
        found: &[Variation<G::Move>],
        first: impl FnOnce(&[G::Move]) -> Option<usize>,
    ) -> Picker {
        self.buffers.reset();
        let listed = &mut self.buffers.listed;
        position.generate_distinct_moves(listed);
        listed.retain(|m| found.iter().all(|found| found.line.first() != Some(m)));
        let number = first(listed);
        self.buffers.picker(0, number)
    }

    /// Makes a line that breaks off where the evaluator knows the score go on: to the end of a won
    /// or lost game, or for one move that keeps a draw.
    fn complete_line(&mut self, position: &G, line: &mut Vec<G::Move>, score: Score) {
        let length = score.distance().unwrap_or(1) as usize;
        let mut here = position.clone();
        let mut left = score;
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
                let over = child.outcome().is_some();
                let known =
                    if over { Some(terminal(&child, 0)) } else { self.evaluator.probe(&child) };
                known == Some(left)
            };
            let Some(&m) = moves.iter().find(keeps) else { break };
            left = advance(&mut here, m, left);
            line.push(m);
        }
        self.buffers.reset();
    }
}

/// Plays a move, and says what a score that it earns is then for the player to move.
fn advance<G: Keyed>(position: &mut G, m: G::Move, score: Score) -> Score {
    let turn = position.turn();
    position.play_unchecked(m);
    let score = score.seen_later(1);
    if position.turn() == turn { score } else { -score }
}

/// The windows in which a depth is searched (aspiration).
struct Aspiration {
    window: Window,
    /// By how much a bound that failed is moved.
    step: i32,
    /// A win or a loss that is known already: only a better win or a worse loss is asked for.
    known: bool,
}

impl Aspiration {
    /// For the best line but for those `found` already. What was known of a line after them says
    /// nothing for certain: another may have come before it since.
    fn new<M>(
        previous: Option<&Variation<M>>,
        depth: u32,
        found: &[Variation<M>],
        techniques: Techniques,
    ) -> Self {
        let mut window = Window::FULL;
        let mut known = false;
        let mut step = 0;
        let aspires = techniques.contains(Technique::Aspiration);
        match previous.filter(|_| aspires).map(|previous| previous.score.kind()) {
            Some(ScoreKind::Win(plies)) if found.is_empty() => {
                window.alpha = Score::win_in(plies + 1);
                known = true;
            }
            Some(ScoreKind::Loss(plies)) if found.is_empty() => {
                window.beta = Score::loss_in(plies + 1);
                known = true;
            }
            Some(ScoreKind::Value(value)) if depth > 2 => {
                step = 1 + value.abs() / 8;
                window =
                    Window { alpha: Score::value(value - step), beta: Score::value(value + step) };
            }
            _ => {}
        }
        Self { window, step, known }
    }

    /// Whether a score says what it is, and not only that it is beyond the window.
    fn holds(&self, score: Score) -> bool {
        let Window { alpha, beta } = self.window;
        (score > alpha || alpha == Window::FULL.alpha)
            && (score < beta || beta == Window::FULL.beta)
    }

    /// Moves the bound that a score is beyond, and says whether there was one to move.
    fn widen(&mut self, score: Score) -> bool {
        if self.known || self.holds(score) {
            return false;
        }
        self.step = self.step.saturating_mul(4);
        let moved = |by: i32| match score.kind() {
            ScoreKind::Value(value) if by.abs() < Score::MAX_VALUE / 8 => {
                Some(Score::value(value.saturating_add(by)))
            }
            _ => None,
        };
        if score <= self.window.alpha {
            self.window.alpha = moved(-self.step).unwrap_or(Window::FULL.alpha);
        } else {
            self.window.beta = moved(self.step).unwrap_or(Window::FULL.beta);
        }
        true
    }
}
