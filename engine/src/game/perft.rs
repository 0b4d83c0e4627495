//! Counting move sequences, to check and to time move generation.

use crate::game::{Game, StopFlag};

/// The number of legal sequences of exactly `depth` plies from `position`.
///
/// Games that end earlier contribute nothing, and `perft(_, 0)` is 1. The last ply is counted by
/// [`Game::count_moves`]. Moves that lead to the same position count separately. Time grows with the result, memory
/// with the depth. Two implementations that agree on these numbers almost certainly agree on the rules.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
/// # use nim::*;
/// use engine::perft;
/// use engine::game::divide;
///
/// let nim = Nim::new([1, 2]);
/// assert_eq!(perft(&nim, 2), 5);
/// assert_eq!(divide(&nim, 2).iter().map(|(_, count)| count).sum::<u64>(), 5);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    perft_until(position, depth, &StopFlag::new()).unwrap_or_default()
}

/// [`perft`] one ply later, for each legal move: the numbers to compare when two implementations disagree.
///
/// With `depth` 0 there is no move to list, and the list is empty.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|m| (m, perft(&position.after(m), depth))).collect()
}

/// A position whose moves are being played one after another.
struct Node<G> {
    position: G,
    /// The place of the next move to be played in the stack of moves, and of the end of its moves.
    next: usize,
    end: usize,
}

/// [`perft`] until the flag is raised; `None` if it was.
pub fn perft_until<G: Game>(position: &G, depth: u32, stop: &StopFlag) -> Option<u64> {
    // Without recursion, so that great depths need no call stack. A stack of positions alone would be simpler, but
    // takes up to twice the time.
    let mut moves = Vec::new();
    match depth {
        0 => return Some(1),
        1 => return Some(position.count_moves(&mut moves)),
        _ => {}
    }
    let mut path = vec![node(position.clone(), &mut moves)];
    let mut total = 0;
    while let Some(top) = path.last_mut() {
        if top.next == top.end {
            if stop.is_raised() {
                return None;
            }
            path.pop();
            moves.truncate(path.last().map_or(0, |below| below.end));
            continue;
        }
        let child = top.position.after(moves[top.next]);
        top.next += 1;
        if path.len() + 1 == depth as usize {
            total += child.count_moves(&mut moves);
        } else {
            path.push(node(child, &mut moves));
        }
    }
    Some(total)
}

/// The node of a position, with its moves on the stack.
fn node<G: Game>(position: G, moves: &mut Vec<G::Move>) -> Node<G> {
    let next = moves.len();
    position.generate_moves(moves);
    Node { position, next, end: moves.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{NotLegal, Outcome};

    /// One player counts up, with two moves at the even numbers from 2 to 10 and one elsewhere.
    #[derive(Clone)]
    struct Count(u32);

    impl Game for Count {
        type Player = ();
        type Move = bool;
        type IllegalMove = NotLegal;

        fn players(&self) -> &[()] {
            &[()]
        }

        fn turn(&self) {}

        fn outcome(&self) -> Option<Outcome<()>> {
            None
        }

        fn generate_moves(&self, moves: &mut Vec<bool>) {
            moves.push(false);
            if self.0 > 0 && self.0 <= 10 && self.0.is_multiple_of(2) {
                moves.push(true);
            }
        }

        fn check(&self, m: bool) -> Result<(), NotLegal> {
            NotLegal::check(self, m)
        }

        fn play_unchecked(&mut self, _: bool) {
            self.0 += 1;
        }
    }

    #[test]
    fn great_depths_need_no_call_stack() {
        assert_eq!(perft(&Count(0), 200_000), 32);
        assert_eq!(divide(&Count(10), 200_000), [(false, 1), (true, 1)]);
    }

    #[test]
    fn a_raised_flag_ends_the_count() {
        let stop = StopFlag::new();
        assert_eq!(perft_until(&Count(0), 13, &stop), Some(perft(&Count(0), 13)));
        stop.raise();
        assert_eq!(perft_until(&Count(0), 13, &stop), None);
    }

    #[test]
    fn every_depth_is_counted_to_its_end() {
        for (depth, expected) in [1, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32].into_iter().enumerate()
        {
            assert_eq!(perft(&Count(0), depth as u32), expected, "depth {depth}");
        }
    }
}
