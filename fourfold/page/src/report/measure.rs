//! Measurements by search: the courses of games, first moves, the skill ladder, puzzles, the shortest win.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};

use arena::study::{Course, Puzzle, ShortestWin, Step, climb};
use arena::{Match, PlayedGame, Seating};
use engine::{Game, Limits, StopFlag};
use kit::{By, Dynamic, Kit, Move};
use serde::Serialize;

use super::ReportError;

/// How a report is measured.
pub struct Measuring<'a> {
    /// The game, with its best evaluator for the searches that judge positions.
    pub kit: &'a Kit,
    /// The positions that such a search visits; for a first move ten times as many.
    pub nodes: u64,
    /// The most steps on the skill ladder.
    pub steps: usize,
    /// Plays a step, as [`play_step`] does, or a part of it until the flag is raised.
    pub play: &'a (dyn Fn(usize) -> Result<Option<Step>, ReportError> + Sync),
    /// The number of threads.
    pub threads: usize,
    /// Raised to stop the work.
    pub stop: StopFlag,
    /// Told what is measured, how many parts of it are done, and of how many.
    pub progress: &'a (dyn Fn(&str, usize, usize) + Sync),
}

impl Measuring<'_> {
    /// The limits of a search that is `times` as long as others.
    fn limits(&self, times: u64) -> Limits {
        Limits::new().nodes(self.nodes.saturating_mul(times)).stop(self.stop.clone())
    }

    /// Does the parts of some work on all threads, and returns their results in order.
    fn all<T: Send>(
        &self,
        name: &str,
        count: usize,
        part: impl Fn(usize) -> Result<T, ReportError> + Sync,
    ) -> Result<Vec<T>, ReportError> {
        let Self { stop, progress, .. } = self;
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        progress(name, 0, count);
        let parts = engine::system::threads::run(self.threads.min(count), || {
            let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let numbers = numbers.take_while(|&i| i < count && !stop.is_raised());
            let work = |i| {
                let result = part(i);
                progress(name, 1 + done.fetch_add(1, Ordering::Relaxed), count);
                (i, result)
            };
            numbers.map(work).collect::<Vec<_>>()
        });
        if stop.is_raised() {
            return Err(ReportError::Stopped);
        }
        let mut parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.sort_by_key(|(i, _)| *i);
        parts.into_iter().map(|(_, result)| result).collect()
    }

    pub(super) fn courses(
        &self,
        games: &[PlayedGame<Dynamic>],
    ) -> Result<Vec<Course>, ReportError> {
        self.all("courses of games", games.len(), |i| {
            let mut judge = self.kit.judge(self.kit.scale(), self.limits(1));
            Ok(Course::of(&games[i], |position| judge.judge(position).map(|it| it.expected))?)
        })
    }

    /// The first moves, the best first.
    pub(super) fn first_moves(&self, start: &Dynamic) -> Result<Vec<FirstMove>, ReportError> {
        let seat = start.seat_to_move();
        let judged = self.all("first moves", 1, |_| {
            let mut judge = self.kit.judge(self.kit.scale(), self.limits(10));
            Ok(judge.moves(start)?)
        })?;
        let first_move = |(m, it): (Move, arena::study::Judgement)| FirstMove {
            m: m.to_string(),
            expected: it.expected[seat],
            proven: it.proven,
        };
        Ok(judged.into_iter().flatten().map(first_move).collect())
    }

    /// Puzzles of three or more plies near the ends of the first games, the longest first.
    pub(super) fn puzzles(
        &self,
        games: &[PlayedGame<Dynamic>],
    ) -> Result<Vec<FoundPuzzle>, ReportError> {
        const GAMES: usize = 60;
        const MOST_MOVES: u64 = 60;
        let limits = self.limits(1);
        let found = self.all("puzzles", games.len().min(GAMES), |i| {
            let mut search = self.kit.search(By::Judge).with_memory(1 << 20);
            let plies = games[i].moves.len();
            let near_end = games[i].positions().skip(plies.saturating_sub(9)).take(plies.min(7));
            let mut puzzles = near_end.filter_map(|position| {
                if Game::count_moves(&position, &mut Vec::new()) > MOST_MOVES {
                    return None;
                }
                let Puzzle { solution, plies } = search.puzzle(&position, &limits).ok()??;
                let position = position.to_string();
                let found = FoundPuzzle { position, solution: solution.to_string(), plies };
                (plies >= 3).then_some(found)
            });
            Ok(puzzles.next())
        })?;
        let mut found: Vec<FoundPuzzle> = found.into_iter().flatten().collect();
        found.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.plies));
        found.dedup_by(|a, b| a.position == b.position);
        Ok(found)
    }

    /// The shortest win of any player from the start, if all cooperate.
    pub(super) fn shortest(&self, start: &Dynamic) -> ShortestWin<Move> {
        const POSITIONS: usize = 200_000;
        (self.progress)("shortest win", 0, 1);
        start.shortest_win(POSITIONS)
    }

    /// The skill ladder of searches with doubling numbers of nodes.
    pub(super) fn ladder(&self) -> Result<Vec<Step>, ReportError> {
        climb(self.steps, |number| {
            (self.progress)("skill ladder", number, self.steps);
            let played = (self.play)(number)?;
            played.filter(|_| !self.stop.is_raised()).ok_or(ReportError::Stopped)
        })
    }
}

engine::debug_some!(['a] Measuring<'a> nodes);

/// Plays a step of the skill ladder: a search against others that visit half as many positions for a
/// move. `start` deals a start from a seed, `player` makes the search that visits so many, and `contest` the
/// match of such players, given how many random plies are fair, as every opening is played from each seat.
///
/// # Errors
///
/// The games cannot be played.
pub fn play_step<'a, P>(
    number: usize,
    start: impl Fn(u64) -> Dynamic,
    player: impl Fn(u64) -> P,
    contest: impl FnOnce(Vec<P>, u32) -> Match<'a, Dynamic>,
) -> Result<Option<Step>, ReportError> {
    let (first, other) = (start(0), start(1));
    let seats = first.players().len();
    let weaker = iter::repeat_with(|| player(nodes_of_step(number)));
    let players = iter::once(player(nodes_of_step(number + 1))).chain(weaker).take(seats);
    let random_plies = if first == other { 4 } else { 0 };
    let games = contest(players.collect(), random_plies).seating(Seating::Rotated);
    Ok(Step::of(&games.run(|_, _| ())?.standings, seats))
}

/// The nodes of the weaker player of a step of the skill ladder; the stronger one has twice as many.
pub(super) fn nodes_of_step(step: usize) -> u64 {
    32_u64.saturating_mul(1_u64.checked_shl(step as u32).unwrap_or(u64::MAX))
}

pub(super) fn winner(game: &PlayedGame<Dynamic>) -> Option<usize> {
    (0..game.start.players().len()).find(|&seat| game.score(seat) == Some(1.0))
}

#[derive(Clone, Serialize)]
pub(super) struct FirstMove {
    #[serde(rename = "move")]
    pub(super) m: String,
    /// The expected result of the player who makes it, from 0 to 1.
    pub(super) expected: f64,
    pub(super) proven: bool,
}

#[derive(Clone, Serialize)]
pub(super) struct FoundPuzzle {
    pub(super) position: String,
    pub(super) solution: String,
    pub(super) plies: u32,
}
