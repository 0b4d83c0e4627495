//! Measurements by search, in pieces: the courses of games, first moves, the skill ladder, puzzles, the
//! shortest win.

use arena::Interval;
use arena::PlayedGame;
use arena::study::{Course, Judge, Puzzle, ShortestWin, Step, climb, puzzle, shortest_win};
use engine::{Evaluator, Limits, Search, StopFlag};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{ReportError, Work};
use crate::Playable;

/// How positions are judged.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a, E> {
    /// The evaluator of the searches.
    pub evaluator: &'a E,
    /// The value that multiplies the odds of winning by *e*.
    pub scale: f64,
    /// The positions that a search visits; for a first move ten times as many.
    pub nodes: u64,
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, ReportError> {
    Ok(serde_json::from_value(value)?)
}

/// The course of each game, by a search of every position.
pub(super) fn courses<G: Playable, E: Evaluator<G> + Sync, W: Work>(
    work: &mut W,
    games: &[PlayedGame<G>],
    judging: &Judging<'_, E>,
) -> Result<Vec<Course>, W::Error> {
    let limits = Limits::new().nodes(judging.nodes).stop(work.stop().clone());
    let judged = work.all("courses of games", games.len(), &|i| {
        let mut judge = Judge::new(judging.evaluator, judging.scale, limits.clone());
        let course = Course::of(&games[i], |position| judge.judge(position).map(|it| it.expected))?;
        let round = |share: &f64| (share * 1e4).round() / 1e4;
        Ok(course
            .expected()
            .iter()
            .map(|all| json!(all.iter().map(round).collect::<Vec<_>>()))
            .collect())
    })?;
    let course =
        |(game, expected): (&PlayedGame<G>, Value)| Ok(Course::new(read(expected)?, winner(game)));
    let courses: Result<_, ReportError> = games.iter().zip(judged).map(course).collect();
    Ok(courses?)
}

/// A first move.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct FirstMove {
    #[serde(rename = "move")]
    pub(super) m: String,
    /// The expected result of the player who makes it, from 0 to 1.
    pub(super) expected: f64,
    pub(super) proven: bool,
}

/// The first moves, the best first.
pub(super) fn first_moves<G: Playable, E: Evaluator<G> + Sync, W: Work>(
    work: &mut W,
    start: &G,
    judging: &Judging<'_, E>,
) -> Result<Vec<FirstMove>, W::Error> {
    let nodes = judging.nodes.saturating_mul(10);
    let limits = Limits::new().nodes(nodes).stop(work.stop().clone());
    let seat = start.seat_to_move();
    let judged = work.all("first moves", 1, &|_| {
        let mut judge = Judge::new(judging.evaluator, judging.scale, limits.clone());
        let moves = judge.moves(start)?.into_iter().map(|(m, it)| FirstMove {
            m: m.to_string(),
            expected: it.expected[seat],
            proven: it.proven,
        });
        Ok(json!(moves.collect::<Vec<_>>()))
    })?;
    Ok(read(judged.into_iter().next().unwrap_or_default())?)
}

/// The seat of the winner.
pub(super) fn winner<G: Playable>(game: &PlayedGame<G>) -> Option<usize> {
    (0..game.start.players().len()).find(|&seat| game.score(seat) == Some(1.0))
}

/// The nodes of the weaker player of a step of the skill ladder; the stronger one has twice as many.
pub fn nodes_of_step(step: usize) -> u64 {
    32_u64.saturating_mul(1_u64.checked_shl(step as u32).unwrap_or(u64::MAX))
}

#[derive(Serialize, Deserialize)]
struct StepResult {
    #[serde(flatten)]
    score: Interval,
    games: u64,
}

/// The skill ladder of searches with doubling numbers of nodes: at most `steps` steps, played by `play`.
pub(super) fn ladder<W: Work>(
    work: &mut W,
    (name, seats): (&str, usize),
    (most, play): (usize, &Play<'_>),
) -> Result<Vec<Step>, W::Error> {
    let stop = work.stop().clone();
    let play = |number: usize| {
        let played = play(number, &stop)?;
        Ok(json!(played.map(|Step { score, games, .. }| StepResult { score, games })))
    };
    climb(most, |number| {
        let results = work.all(name, number + 1, &play)?;
        let last = results.into_iter().next_back().unwrap_or_default();
        let StepResult { score, games } = read(last)?;
        Ok(Step { score, even: 1.0 / seats as f64, games })
    })
}

/// Plays a step of the skill ladder.
pub(super) type Play<'a> =
    dyn Fn(usize, &StopFlag) -> Result<Option<Step>, ReportError> + Sync + 'a;

/// A puzzle from one of the games.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct FoundPuzzle {
    pub(super) position: String,
    pub(super) solution: String,
    pub(super) plies: u32,
}

/// Puzzles of three or more plies near the ends of the first games, the longest first.
pub(super) fn puzzles<G: Playable, E: Evaluator<G> + Sync, W: Work>(
    work: &mut W,
    games: &[PlayedGame<G>],
    judging: &Judging<'_, E>,
) -> Result<Vec<FoundPuzzle>, W::Error> {
    const GAMES: usize = 60;
    const MOST_MOVES: u64 = 60;
    let limits = Limits::new().nodes(judging.nodes).stop(work.stop().clone());
    let found = work.all("puzzles", games.len().min(GAMES), &|i| {
        let mut search = Search::with_table_bytes(judging.evaluator, 1 << 20);
        let plies = games[i].moves.len();
        let near_end = games[i].positions().skip(plies.saturating_sub(9)).take(plies.min(7));
        let mut puzzles = near_end.filter_map(|position| {
            if position.count_moves(&mut Vec::new()) > MOST_MOVES {
                return None;
            }
            let Puzzle { solution, plies } = puzzle(&position, &mut search, &limits)?;
            let position = position.to_string();
            let found = FoundPuzzle { position, solution: solution.to_string(), plies };
            (plies >= 3).then_some(found)
        });
        Ok(json!(puzzles.next()))
    })?;
    let found: Result<Vec<Option<FoundPuzzle>>, _> = found.into_iter().map(read).collect();
    let mut found: Vec<FoundPuzzle> = found?.into_iter().flatten().collect();
    found.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.plies));
    found.dedup_by(|a, b| a.position == b.position);
    Ok(found)
}

/// The shortest won game.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Shortest {
    Found { plies: usize, moves: String },
    LongerThan(usize),
    Never,
}

/// The shortest win of any player from the start, if all cooperate.
pub(super) fn shortest<G: Playable, W: Work>(
    work: &mut W,
    start: &G,
) -> Result<Shortest, W::Error> {
    const POSITIONS: usize = 200_000;
    let found = work.all("shortest win", 1, &|_| {
        Ok(json!(match shortest_win(start, POSITIONS) {
            ShortestWin::Found(line) => Shortest::Found {
                plies: line.len(),
                moves: line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            },
            ShortestWin::LongerThan(plies) => Shortest::LongerThan(plies),
            ShortestWin::Never => Shortest::Never,
        }))
    })?;
    Ok(read(found.into_iter().next().unwrap_or_default())?)
}
