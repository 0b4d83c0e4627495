//! All positions with one number of cards face up, from those with one card less.
#![expect(clippy::inline_always, reason = "to be compiled for each instruction set as a whole")]

use std::sync::{Mutex, PoisonError};

use collapsi::Square;

use crate::boards::{Board, Boards};
use crate::kernel::{BLOCKS, Fold, Kernel, Least, MOST_MOVES, Packed, Packing, Task};
use crate::options::SurveyOptions;
use crate::plan::{Half, Link, Plan};
use crate::score::Score;

/// The scores of all positions with one number of cards face up, both jokers collapsed.
pub(crate) struct Level {
    pub(crate) boards: Boards,
    /// For each board the place where its scores begin: by mover, other pawn and pattern.
    starts: Vec<usize>,
    pub(crate) scores: Vec<u8>,
}

/// The bytes of the scores of a board for each mover.
fn bytes_of_mover(board: Board) -> usize {
    (board.face_up.len() - 1) * board.packing().bytes()
}

/// The bytes of the scores of boards.
pub(crate) fn bytes(boards: &Boards) -> usize {
    boards.list().iter().map(|&board| board.face_up.len() * bytes_of_mover(board)).sum()
}

/// The bytes for the scores of boards, so that the last pair of pawns can be read as [`Packed`] too.
pub(crate) fn room(boards: &Boards) -> usize {
    bytes(boards) + size_of::<Packed>()
}

/// Of a pawn that is nowhere.
const EMPTY: &Packed = &[[0; 32]; BLOCKS];

/// The groups of links that a thread takes at a time.
const BATCH: usize = 16;

impl Level {
    /// The positions with two cards: the pawns stand on them, and neither player can move.
    pub(crate) fn first(mut scores: Vec<u8>) -> Self {
        let boards = Boards::new(2);
        let bytes = bytes(&boards);
        let lost = Score::lost(2).0;
        scores[..bytes].fill(lost | lost << 4);
        Self::new(boards, scores)
    }

    fn new(boards: Boards, scores: Vec<u8>) -> Self {
        let mut end = 0;
        let starts = boards.list().iter().map(|&board| {
            let start = end;
            end += board.face_up.len() * bytes_of_mover(board);
            start
        });
        Self { starts: starts.collect(), boards, scores }
    }

    /// The scores of a pair of pawns on a board of the list, as the mover sees them.
    #[inline]
    pub(crate) fn packed(
        &self,
        board: usize,
        packing: Packing,
        mover: Square,
        other: Square,
    ) -> &Packed {
        let pair = self.boards.list()[board].pair(mover, other);
        let scores = &self.scores[self.starts[board] + pair * packing.bytes()..];
        scores.as_chunks().0.first_chunk().unwrap_or(EMPTY)
    }

    /// The level with one card more. `scores` is a scratch buffer; its contents are overwritten.
    pub(crate) fn next(
        &self,
        boards: Boards,
        mut scores: Vec<u8>,
        options: &SurveyOptions,
        done: &(impl Fn(usize) + Sync),
    ) -> Self {
        let mut links = self.links(&boards, &mut scores);
        links.sort_unstable_by_key(|link| link.child);
        let groups = Mutex::new(links.chunk_by_mut(|a, b| a.child == b.child));
        let work = || {
            let mut least = Box::new(Least::new());
            loop {
                let batch: Vec<&mut [Link]> = {
                    let mut groups = groups.lock().unwrap_or_else(PoisonError::into_inner);
                    groups.by_ref().take(BATCH).collect()
                };
                if batch.is_empty() {
                    break;
                }
                let mut bytes = 0;
                for group in batch {
                    bytes += group.iter().map(|link| link.scores.len()).sum::<usize>();
                    let task = Expand { level: self, links: group, least: &mut least };
                    options.instructions.run(task);
                }
                done(bytes);
            }
        };
        system::threads::run(options.threads.get(), work);
        Self::new(boards, scores)
    }

    /// For each board of the next level and each card that the mover may leave, the board left.
    fn links<'a>(&self, boards: &Boards, mut scores: &'a mut [u8]) -> Vec<Link<'a>> {
        let mut links = Vec::new();
        for &parent in boards.list() {
            for mover in parent.face_up {
                let (of_mover, rest) = scores.split_at_mut(bytes_of_mover(parent));
                scores = rest;
                if let Some((child, symmetry)) = self.boards.find(parent.without(mover)) {
                    let child = child as u32;
                    links.push(Link { child, symmetry, parent, mover, scores: of_mover });
                }
            }
        }
        links
    }
}

/// Computes the scores of links to the same child.
struct Expand<'a, 'l> {
    level: &'a Level,
    links: &'a mut [Link<'l>],
    /// Scratch memory.
    least: &'a mut Least,
}

impl Task for Expand<'_, '_> {
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { level, links, least } = self;
        let Some(child) = links.first().map(|link| link.child as usize) else { return };
        let board = level.boards.list()[child];
        let packing = board.packing();
        // The opponent moves next; the other pawn then stands on the square that the mover went to.
        let mut scores = [[EMPTY; Square::COUNT]; Square::COUNT];
        for other in board.face_up {
            for to in board.face_up.without(other) {
                scores[other.index()][to.index()] = level.packed(child, packing, other, to);
            }
        }
        for link in links {
            let plan = Plan::new(link, board);
            let bytes = plan.gather.packing.bytes();
            for other in board.face_up {
                for (half, least) in plan.halves.iter().zip(&mut least.0) {
                    fold(kernel, half, &scores[other.index()], other, plan.none, least);
                }
                let first = plan.places[other.index()] * bytes;
                kernel.gather(&plan.gather, least, &mut link.scores[first..first + bytes]);
            }
        }
    }
}

/// The least score for the opponent after all moves with one value of the card left.
#[inline(always)]
fn fold(
    kernel: impl Kernel,
    half: &Half,
    scores: &[&Packed; Square::COUNT],
    other: Square,
    none: u8,
    least: &mut [Packed; 2],
) {
    let mut moves = [EMPTY; MOST_MOVES];
    let mut count = 0;
    for to in half.ends.without(other) {
        moves[count % MOST_MOVES] = scores[to.index()];
        count += 1;
    }
    let moves = &moves[..count.min(MOST_MOVES)];
    kernel.fold(&Fold { moves, none, blocks: &half.blocks }, least);
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use collapsi::{Card, Player, Position, Rules, Setup, Solver, SquareSet};
    use engine::Game;
    use rand::seq::{IndexedRandom, SliceRandom};

    use super::*;
    use crate::instructions::Instructions;
    use crate::kernel::{Table, unpack};
    use crate::pattern::pattern;

    impl Level {
        /// The score of a position without jokers, for the player to move.
        fn score(&self, position: &Position) -> Score {
            let of = |wanted: [Card; 2]| -> SquareSet {
                let is =
                    |sq: &Square| position.card(*sq).is_some_and(|card| wanted.contains(&card));
                Square::ALL.into_iter().filter(is).collect()
            };
            let board = Board { face_up: position.face_up(), low: of([Card::Ace, Card::Two]) };
            let (place, symmetry) = self.boards.find(board).unwrap();
            let large: SquareSet =
                of([Card::Two, Card::Four]).into_iter().map(|sq| symmetry.apply(sq)).collect();
            let board = self.boards.list()[place];
            let mover = symmetry.apply(position.pawn(position.turn()));
            let other = symmetry.apply(position.pawn(!position.turn()));
            let mut table = Table::filled(0);
            let packing = board.packing();
            unpack(&mut table, self.packed(place, packing, mover, other), packing);
            let row = board.low_patterns().place(pattern(board.low, large)).unwrap();
            let lane = board.high_patterns().place(pattern(board.high(), large)).unwrap();
            Score(table.0[row][lane])
        }
    }

    /// All levels up to this number of cards, each passed to `look`.
    fn levels(cards: usize, instructions: Instructions, look: impl Fn(&Level)) {
        let options = SurveyOptions::new().threads(NonZeroUsize::MIN).instructions(instructions);
        let memory = |boards: &Boards| vec![0; room(boards)];
        let mut level = Level::first(memory(&Boards::new(2)));
        for cards in 3..=cards {
            look(&level);
            let boards = Boards::new(cards);
            let memory = memory(&boards);
            level = level.next(boards, memory, &options, &|_| ());
        }
        look(&level);
    }

    /// Positions with this number of cards of a deal, the jokers gone.
    fn positions(cards: usize, seed: u64) -> impl Iterator<Item = Position> {
        let mut rng = engine::game::seeded(seed);
        let pack = Card::ALL[1..].iter().flat_map(|&card| vec![card; card.in_deal()]);
        let mut pack: Vec<Card> = pack.collect();
        let mut squares: Vec<Square> = Square::ALL.into_iter().collect();
        std::iter::repeat_with(move || {
            pack.shuffle(&mut rng);
            squares.shuffle(&mut rng);
            let mut board = [None; Square::COUNT];
            for (square, &card) in squares.iter().zip(&pack).take(cards) {
                board[square.index()] = Some(card);
            }
            let turn = *Player::ALL.choose(&mut rng).unwrap();
            let (pawns, rules) = ([squares[0], squares[1]], Rules::V1_1);
            Position::from_setup(&Setup { cards: board, pawns, turn, rules }).unwrap()
        })
    }

    /// In how many plies the game ends: by trying everything, as the rules say.
    fn naive(position: &Position) -> usize {
        let replies = position.moves().into_iter().map(|to| {
            let child = position.after(to);
            naive(&child)
        });
        // The opponent loses after an even number of plies.
        let (won, lost): (Vec<usize>, Vec<usize>) = replies.partition(|length| length % 2 == 0);
        won.into_iter().min().or(lost.into_iter().max()).map_or(0, |length| length + 1)
    }

    #[test]
    fn small_levels_are_as_naive_play_says() {
        for instructions in [Instructions::detect(), Instructions::PORTABLE] {
            levels(8, instructions, |level| {
                let cards = level.boards.list()[0].face_up.len();
                for position in positions(cards, 1).take(1_000) {
                    let score = level.score(&position);
                    assert_eq!(score.plies(cards), naive(&position), "{position}");
                    assert_eq!(score.is_win(), naive(&position) % 2 == 1, "{position}");
                }
            });
        }
    }

    #[test]
    fn levels_are_as_the_solver_says() {
        compare_with_the_solver(9);
    }

    #[test]
    #[ignore = "as much work as a survey"]
    fn all_levels_are_as_the_solver_says() {
        compare_with_the_solver(14);
    }

    fn compare_with_the_solver(cards: usize) {
        levels(cards, Instructions::detect(), |level| {
            let mut solver = Solver::new();
            let cards = level.boards.list()[0].face_up.len();
            for position in positions(cards, 2).take(1_000) {
                let (score, verdict) = (level.score(&position), solver.verdict(&position));
                assert_eq!(score.plies(cards), verdict.length as usize, "{position}");
                assert_eq!(score.is_win(), verdict.winner == position.turn(), "{position}");
            }
        });
    }
}
