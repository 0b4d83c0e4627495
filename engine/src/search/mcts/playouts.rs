//! Playouts: down the tree, on at random, and back up.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::Options;
use super::tree::{BLOCK, Index, Tree};
use crate::game::{Game, SeededRng, Stopped, Wdl, key};
use crate::search::{Evaluator, Score, Watch, Window, finished};

/// Buffers that all playouts share, so that none allocates.
pub(super) struct Buffers<M> {
    moves: Vec<M>,
    /// The moves of the next children of a node, with their priors.
    chosen: Vec<(M, f32)>,
    /// The moves of a node in the order in which they get children: rank and number.
    ranks: Vec<(Reverse<i64>, u64, u32)>,
    /// The nodes on the way down, each with the player to move there.
    path: Vec<(Index, usize)>,
    rewards: Vec<f64>,
    /// The result of each player, if the new move of the playout decides the game.
    results: Vec<Wdl>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        let (moves, chosen, ranks, path) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { moves, chosen, ranks, path, rewards: Vec::new(), results: Vec::new() }
    }
}

/// The value at which a player wins 73 games of 100.
const EVALUATION_SCALE: f64 = 100.0;

/// The first bits of a number as a float: its exponent and seven bits more.
const BITS: u32 = 16;

/// The logarithms of all numbers of visits: exact up to 256, and less than 1/128 too small above.
pub(super) static LOGARITHMS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let first = 1_f32.to_bits() >> BITS;
    let last = (u32::MAX as f32).to_bits() >> BITS;
    (first..=last).map(|bits| libm::logf(f32::from_bits(bits << BITS))).collect()
});

/// What a random ply counts as, beside nodes, for the watch.
const WORK_OF_A_PLY: u64 = 8;

/// The next step from a node.
enum Step {
    /// To this child.
    Down(Index),
    /// To a new child.
    Grow,
    /// Nowhere: all children are pruned, and none can be added.
    Stay,
}

pub(super) struct Playouts<'s, G: Game, E> {
    pub(super) evaluator: &'s E,
    pub(super) options: &'s Options,
    pub(super) tree: &'s mut Tree<G::Move>,
    pub(super) buffers: &'s mut Buffers<G::Move>,
    pub(super) rng: &'s mut SeededRng,
    pub(super) watch: Watch<'s>,
    pub(super) players: &'s [G::Player],
    pub(super) logarithms: &'static [f32],
}

impl<G: Game, E: Evaluator<G>> Playouts<'_, G, E> {
    /// Whether another playout is possible and useful.
    pub(super) fn can_go_on(&self) -> bool {
        let root = self.tree.node(self.tree.root);
        !root.is_solved() && root.visits < u32::MAX && !self.watch.is_due()
    }

    /// Makes one playout from the root. If it is interrupted, the tree stays as it was.
    pub(super) fn playout(&mut self, root: &G) -> Result<(), Stopped> {
        self.watch.count_node()?;
        if self.tree.is_full() {
            self.tree.forget_least_visited();
        }
        let mut position = root.clone();
        let grown = self.descend(&mut position)?;
        let known = grown.and_then(|_| self.look_up_result(&position));
        if known.is_some() {
            let Buffers { rewards, results, .. } = &mut *self.buffers;
            rewards.clear();
            rewards.extend(results.iter().map(|wdl| wdl.reward()));
        } else {
            self.roll_out(position)?;
        }
        self.record(grown.is_some(), known);
        Ok(())
    }

    /// Plays moves down the tree to a node that can grow, and there a new move, which is returned.
    fn descend(&mut self, position: &mut G) -> Result<Option<G::Move>, Stopped> {
        self.buffers.path.clear();
        let mut node = self.tree.root;
        loop {
            let mover = mover(position, self.players);
            self.buffers.path.push((node, mover));
            match self.step(node, mover) {
                Step::Down(child) => {
                    position.play_unchecked(self.tree.node(child).m);
                    node = child;
                }
                Step::Grow => {
                    let grown = self.next_move(position, node);
                    let work = if self.options.prior.is_some() { WORK_OF_A_PLY } else { 1 };
                    self.watch.count_work(work * self.buffers.moves.len() as u64)?;
                    if let Some(m) = grown {
                        position.play_unchecked(m);
                    }
                    return Ok(grown);
                }
                Step::Stay => return Ok(None),
            }
        }
    }

    fn logarithm(&self, visits: u32) -> f32 {
        let place = (visits.max(1) as f32).to_bits() - 1_f32.to_bits();
        self.logarithms.get((place >> BITS) as usize).copied().unwrap_or_default()
    }

    /// The best by UCB1, or by PUCT if there are priors, of the children that are not pruned, compared with the
    /// first-play urgency.
    fn step(&self, node: Index, mover: usize) -> Step {
        let visits = self.tree.node(node).visits;
        let exploration = self.options.exploration as f32;
        let can_grow = self.tree.can_grow(node);
        let mut best = if can_grow { Step::Grow } else { Step::Stay };
        let has_priors = self.options.prior.is_some();
        let width = if has_priors { (visits as f32).sqrt() } else { self.logarithm(visits) };
        let urgency = if has_priors {
            let mean = self.tree.mean(node, mover).unwrap_or(0.5) as f32;
            mean + exploration * self.tree.next_prior(node) * width
        } else {
            self.options.urgency as f32
        };
        let mut most = if can_grow { urgency } else { f32::NEG_INFINITY };
        for (first, children) in self.tree.runs(node) {
            for (index, child) in (first..).zip(children).filter(|(_, child)| !child.pruned) {
                let share = 1.0 / child.visits.max(1) as f32;
                let mean = self.tree.sum(index, mover) as f32 * share;
                let bonus = if has_priors {
                    child.prior * width / (1 + child.visits) as f32
                } else {
                    (width * share).sqrt()
                };
                let value = mean + exploration * bonus;
                if value > most {
                    most = value;
                    best = Step::Down(index);
                }
            }
        }
        best
    }

    /// The next move of a node to get a child: by the evaluator's order or by its prior, then at random.
    pub(super) fn next_move(&mut self, position: &G, node: Index) -> Option<G::Move> {
        let Buffers { moves, ranks, chosen, .. } = &mut *self.buffers;
        moves.clear();
        if let Some(m) = self.tree.next_move(node) {
            return Some(m);
        }
        position.generate_distinct_moves(moves);
        self.tree.node_mut(node).moves = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        // The order is the same at every visit of a node, so no move gets two children.
        let chance = key::mix(self.options.seed, u64::from(node));
        ranks.clear();
        ranks.extend((0..).zip(moves.iter()).map(|(number, &m)| {
            let order = match self.options.prior {
                Some(_) => value_after(self.evaluator, position, m).rank(),
                None => self.evaluator.order(position, m).into(),
            };
            (Reverse(order), key::mix(chance, u64::from(number)), number)
        }));
        ranks.sort_unstable();
        let Reverse(best) = ranks.first()?.0;
        let weight = |Reverse(value): Reverse<i64>| match self.options.prior {
            Some(temperature) => libm::exp((value - best) as f64 / temperature) as f32,
            None => 1.0,
        };
        let all: f32 = ranks.iter().map(|&(value, ..)| weight(value)).sum();
        chosen.clear();
        let next = ranks.iter().skip(self.tree.node(node).made as usize).take(BLOCK);
        chosen.extend(next.filter_map(|&(value, _, number)| {
            Some((*moves.get(number as usize)?, weight(value) / all))
        }));
        Some(chosen.first()?.0)
    }

    /// If the result is certain, sets `results` and returns the distance to the end in plies.
    fn look_up_result(&mut self, position: &G) -> Option<u32> {
        let results = &mut self.buffers.results;
        results.clear();
        if let Some(outcome) = position.outcome() {
            results.extend(self.players.iter().map(|&player| outcome.wdl(player)));
            return Some(0);
        }
        let [first, _] = self.players else { return None };
        let score = self.evaluator.known(position, 0, Window::FULL)?.proven()?;
        let own = if position.turn() == *first { score.result() } else { -score.result() };
        results.extend([own, -own]);
        Some(score.distance().unwrap_or(0))
    }

    fn roll_out(&mut self, mut position: G) -> Result<(), Stopped> {
        let Buffers { moves, rewards, .. } = &mut *self.buffers;
        for _ in 0..self.options.rollout_plies {
            let Some(m) = position.random_move(moves, self.rng) else { break };
            // The list of moves is gone, and its length with it.
            self.watch.count_work(WORK_OF_A_PLY + moves.capacity() as u64 / 64)?;
            position.play_unchecked(m);
        }
        rewards.clear();
        if let Some(outcome) = position.outcome() {
            rewards.extend(self.players.iter().map(|&player| outcome.wdl(player).reward()));
            return Ok(());
        }
        let judge = |&player: &G::Player| {
            let value = f64::from(self.evaluator.evaluate(&position, player));
            1.0 / (1.0 + libm::exp(-value / EVALUATION_SCALE))
        };
        if let [first, _] = self.players {
            let reward = judge(first);
            rewards.extend([reward, 1.0 - reward]);
        } else {
            rewards.extend(self.players.iter().map(judge));
        }
        Ok(())
    }

    /// Adds a playout and its new move to the tree. `known` is the distance to the end if the move decides the game.
    fn record(&mut self, grown: bool, known: Option<u32>) {
        let Buffers { path, rewards, results, chosen, .. } = &mut *self.buffers;
        let parent = path.last().filter(|_| grown);
        if let Some(child) = parent.and_then(|&(parent, _)| self.tree.add_child(parent, chosen)) {
            if let Some(plies) = known {
                self.tree.settle(child, results.iter().copied(), plies);
            }
            self.tree.record(child, rewards);
        }
        let mut changed = known.is_some();
        for &(node, mover) in path.iter().rev() {
            changed = changed && self.tree.update(node, mover);
            self.tree.record(node, rewards);
        }
    }
}

/// The value for the mover of the position that a move leads to.
fn value_after<G: Game, E: Evaluator<G>>(evaluator: &E, position: &G, m: G::Move) -> Score {
    let (mover, next) = (position.turn(), position.after(m));
    let value = || Score::value(evaluator.evaluate(&next, mover));
    finished(&next, evaluator, mover).unwrap_or_else(value)
}

/// The seat of the player to move, by the players of the root: it is in range even if the players
/// change, which breaks the laws.
pub(super) fn mover<G: Game>(position: &G, players: &[G::Player]) -> usize {
    let turn = position.turn();
    players.iter().position(|&player| player == turn).unwrap_or_default()
}
