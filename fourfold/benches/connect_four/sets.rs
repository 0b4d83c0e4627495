//! The positions that are solved, in sets by the number of stones and by how long best play goes on.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use engine::game::seeded;
use engine::{Game, Score, playout};

use super::board::{Board, Column};
use super::hand::{Solver, score_of};

/// Positions of one kind.
pub(crate) struct Set {
    /// As the public test sets are called.
    pub(crate) name: &'static str,
    /// How many stones there are.
    stones: RangeInclusive<u32>,
    /// How many plies best play goes on for.
    plies: RangeInclusive<u32>,
    /// Of how many positions the set has one.
    pub(crate) share: usize,
}

/// The kinds of the public test sets of Pascal Pons.
pub(crate) const SETS: [Set; 5] = [
    Set { name: "L3_R1", stones: 29..=39, plies: 3..=14, share: 1 },
    Set { name: "L2_R1", stones: 15..=28, plies: 3..=14, share: 1 },
    Set { name: "L1_R1", stones: 4..=14, plies: 3..=14, share: 1 },
    Set { name: "L2_R2", stones: 15..=28, plies: 15..=28, share: 10 },
    Set { name: "L1_R2", stones: 4..=14, plies: 15..=28, share: 50 },
];

/// A position, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Puzzle {
    pub(crate) board: Board,
    pub(crate) score: Score,
}

impl Puzzle {
    /// How many plies best play goes on for.
    pub(crate) fn plies(&self) -> u32 {
        self.score.distance().unwrap_or(Board::PLACES - self.board.stones())
    }
}

impl Set {
    /// Positions by seeds 0, 1, 2 and so on: random play up to as many stones as the seed says,
    /// from the least to the most and again from the least. Finished games and positions of other
    /// kinds are passed over. Scores are those of the solver by hand.
    pub(crate) fn generate(&self, count: usize) -> Vec<Puzzle> {
        let mut solver = Solver::new();
        let lengths = u64::from(self.stones.end() - self.stones.start() + 1);
        let puzzle = |seed: u64| {
            let stones = *self.stones.start() as usize + (seed % lengths) as usize;
            let board = playout(&Board::EMPTY, stones, &mut seeded(seed)).position;
            if board.outcome().is_some() || !solver.ends_within(&board, *self.plies.end()) {
                return None;
            }
            let puzzle = Puzzle { board, score: solver.solve(&board) };
            self.plies.contains(&puzzle.plies()).then_some(puzzle)
        };
        (0..).filter_map(puzzle).take(self.share_of(count)).collect()
    }

    /// The first positions of the public set of this name, with the scores published there, and the columns
    /// that lead to each. Those that a glance decides are left out.
    pub(crate) fn read(
        &self,
        folder: &Path,
        count: usize,
    ) -> Result<(Vec<Puzzle>, Vec<String>), String> {
        let path = folder.join(format!("Test_{}", self.name));
        let fail = |what: &str| format!("{}: {what}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| fail(&error.to_string()))?;
        let puzzle = |(number, line): (usize, &str)| {
            let expected = "expected columns played, 1 to 7, then the score";
            parse(line).ok_or_else(|| fail(&format!("line {}: {expected}", number + 1)))
        };
        let puzzles: Result<Vec<Puzzle>, String> = text.lines().enumerate().map(puzzle).collect();
        let fits = |(puzzle, _): &(Puzzle, &str)| self.plies.contains(&puzzle.plies());
        let fitting = puzzles?.into_iter().zip(text.lines()).filter(fits);
        let columns = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        let both = fitting.take(self.share_of(count));
        Ok(both.map(|(puzzle, line)| (puzzle, columns(line))).unzip())
    }

    fn share_of(&self, count: usize) -> usize {
        count.div_ceil(self.share)
    }
}

/// A line of a public set, such as `2252576253462244111563365343671351441 -1`.
fn parse(line: &str) -> Option<Puzzle> {
    let (columns, value) = line.split_once(' ')?;
    let mut board = Board::EMPTY;
    for column in columns.bytes() {
        board.play(Column(column.wrapping_sub(b'1'))).ok()?;
    }
    Some(Puzzle { board, score: score_of(&board, value.trim().parse().ok()?) })
}
