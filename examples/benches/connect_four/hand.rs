//! A Connect Four solver written by hand, for this game alone: what a search for any game is to be
//! compared with.
//!
//! It does what the engine does with the techniques [`TECHNIQUES`]: depth by depth, principal
//! variation search with exact distances, a table with the same buckets and the same rule of what
//! gives way, proven results kept for good, the table's move first, the end of the game seen two
//! plies ahead. So both visit the same nodes, and what differs is what a node costs.

use engine::{Score, Technique, Techniques};

use super::board::{Board, Column, Glance};

/// What the engine is to use to visit the same nodes.
pub(crate) const TECHNIQUES: Techniques =
    Techniques::none().with(Technique::Table).with(Technique::NullWindow);

/// A win now; a win in `n` plies is `n` less.
const WIN: i32 = 1000;

/// Beyond it are wins and losses.
const MOST_VALUE: i32 = WIN - 100;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Lower,
    Upper,
    Exact,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// As seen from the position.
    score: i16,
    bound: Bound,
    depth: u8,
    best: Option<Column>,
    /// Whether it rests on finished games alone.
    solved: bool,
}

pub(crate) struct Solver {
    buckets: Vec<[Option<Entry>; 4]>,
    nodes: u64,
    /// How many scores so far rest on the depth having been reached.
    guesses: u64,
}

/// What is asked about a position.
#[derive(Clone, Copy)]
struct Node {
    depth: u8,
    ply: i32,
    alpha: i32,
    beta: i32,
}

impl Solver {
    pub(crate) fn with_table_bytes(bytes: usize) -> Self {
        let buckets = bytes / size_of::<[Option<Entry>; 4]>();
        Self { buckets: vec![[None; 4]; buckets], nodes: 0, guesses: 0 }
    }

    /// How many positions were visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Solves a position that is not over; `None` if that takes more nodes than `most` before the
    /// last depth.
    pub(crate) fn solve(&mut self, board: &Board, most: u64) -> Option<Score> {
        match board.glance() {
            Some(Glance::Wins) => return Some(Score::win_in(1)),
            Some(Glance::Loses) => return Some(Score::loss_in(2)),
            None => {}
        }
        let mut first = None;
        for depth in 0_u8.. {
            if self.nodes > most {
                break;
            }
            self.guesses = 0;
            let root = Node { depth, ply: 0, alpha: -WIN, beta: WIN };
            self.nodes += 1;
            let (score, best) = if depth == 0 {
                (self.leaf(board, 0), None)
            } else {
                self.expand(board, root, first)
            };
            first = best.or(first);
            let distance = WIN - score.abs();
            let is_decided = score.abs() > MOST_VALUE;
            if self.guesses == 0 || is_decided && distance <= depth.into() {
                let plies = distance as u32;
                return Some(match score {
                    win if win > MOST_VALUE => Score::win_in(plies),
                    loss if loss < -MOST_VALUE => Score::loss_in(plies),
                    _ => Score::DRAW,
                });
            }
            if depth > 0 {
                self.put(board, root, score, best, 0);
            }
        }
        None
    }

    fn node(&mut self, board: &Board, node: Node) -> i32 {
        self.nodes += 1;
        if node.alpha >= WIN - node.ply {
            return node.alpha;
        }
        if node.beta <= node.ply - WIN {
            return node.beta;
        }
        match board.glance() {
            Some(Glance::Wins) => return WIN - 1 - node.ply,
            Some(Glance::Loses) => return 2 + node.ply - WIN,
            None => {}
        }
        if node.depth == 0 {
            return self.leaf(board, node.ply);
        }
        let known = self.get(board);
        if let Some(score) = known.and_then(|entry| self.recall(&entry, node)) {
            return score;
        }
        let guesses = self.guesses;
        let (score, best) = self.expand(board, node, known.and_then(|entry| entry.best));
        if best.is_some() {
            self.put(board, node, score, best, guesses);
        }
        score
    }

    fn leaf(&mut self, board: &Board, ply: i32) -> i32 {
        if board.is_lost() {
            return ply - WIN;
        }
        self.guesses += u64::from(!board.is_full());
        0
    }

    /// The best score of all moves and the move; the score of the game's end if there is none.
    fn expand(
        &mut self,
        board: &Board,
        mut node: Node,
        first: Option<Column>,
    ) -> (i32, Option<Column>) {
        if board.is_lost() {
            return (node.ply - WIN, None);
        }
        let mut moves = [Column(0); 7];
        let mut count = 0;
        for column in Board::COLUMNS.into_iter().filter(|&column| board.has_room(column)) {
            moves[count] = column;
            count += 1;
        }
        let moves = &mut moves[..count];
        if let Some(first) = first.and_then(|first| moves.iter().position(|&m| m == first)) {
            moves[..=first].rotate_right(1);
        }
        let mut best = None;
        let mut most = if moves.is_empty() { 0 } else { i32::MIN };
        for (i, &column) in moves.iter().enumerate() {
            let score = self.search_move(&board.after(column), node, i == 0);
            if score <= most {
                continue;
            }
            (most, best) = (score, Some(column));
            if score > node.alpha {
                node.alpha = score;
                if score >= node.beta {
                    break;
                }
            }
        }
        (most, best)
    }

    fn search_move(&mut self, child: &Board, node: Node, is_first: bool) -> i32 {
        let Node { depth, ply, alpha, beta } = node;
        let below = |alpha: i32, beta: i32| Node {
            depth: depth - 1,
            ply: ply + 1,
            alpha: -beta,
            beta: -alpha,
        };
        if is_first {
            return -self.node(child, below(alpha, beta));
        }
        let score = -self.node(child, below(alpha, alpha + 1));
        if beta > alpha + 1 && score > alpha && score < beta {
            return -self.node(child, below(alpha, beta));
        }
        score
    }

    fn recall(&mut self, entry: &Entry, node: Node) -> Option<i32> {
        let score = match i32::from(entry.score) {
            win if win > MOST_VALUE => win - node.ply,
            loss if loss < -MOST_VALUE => loss + node.ply,
            value => value,
        };
        let at_least = entry.bound != Bound::Upper && score >= node.beta;
        let at_most = entry.bound != Bound::Lower && score <= node.alpha;
        if !at_least && !at_most {
            return None;
        }
        if at_least && score > MOST_VALUE || at_most && score < -MOST_VALUE {
            return Some(score);
        }
        if entry.depth < node.depth && !entry.solved {
            return None;
        }
        self.guesses += u64::from(!entry.solved);
        Some(score)
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn get(&self, board: &Board) -> Option<Entry> {
        let key = engine::key::mix(0, board.code());
        self.buckets[self.bucket(key)].iter().flatten().find(|entry| entry.key == key).copied()
    }

    fn put(&mut self, board: &Board, node: Node, score: i32, best: Option<Column>, guesses: u64) {
        let key = engine::key::mix(0, board.code());
        let bound = if score >= node.beta {
            Bound::Lower
        } else if score > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let from_here = match score {
            win if win > MOST_VALUE => win + node.ply,
            loss if loss < -MOST_VALUE => loss - node.ply,
            value => value,
        };
        let mut entry = Entry {
            key,
            score: from_here as i16,
            bound,
            depth: node.depth,
            best: best.filter(|_| bound != Bound::Upper),
            solved: self.guesses == guesses,
        };
        let index = self.bucket(key);
        let bucket = &mut self.buckets[index];
        let mut place = 0;
        let mut least = i32::MAX;
        for (i, slot) in bucket.iter().enumerate() {
            let Some(old) = slot else {
                if least > i32::MIN {
                    (place, least) = (i, i32::MIN);
                }
                continue;
            };
            if old.key == key {
                if old.solved && !entry.solved && (old.bound == Bound::Exact || old.bound == bound)
                {
                    return;
                }
                entry.best = entry.best.or(old.best);
                place = i;
                break;
            }
            if i32::from(old.depth) < least {
                (place, least) = (i, old.depth.into());
            }
        }
        bucket[place] = Some(entry);
    }
}
