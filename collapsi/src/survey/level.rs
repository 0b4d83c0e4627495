//! All positions with one number of cards face up, from those with one card less.
#![expect(clippy::inline_always, reason = "to be compiled for each instruction set as a whole")]

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::square::{Square, SquareSet};
use crate::steps::Steps;
use crate::survey::SurveyOptions;
use crate::survey::boards::{Board, Boards};
use crate::survey::kernel::{
    Fold, Kernel, Packing, ROWS, Row, Table, Task, WASTE, Write, pack, unpack,
};
use crate::survey::pattern::{Shuffle, place_in};
use crate::survey::score::Score;
use crate::symmetry::Symmetry;
use crate::walk::Walks;

/// The scores of all positions with one number of cards face up, both jokers collapsed.
pub(super) struct Level {
    pub(super) boards: Boards,
    /// For each board the place where its scores begin: by mover, other pawn and pattern.
    starts: Vec<usize>,
    pub(super) scores: Vec<u8>,
}

/// The storage of the scores of a board.
pub(super) fn packing(board: Board) -> Packing {
    Packing::new(board.low_patterns().len(), board.high_patterns().len())
}

/// The bytes of the scores of a board for each mover.
fn bytes_of_mover(board: Board) -> usize {
    (board.face_up.len() - 1) * packing(board).bytes()
}

pub(super) fn bytes<'a>(boards: impl IntoIterator<Item = &'a Board>) -> usize {
    boards.into_iter().map(|&board| board.face_up.len() * bytes_of_mover(board)).sum()
}

/// The groups of links that a thread takes at a time.
const BATCH: usize = 16;

impl Level {
    /// The positions with two cards: the pawns stand on them, and neither player can move.
    pub(super) fn first(mut scores: Vec<u8>) -> Self {
        let boards = Boards::new(2);
        let bytes = bytes(boards.list());
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
    pub(super) fn packed(
        &self,
        board: usize,
        packing: Packing,
        mover: Square,
        other: Square,
    ) -> &[u8] {
        let bytes = packing.bytes();
        let start = self.starts[board] + self.boards.list()[board].pair(mover, other) * bytes;
        &self.scores[start..start + bytes]
    }

    /// The level with one card more, those boards that are needed. `scores` is a scratch buffer; its contents
    /// are overwritten.
    pub(super) fn next(
        &self,
        boards: Boards,
        needed: &[bool],
        mut scores: Vec<u8>,
        options: &SurveyOptions,
        done: &(impl Fn(usize) + Sync),
    ) -> Self {
        let mut links = self.links(&boards, needed, &mut scores);
        links.sort_unstable_by_key(|link| link.child);
        let groups = Mutex::new(links.chunk_by_mut(|a, b| a.child == b.child));
        let work = || {
            let mut workspace = Workspace::new();
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
                    let task = Expand { level: self, links: group, workspace: &mut workspace };
                    options.instructions.run(task);
                }
                done(bytes);
            }
        };
        engine::system::threads::run(options.threads.get(), work);
        Self::new(boards, scores)
    }

    /// For each board of the next level and each card that the mover may leave, the board left.
    fn links<'a>(
        &self,
        boards: &Boards,
        needed: &[bool],
        mut scores: &'a mut [u8],
    ) -> Vec<Link<'a>> {
        let mut links = Vec::new();
        for (&parent, &is_needed) in boards.list().iter().zip(needed) {
            for mover in parent.face_up {
                let (of_mover, rest) = scores.split_at_mut(bytes_of_mover(parent));
                scores = rest;
                if is_needed
                    && let Some((child, symmetry)) = self.boards.find(parent.without(mover))
                {
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
    workspace: &'a mut Workspace,
}

impl Task for Expand<'_, '_> {
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { level, links, workspace } = self;
        let Some(child) = links.first().map(|link| link.child as usize) else { return };
        let board = level.boards.list()[child];
        let packing = packing(board);
        let Workspace { tables, result, plans } = workspace;
        plans.clear();
        plans.extend(links.iter().map(|link| Plan::new(link, board)));
        for other in board.face_up {
            // The opponent moves next; the other pawn then stands on the square that the mover went to.
            for to in board.face_up.without(other) {
                unpack(&mut tables[to.index()], level.packed(child, packing, other, to), packing);
            }
            for (link, plan) in links.iter_mut().zip(plans.iter()) {
                for half in &plan.halves {
                    half.compute(kernel, tables, other, plan.none, result);
                }
                let place = plan.places[other.index()];
                let bytes = plan.packing.bytes();
                let packed = &mut link.scores[place * bytes..(place + 1) * bytes];
                pack(packed, result, plan.packing);
            }
        }
    }
}

/// A mover leaves a card of a board, and this board becomes another one.
struct Link<'a> {
    /// The place of the other board in its list.
    child: u32,
    /// Leads to the other board.
    symmetry: Symmetry,
    parent: Board,
    mover: Square,
    /// The scores to compute: by other pawn and pattern.
    scores: &'a mut [u8],
}

struct Workspace {
    /// By the square that the mover goes to.
    tables: Box<[Table]>,
    result: Table,
    plans: Vec<Plan>,
}

impl Workspace {
    fn new() -> Self {
        Self {
            tables: vec![Table::filled(0); Square::COUNT].into_boxed_slice(),
            result: Table::filled(0),
            plans: Vec::new(),
        }
    }
}

/// The work for a link, the same for all squares of the other pawn.
struct Plan {
    packing: Packing,
    /// The opponent's score if the mover cannot move.
    none: u8,
    /// For the other pawn on each square of the child, the place of its scores.
    places: [usize; Square::COUNT],
    /// For each of the two values that the card left can have.
    halves: [Half; 2],
}

impl Plan {
    fn new(link: &Link, child: Board) -> Self {
        let parent = link.parent;
        let back = link.symmetry.inverse();
        let mut places = [0; Square::COUNT];
        for other in child.face_up {
            let others = parent.face_up.without(link.mover);
            places[other.index()] = place_in(others, back.apply(other));
        }
        let is_low = parent.low.contains(link.mover);
        let steps = if is_low { [Steps::ONE, Steps::TWO] } else { [Steps::THREE, Steps::FOUR] };
        let in_parent = |of_child: SquareSet, of_parent| {
            let squares = of_child.into_iter();
            Shuffle::new(squares.map(move |sq| place_in(of_parent, back.apply(sq))))
        };
        let low = in_parent(child.low, parent.low);
        let high = in_parent(child.high(), parent.high());
        let halves = [0, 1].map(|value| Half::new(link, child, [&low, &high], value, steps[value]));
        let none = Score::won(parent.face_up.len()).0;
        Self { packing: packing(parent), none, places, halves }
    }
}

/// The work for one value of the card that the mover leaves.
struct Half {
    /// The squares that the mover can go to, as squares of the child.
    ends: SquareSet,
    /// The first and last row of the child that allow this value.
    rows: Range<usize>,
    targets: [u8; ROWS],
    shuffle: Row,
    write: Write,
}

impl Half {
    /// `value` is the pattern of the card left: 0 for the smaller value, 1 for the larger one. The
    /// shuffles lead to patterns of the parent.
    fn new(
        link: &Link,
        child: Board,
        [low, high]: [&Shuffle; 2],
        value: usize,
        steps: Steps,
    ) -> Self {
        let parent = link.parent;
        let from = link.symmetry.apply(link.mover);
        let ends = Walks::get().reach(from, steps, child.face_up);
        let is_low = parent.low.contains(link.mover);

        let card = if is_low { value << place_in(parent.low, link.mover) } else { 0 } as u8;
        let mut targets = [WASTE; ROWS];
        let (mut first, mut end) = (ROWS, 0);
        for (row, pattern) in child.low_patterns().iter().enumerate() {
            if let Some(place) = parent.low_patterns().place(low.image(pattern) | card) {
                targets[row] = place as u8;
                (first, end) = (first.min(row), row + 1);
            }
        }

        let card = if is_low { 0 } else { value << place_in(parent.high(), link.mover) } as u8;
        let mut shuffle = [128; 16];
        for (lane, pattern) in (0..).zip(child.high_patterns().iter()) {
            if let Some(place) = parent.high_patterns().place(high.image(pattern) | card) {
                shuffle[place] = lane;
            }
        }
        let write = if is_low || value == 0 { Write::Replace } else { Write::Join };
        Self { ends, rows: first.min(end)..end, targets, shuffle, write }
    }

    #[inline(always)]
    fn compute(
        &self,
        kernel: impl Kernel,
        tables: &[Table],
        other: Square,
        none: u8,
        result: &mut Table,
    ) {
        let mut moves = [&tables[0]; Square::COUNT];
        let mut count = 0;
        for to in self.ends.without(other) {
            moves[count % Square::COUNT] = &tables[to.index()];
            count += 1;
        }
        let fold = Fold {
            moves: &moves[..count.min(Square::COUNT)],
            none,
            rows: self.rows.clone(),
            targets: &self.targets,
            shuffle: &self.shuffle,
        };
        kernel.fold(&fold, result, self.write);
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use engine::Game;
    use rand::seq::{IndexedRandom, SliceRandom};

    use super::*;
    use crate::card::Card;
    use crate::position::Position;
    use crate::rules::Player;
    use crate::rules::Rules;
    use crate::setup::Setup;
    use crate::solver::Solver;
    use crate::survey::Instructions;
    use crate::survey::pattern::pattern;

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
            let packing = packing(board);
            unpack(&mut table, self.packed(place, packing, mover, other), packing);
            let row = board.low_patterns().place(pattern(board.low, large)).unwrap();
            let lane = board.high_patterns().place(pattern(board.high(), large)).unwrap();
            Score(table.0[row][lane])
        }
    }

    /// All levels up to this number of cards, each passed to `look`.
    fn levels(cards: usize, instructions: Instructions, look: impl Fn(&Level)) {
        let options = SurveyOptions::new().threads(NonZeroUsize::MIN).instructions(instructions);
        let memory = |boards: &Boards| vec![0; bytes(boards.list())];
        let mut level = Level::first(memory(&Boards::new(2)));
        for cards in 3..=cards {
            look(&level);
            let boards = Boards::new(cards);
            let (memory, needed) = (memory(&boards), vec![true; boards.list().len()]);
            level = level.next(boards, &needed, memory, &options, &|_| ());
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
