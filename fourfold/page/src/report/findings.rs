//! The findings of a report beyond the figures of its sample: how they are measured, and what they are.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};

use arena::study::{
    Course, Courses, Judgement, Profile, Puzzle, ScoresBy, Step, climb, judge_moves, places_used,
};
use arena::{Interval, Match, PlayedGame, Seating};
use engine::board::read_square;
use engine::{Game, Limits, StopFlag};
use kit::{AnyError, By, Dynamic, Exact, Kit, Move};
use serde::Serialize;
use serde_json::{Value, json};
use solve::ShortestWin;

use super::ReportError;
use super::sample::{self, Figure, Sample};

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
        let parts = system::threads::run(self.threads.min(count), || {
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

    /// Judges positions by searches with so many times the usual limit.
    fn judge(&self, times: u64) -> impl FnMut(&Dynamic) -> Result<Judgement, AnyError> {
        let mut search = self.kit.search(By::Best).with_memory(2 << 20);
        let (limits, scale) = (self.limits(times), self.kit.about.scale);
        move |position| search.judge(position, &limits, scale)
    }

    fn courses(&self, games: &[PlayedGame<Dynamic>]) -> Result<Vec<Course>, ReportError> {
        self.all("courses of games", games.len(), |i| {
            let mut judge = self.judge(1);
            Ok(Course::of(&games[i], |position| judge(position).map(|it| it.expected))?)
        })
    }

    /// The first moves, the best first.
    fn first_moves(&self, start: &Dynamic) -> Result<Vec<FirstMove>, ReportError> {
        let seat = start.seat_to_move();
        let judged = self.all("first moves", 1, |_| Ok(judge_moves(start, self.judge(10))?))?;
        let first_move = |(m, it): (Move, Judgement)| FirstMove {
            m: m.to_string(),
            expected: it.expected[seat],
            proven: it.proven,
        };
        Ok(judged.into_iter().flatten().map(first_move).collect())
    }

    /// Puzzles of three or more plies near the ends of the first games, the longest first.
    fn puzzles(&self, games: &[PlayedGame<Dynamic>]) -> Result<Vec<FoundPuzzle>, ReportError> {
        const GAMES: usize = 60;
        const MOST_MOVES: u64 = 60;
        let limits = self.limits(1);
        let found = self.all("puzzles", games.len().min(GAMES), |i| {
            let mut search = self.kit.search(By::Best).with_memory(1 << 20);
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
    fn shortest(&self, start: &Dynamic) -> ShortestWin<Move> {
        const POSITIONS: usize = 200_000;
        (self.progress)("shortest win", 0, 1);
        start.shortest_win(POSITIONS)
    }

    /// The skill ladder of searches with doubling numbers of nodes.
    fn ladder(&self) -> Result<Vec<Step>, ReportError> {
        climb(self.steps, |number| {
            (self.progress)("skill ladder", number, self.steps);
            let played = (self.play)(number)?;
            played.filter(|_| !self.stop.is_raised()).ok_or(ReportError::Stopped)
        })
    }
}

system::debug_some!(['a] Measuring<'a> nodes);

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

/// The measurements of a report.
pub struct Findings<'s> {
    pub(super) sample: &'s Sample,
    pub(super) nodes: u64,
    pub(super) start: Dynamic,
    pub(super) same_start: bool,
    pub(super) exact: Option<Exact>,
    pub(super) figures: Vec<Figure>,
    pub(super) courses: Courses,
    pub(super) first_moves: Vec<FirstMove>,
    /// By the first move, if all games have the same start.
    pub(super) openings: ScoresBy<String>,
    pub(super) squares: ScoresBy<String>,
    /// The material lead of the later winner over the best other player.
    pub(super) material: Profile,
    pub(super) ladder: Vec<Step>,
    pub(super) puzzles: Vec<FoundPuzzle>,
    pub(super) shortest: ShortestWin<Move>,
}

impl<'s> Findings<'s> {
    /// Measures what takes searches or further games.
    ///
    /// # Errors
    ///
    /// A position cannot be searched, a game cannot be played, or the work was stopped.
    pub fn measure(sample: &'s Sample, measuring: &Measuring<'_>) -> Result<Self, ReportError> {
        let games = &sample.games;
        let start = games.first().map_or(&sample.start, |game| &game.start).clone();
        let mut courses = Courses::default();
        measuring.courses(games)?.iter().for_each(|course| courses.add(course));
        let first_moves = measuring.first_moves(&start)?;
        let shortest = measuring.shortest(&start);
        let puzzles = measuring.puzzles(games)?;
        let ladder = measuring.ladder()?;
        let mut findings = Self {
            sample,
            nodes: measuring.nodes,
            same_start: games.iter().all(|game| game.start == start),
            start,
            exact: None,
            figures: sample::of_courses(&courses),
            courses,
            first_moves,
            openings: ScoresBy::default(),
            squares: ScoresBy::default(),
            material: Profile::default(),
            ladder,
            puzzles,
            shortest,
        };
        findings.add_games();
        Ok(findings)
    }

    /// With exact results.
    #[must_use]
    pub fn with_exact(self, exact: Exact) -> Self {
        Self { exact: Some(exact), ..self }
    }

    /// With the course of the later winners' lead in material.
    #[must_use]
    pub fn with_material(mut self) -> Self {
        let kit = &self.sample.about.kit;
        if !kit.has_material() {
            return self;
        }
        for game in &self.sample.games {
            let mut seats = 0..game.start.players().len();
            if let Some(winner) = seats.find(|&seat| game.score(seat) == Some(1.0)) {
                let lead = |position: Dynamic| {
                    let material = kit.material(&position);
                    material.map_or(0.0, |material| lead(&material, winner))
                };
                self.material.add(&game.positions().map(lead).collect::<Vec<_>>());
            }
        }
        self
    }

    /// Adds the measurements that need no search.
    fn add_games(&mut self) {
        let places = |position: &Dynamic, m: Move| {
            position.find_move(m.as_str()).map_or_else(|_| Vec::new(), |m| m.places)
        };
        for game in &self.sample.games {
            let score = |seat: usize| game.score(seat).unwrap_or_default();
            if let Some(first) = game.moves.first().filter(|_| self.same_start) {
                self.openings.add(first.to_string(), score(game.start.seat_to_move()));
            }
            for (seat, places) in places_used(game, places).into_iter().enumerate() {
                for place in places.into_iter().filter(|place| read_square(place).is_some()) {
                    self.squares.add(place, score(seat));
                }
            }
        }
    }

    /// The first move with an expected result nearest to an equal share, the one to choose under a pie
    /// rule. If the search sees no difference between several moves, and has not proven them, their scores
    /// in the games decide. `None` if nothing tells them apart, as where every move wins or loses for
    /// certain.
    pub(super) fn fairest(&self) -> Option<&FirstMove> {
        let even = 1.0 / self.start.players().len() as f64;
        let by_search = |m: &FirstMove| (m.expected - even).abs();
        let by_games = |m: &FirstMove| Some((self.in_games(m)?.1.estimate - even).abs());
        let least = self.first_moves.iter().map(by_search).min_by(f64::total_cmp)?;
        let nearest = self.first_moves.iter().filter(|m| by_search(m) <= least);
        let nearest: Vec<&FirstMove> = nearest.collect();
        if let [only] = nearest[..] {
            return Some(only);
        }
        let drawn = nearest.iter().find(|m| m.proven && by_search(m) < f64::EPSILON);
        let open = nearest.iter().filter(|m| !m.proven);
        let by_games = open.filter_map(|m| Some((m, by_games(m)?)));
        let fairest = by_games.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(m, _)| m);
        drawn.or(fairest).copied()
    }

    pub(super) fn all_figures(&self) -> impl Iterator<Item = &Figure> {
        self.sample.figures.iter().chain(&self.figures)
    }

    /// The number of games that begin with this move, and its score in them, if all games have the same
    /// start.
    pub(super) fn in_games(&self, m: &FirstMove) -> Option<(u64, Interval)> {
        let found = self.openings.iter().find(|(name, ..)| **name == m.m);
        found.map(|(_, games, score)| (games, score))
    }

    /// All figures, those of the sample too.
    pub fn json(&self) -> Value {
        let mut json = self.sample.json();
        if let Some(figures) = json["figures"].as_array_mut() {
            figures.extend(self.figures.iter().map(Figure::json));
        }
        json["exact"] = json!(self.exact.as_ref().map(|exact| json!({
            "starts": exact.starts,
            "first_player_wins": exact.won,
            "drawn": exact.drawn,
            "plies": exact.lengths,
        })));
        json["start"] = json!(self.start.to_string());
        json["first_moves"] = json!(self.first_moves);
        json["fairest"] = json!(self.fairest());
        json["by_first_move"] = groups(&self.openings);
        json["by_square"] = groups(&self.squares);
        json["of_winner"] = profile(&self.courses.of_winner);
        json["material"] = profile(&self.material);
        json["ladder"] = self.ladder.iter().enumerate().map(step).collect();
        json["puzzles"] = json!(self.puzzles);
        json["shortest_win"] = match &self.shortest {
            ShortestWin::Found(line) => {
                json!({ "found": { "plies": line.len(), "moves": joined(line) } })
            }
            ShortestWin::LongerThan(plies) => json!({ "longer_than": plies }),
            ShortestWin::Never => json!("never"),
        };
        json
    }
}

system::debug_some!(['s] Findings<'s> figures);

/// A line of moves as text.
pub(super) fn joined(line: &[Move]) -> String {
    line.iter().map(Move::as_str).collect::<Vec<_>>().join(" ")
}

fn groups(scores: &ScoresBy<String>) -> Value {
    let group = |(name, games, score): (&String, u64, Interval)| json!({ "name": name, "games": games, "score": score });
    scores.iter().map(group).collect()
}

fn profile(profile: &Profile) -> Value {
    let point = |(at, mean): (f64, Option<Interval>)| json!({ "at": at, "games": profile.games(), "mean": mean });
    profile.points().map(point).collect()
}

fn step((number, step): (usize, &Step)) -> Value {
    json!({
        "nodes": nodes_of_step(number),
        "games": step.games,
        "score": step.score,
        "gains": step.gains(),
    })
}

/// The material lead of the winner over the best other player.
fn lead(material: &[i32], winner: usize) -> f64 {
    let others = material.iter().enumerate().filter(|&(seat, _)| seat != winner);
    let (own, best) = (material[winner], others.map(|(_, &value)| value).max());
    // With two players the evaluation is usually a difference already.
    f64::from(best.filter(|&best| best != -own).map_or(own, |best| own - best))
}
