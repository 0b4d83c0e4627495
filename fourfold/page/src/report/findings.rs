//! The contents of a report beyond the figures of its sample.

use arena::Interval;
use arena::study::{Courses, Profile, ScoresBy, ShortestWin, Step, places_used};
use engine::Game;
use engine::board::read_square;
use kit::{Dynamic, Exact, Move};
use serde_json::{Value, json};

use super::ReportError;
use super::measure::{self, FirstMove, FoundPuzzle, Measuring};
use super::sample::{self, Figure, Sample};

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
        for course in measuring.courses(games)? {
            courses.add(&course);
        }
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
            if let Some(winner) = measure::winner(game) {
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

engine::debug_some!(['s] Findings<'s> figures);

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
        "nodes": measure::nodes_of_step(number),
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
