//! What is measured by search, piece by piece: the courses of games, first moves, the skill ladder,
//! puzzles, the shortest win.

use std::iter;

use engine::arena::{PlayedGame, Seating};
use engine::study::{Course, Judge, Puzzle, ShortestWin, Step, climb, puzzle, shortest_win};
use engine::{Interval, Limits, Search};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::StudyArgs;
use super::pieces::Pieces;
use crate::failure::Failure;
use crate::games::AnyGame;
use crate::matches::Plan;
use crate::players::Entrant;
use crate::think::join;

fn read<T: DeserializeOwned>(value: Value) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(Failure::run)
}

/// The course of each game, by a search of so many nodes in every position.
pub(super) fn courses<G: AnyGame>(
    pieces: &mut Pieces,
    games: &[PlayedGame<G>],
    nodes: u64,
) -> Result<Vec<Course>, Failure> {
    let limits = Limits::new().nodes(nodes).stop(pieces.stop().clone());
    let judged = pieces.all("courses of games", games.len(), |i| {
        let evaluator = G::Judge::default();
        let mut judge = Judge::new(&evaluator, G::SCALE, limits.clone());
        let course = Course::of(&games[i], |position| judge.judge(position).map(|it| it.expected));
        let round = |share: &f64| (share * 1e4).round() / 1e4;
        let course = course.map_err(Failure::run)?;
        Ok(course
            .expected()
            .iter()
            .map(|all| json!(all.iter().map(round).collect::<Vec<_>>()))
            .collect())
    })?;
    let course = |(game, expected): (&PlayedGame<G>, Value)| {
        let mut seats = 0..game.start.players().len();
        let winner = seats.find(|&seat| game.score(seat) == Some(1.0));
        Ok(Course::new(read(expected)?, winner))
    };
    games.iter().zip(judged).map(course).collect()
}

/// A first move.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct FirstMove {
    #[serde(rename = "move")]
    pub(super) m: String,
    /// What the player who makes it can expect, from 0 to 1.
    pub(super) expected: f64,
    pub(super) proven: bool,
}

/// What the first moves are worth, the best first.
pub(super) fn first_moves<G: AnyGame>(
    pieces: &mut Pieces,
    start: &G,
    nodes: u64,
) -> Result<Vec<FirstMove>, Failure> {
    let limits = Limits::new().nodes(nodes).stop(pieces.stop().clone());
    let seat = crate::think::seat(start, start.turn());
    let judged = pieces.all("first moves", 1, |_| {
        let evaluator = G::Judge::default();
        let mut judge = Judge::new(&evaluator, G::SCALE, limits.clone());
        let moves = judge.moves(start).map_err(Failure::run)?;
        let moves = moves.into_iter().map(|(m, it)| FirstMove {
            m: m.to_string(),
            expected: it.expected[seat],
            proven: it.proven,
        });
        Ok(json!(moves.collect::<Vec<_>>()))
    })?;
    read(judged.into_iter().next().unwrap_or_default())
}

/// How many nodes the weaker player of a step has; the stronger one has twice as many.
pub(super) fn nodes_of(step: usize) -> u64 {
    32 << step
}

#[derive(Serialize, Deserialize)]
struct StepResult {
    estimate: f64,
    low: f64,
    high: f64,
    games: u64,
}

/// The skill ladder of searches with doubling numbers of nodes, as many steps as were asked for.
pub(super) fn ladder<G: AnyGame>(
    pieces: &mut Pieces,
    args: &StudyArgs,
    rules: &G::Rules,
) -> Result<Vec<Step>, Failure> {
    let seats = G::start(rules, 0).players().len();
    let stop = pieces.stop().clone();
    let positions = args.games.read_positions::<G>(rules)?;
    // Every opening is played from each seat, so random plies are fair here.
    let random_plies = if G::start(rules, 0) == G::start(rules, 1) { 4 } else { 0 };
    let name = format!("steps of {} games on the skill ladder", args.games.games);
    let play = |step: usize| {
        let player = |step| format!("search:nodes={},table=2", nodes_of(step)).parse::<Entrant>();
        let [weak, strong] = [player(step), player(step + 1)];
        let (weak, strong) = (weak.map_err(Failure::run)?, strong.map_err(Failure::run)?);
        let players: Vec<Entrant> =
            iter::once(strong).chain(iter::repeat_n(weak, seats - 1)).collect();
        let plan =
            Plan { players: &players, seating: Seating::Rotated, random_plies, ..args.plan() };
        let games = args.games.contest::<G>(&plan, rules.clone(), positions.clone());
        let games = games.stop(stop.clone()).abort(stop.clone());
        let report = games.run(|_, _| ()).map_err(Failure::run)?;
        let Some(Step { score, games, .. }) = Step::of(&report.standings, seats) else {
            return Ok(Value::Null);
        };
        let Interval { estimate, low, high } = score;
        Ok(json!(StepResult { estimate, low, high, games }))
    };
    climb(args.ladder, |step| {
        let results = pieces.all(&name, step + 1, play)?;
        let last = results.into_iter().next_back().unwrap_or_default();
        let StepResult { estimate, low, high, games } = read(last)?;
        let score = Interval { estimate, low, high };
        Ok(Step { score, even: 1.0 / seats as f64, games })
    })
}

/// A puzzle from one of the games.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct FoundPuzzle {
    pub(super) position: String,
    pub(super) solution: String,
    pub(super) plies: u32,
}

/// Puzzles of three plies and more near the ends of the first games, the longest ones first. Each move
/// is searched with so many nodes.
pub(super) fn puzzles<G: AnyGame>(
    pieces: &mut Pieces,
    games: &[PlayedGame<G>],
    nodes: u64,
) -> Result<Vec<FoundPuzzle>, Failure> {
    const GAMES: usize = 60;
    const MOST_MOVES: u64 = 60;
    let limits = Limits::new().nodes(nodes).stop(pieces.stop().clone());
    let found = pieces.all("puzzles", games.len().min(GAMES), |i| {
        let mut search = Search::with_table_bytes(G::Judge::default(), 1 << 20);
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
    let found: Vec<Option<FoundPuzzle>> = found.into_iter().map(read).collect::<Result<_, _>>()?;
    let mut found: Vec<FoundPuzzle> = found.into_iter().flatten().collect();
    found.sort_by_key(|puzzle| std::cmp::Reverse(puzzle.plies));
    found.dedup_by(|a, b| a.position == b.position);
    Ok(found)
}

/// The shortest game that somebody wins.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Shortest {
    Found { plies: usize, moves: String },
    LongerThan(usize),
    Never,
}

/// The shortest win from here, with everybody's help.
pub(super) fn shortest<G: AnyGame>(pieces: &mut Pieces, start: &G) -> Result<Shortest, Failure> {
    const POSITIONS: usize = 200_000;
    let found = pieces.all("shortest win", 1, |_| {
        Ok(json!(match shortest_win(start, POSITIONS) {
            ShortestWin::Found(line) => Shortest::Found { plies: line.len(), moves: join(&line) },
            ShortestWin::LongerThan(plies) => Shortest::LongerThan(plies),
            ShortestWin::Never => Shortest::Never,
        }))
    })?;
    read(found.into_iter().next().unwrap_or_default())
}
