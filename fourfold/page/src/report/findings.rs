//! The findings of a report beyond the figures of its sample: how they are measured, and what they are.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};

use arena::study::{
    Course, Courses, Judgement, Profile, Puzzle, ScoresBy, Step, climb, judge_moves, places_used,
};
use arena::{Interval, Match, PlayedGame, Seating};
use engine::board::read_square;
use engine::{Game, Limits, ScoreKind, StopFlag};
use kit::{AnyError, Builtin, By, Deals, Dynamic, Exact, Kind, Kit, Move, PlayerSpec};
use serde::Serialize;
use serde_json::{Value, json};
use solve::ShortestWin;

use super::ReportError;
use super::sample::{self, Figure, Sample, profile};

/// How a report is measured.
pub struct Measuring<'a> {
    /// The game, with its best evaluator for the searches that judge positions.
    pub kit: &'a Kit,
    /// The positions that such a search visits; for a first move ten times as many.
    pub nodes: u64,
    /// The matches of the skill ladder.
    pub steps: usize,
    /// Plays such a match, as [`play_step`] does, or a part of it until the flag is raised.
    pub play: &'a (dyn Fn(Climber, [usize; 2]) -> Result<Option<Step>, ReportError> + Sync),
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

    /// The courses of games. Of those that an evaluation says nothing about only where all is proven.
    fn courses(
        &self,
        games: &[PlayedGame<Dynamic>],
        sees: bool,
    ) -> Result<Option<Courses>, ReportError> {
        let courses = self.all("courses of games", games.len(), |i| {
            let mut judge = self.judge(1);
            let mut is_known = true;
            let course = Course::of(&games[i], |position| {
                let judgement = judge(position)?;
                is_known &= sees || judgement.proven;
                Ok::<_, AnyError>(judgement.expected)
            })?;
            Ok(is_known.then_some(course))
        })?;
        let mut all = Courses::default();
        courses.iter().flatten().for_each(|course| all.add(course));
        Ok(courses.iter().all(Option::is_some).then_some(all))
    }

    /// Whether an evaluation tells positions of these games apart: a search of a ply finds a value that is not 0.
    fn sees(&self, by: By, games: &[PlayedGame<Dynamic>]) -> bool {
        let mut search = self.kit.search(by).with_memory(1 << 16);
        let limits = Limits::new().depth(1).stop(self.stop.clone());
        let mut is_valued = |position: Dynamic| {
            let score = search.run(&position, &limits).map(|found| found.score.kind());
            matches!(score, Ok(ScoreKind::Value(value)) if value != 0)
        };
        let mut running = games.iter().flat_map(|game| game.positions().take(game.moves.len()));
        running.any(&mut is_valued)
    }

    /// The first moves, the best first.
    fn first_moves(&self, start: &Dynamic, sees: bool) -> Result<Vec<FirstMove>, ReportError> {
        let seat = start.seat_to_move();
        let judged = self.all("first moves", 1, |_| Ok(judge_moves(start, self.judge(10))?))?;
        let first_move = |(m, it): (Move, Judgement)| FirstMove {
            m: m.to_string(),
            expected: (sees || it.proven).then(|| it.expected[seat]),
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
}

system::debug_some!(['a] Measuring<'a> nodes);

/// The players of a skill ladder, each four times as long at a move as the one before: they search by the evaluation
/// of the game, or play games at random to the end (Monte Carlo tree search) where that tells nothing.
#[derive(Clone, Copy, Debug)]
pub struct Climber(Builtin);

impl Climber {
    /// The positions that a player of this strength visits for a move, or the games that it plays.
    pub(super) fn nodes(self, strength: usize) -> u64 {
        // A game played at random takes about as long as a few positions.
        let least = if self.0 == Builtin::Search { 32_u64 } else { 4 };
        least.saturating_mul(4_u64.saturating_pow(strength as u32))
    }

    pub(super) fn unit(self) -> &'static str {
        if self.0 == Builtin::Search { "positions" } else { "random games" }
    }

    fn player(self, strength: usize) -> PlayerSpec {
        let mut player = PlayerSpec::plain(Kind::Builtin(self.0));
        player.settings = PlayerSpec::search(self.nodes(strength), 2).settings;
        player
    }
}

/// Plays a match of the skill ladder: a player against others who are weaker. `deals` deals a start from a seed, and
/// `contest` makes the match of such players, given how many random plies are fair, as every opening is played
/// from each seat.
///
/// # Errors
///
/// The games cannot be played.
pub fn play_step<'a>(
    climber: Climber,
    strengths: [usize; 2],
    deals: &Deals,
    contest: impl FnOnce(&[PlayerSpec], u32) -> Match<'a, Dynamic>,
) -> Result<Option<Step>, ReportError> {
    let [weaker, stronger] = strengths.map(|strength| climber.player(strength));
    let (first, other) = (deals(0), deals(1));
    let seats = first.players().len();
    let players: Vec<PlayerSpec> =
        iter::once(stronger).chain(iter::repeat(weaker)).take(seats).collect();
    let games = contest(&players, if first == other { 4 } else { 0 }).seating(Seating::Rotated);
    Ok(Step::of(strengths, &games.run(|_, _| ())?.standings, seats))
}

#[derive(Clone, Serialize)]
pub(super) struct FirstMove {
    #[serde(rename = "move")]
    pub(super) m: String,
    /// The expected result of the player who makes it, from 0 to 1, if anything is known of it.
    pub(super) expected: Option<f64>,
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
    /// `None` if nothing can judge the positions.
    pub(super) courses: Option<Courses>,
    pub(super) first_moves: Vec<FirstMove>,
    /// By the first move, if all games have the same start.
    pub(super) openings: ScoresBy<String>,
    pub(super) squares: ScoresBy<String>,
    /// The material lead of the later winner over the best other player.
    pub(super) material: Profile,
    pub(super) climber: Climber,
    pub(super) ladder: Vec<Step>,
    pub(super) puzzles: Vec<FoundPuzzle>,
    /// Of any player from the start, if all cooperate.
    pub(super) shortest: ShortestWin<Move>,
}

impl<'s> Findings<'s> {
    /// A move or a square that fewer games have says nothing.
    pub(super) const LEAST: u64 = 5;

    /// Measures what takes searches or further games.
    ///
    /// # Errors
    ///
    /// A position cannot be searched, a game cannot be played, or the work was stopped.
    pub fn measure(sample: &'s Sample, measuring: &Measuring<'_>) -> Result<Self, ReportError> {
        let games = &sample.games;
        let start = games.first().map_or(&sample.start, |game| &game.start).clone();
        let sees = measuring.sees(By::Best, games);
        let is_led = measuring.sees(By::Evaluation, games);
        let climber = Climber(if is_led { Builtin::Search } else { Builtin::Mcts });
        let courses = measuring.courses(games, sees)?;
        let step = |strengths: [usize; 2]| {
            (measuring.progress)("skill ladder", strengths[1] - 1, measuring.steps);
            let played = (measuring.play)(climber, strengths)?;
            played.filter(|_| !measuring.stop.is_raised()).ok_or(ReportError::Stopped)
        };
        let mut findings = Self {
            sample,
            nodes: measuring.nodes,
            same_start: games.iter().all(|game| game.start == start),
            exact: measuring.kit.exact(&sample.about.rules, measuring.threads)?,
            figures: courses.iter().flat_map(sample::of_courses).collect(),
            courses,
            first_moves: measuring.first_moves(&start, sees)?,
            openings: ScoresBy::default(),
            squares: ScoresBy::default(),
            material: Profile::default(),
            shortest: start.shortest_win(200_000),
            puzzles: measuring.puzzles(games)?,
            climber,
            ladder: climb(measuring.steps, step)?,
            start,
        };
        findings.exact = findings.exact.take().or_else(|| findings.proven());
        findings.add_games();
        Ok(findings)
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
            let mut seats = 0..game.start.players().len();
            if let Some(winner) = seats.find(|&seat| game.score(seat) == Some(1.0)) {
                let kit = &self.sample.about.kit;
                let lead = |position: Dynamic| Some(lead(&kit.material(&position)?, winner));
                let leads: Option<Vec<f64>> = game.positions().map(lead).collect();
                self.material.add(&leads.unwrap_or_default());
            }
        }
    }

    /// The first move with an expected result nearest to an equal share, the one to choose under a pie rule; of a move
    /// of which a search knows nothing, by its score in the games. Between several a proven draw decides, then these
    /// scores. `None` if nothing tells them apart, as where every move wins or loses for certain.
    pub(super) fn fairest(&self) -> Option<&FirstMove> {
        let even = 1.0 / self.start.players().len() as f64;
        let by_games = |m: &FirstMove| Some((self.in_games(m)?.1.estimate - even).abs());
        let distance =
            |m: &FirstMove| m.expected.map(|it| (it - even).abs()).or_else(|| by_games(m));
        let least = self.first_moves.iter().filter_map(distance).min_by(f64::total_cmp)?;
        let is_near = |m: &&FirstMove| distance(m).is_some_and(|distance| distance <= least);
        let nearest: Vec<&FirstMove> = self.first_moves.iter().filter(is_near).collect();
        if let [only] = nearest[..] {
            return Some(only);
        }
        let drawn = nearest.iter().find(|m| m.proven && least < f64::EPSILON);
        let open = nearest.iter().filter(|m| !m.proven);
        let by_games = open.filter_map(|m| Some((m, by_games(m)?)));
        let fairest = by_games.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(m, _)| m);
        drawn.or(fairest).copied()
    }

    /// The game whose length is nearest to the median.
    pub(super) fn typical(&self) -> Option<&PlayedGame<Dynamic>> {
        let median = self.sample.study.lengths.median()?;
        self.sample.games.iter().min_by_key(|game| median.abs_diff(game.moves.len() as u64))
    }

    pub(super) fn all_figures(&self) -> impl Iterator<Item = &Figure> {
        self.sample.figures.iter().chain(&self.figures)
    }

    /// The number of games that begin with this move, and its score in them, if these are
    /// [enough](Self::LEAST) and all games have the same start.
    pub(super) fn in_games(&self, m: &FirstMove) -> Option<(u64, Interval)> {
        let mut found = self.openings.iter().filter(|(name, ..)| **name == m.m);
        found.next().map(|(_, games, score)| (games, score)).filter(|(n, _)| *n >= Self::LEAST)
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
        json["of_winner"] = json!(self.courses.as_ref().map(|courses| profile(&courses.of_winner)));
        json["material"] = profile(&self.material);
        let ladder = self.ladder.iter().map(|step| {
            let [weaker, stronger] = step.strengths.map(|it| self.climber.player(it).to_string());
            let Step { games, score, .. } = step;
            json!({ "stronger": stronger, "weaker": weaker, "games": games, "score": score, "gains": step.gains() })
        });
        json["ladder"] = ladder.collect();
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

/// The material lead of the winner over the best other player.
fn lead(material: &[i32], winner: usize) -> f64 {
    let others = material.iter().enumerate().filter(|&(seat, _)| seat != winner);
    let (own, best) = (material[winner], others.map(|(_, &value)| value).max());
    // With two players the evaluation is usually a difference already.
    f64::from(best.filter(|&best| best != -own).map_or(own, |best| own - best))
}
