//! All that a report shows beside the figures of its sample.

use std::fmt;

use engine::study::{Courses, Profile, ScoresBy, Step, places_used};
use engine::{Evaluator, Interval};
use serde_json::{Value, json};

use super::figures::{self, Figure};
use super::measure::{self, FirstMove, FoundPuzzle, Judging, Play, Shortest};
use super::sample::{Sample, interval};
use super::work::Work;
use crate::board::Playable;

/// The truth about all starts of a game with best play, where it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The number of starts.
    pub starts: u64,
    /// Those that the first player wins; the others are lost.
    pub won: u64,
    /// How many of them last how many plies.
    pub lengths: Vec<(u64, u64)>,
}

/// What was found out about games.
pub struct Findings<'s, G: Playable> {
    pub(super) sample: &'s Sample<G>,
    /// The nodes by which positions were judged.
    pub(super) nodes: u64,
    /// Where the first game begins.
    pub(super) start: G,
    /// Whether all games begin there.
    pub(super) same_start: bool,
    pub(super) exact: Option<Exact>,
    pub(super) figures: Vec<Figure>,
    pub(super) courses: Courses,
    pub(super) first_moves: Vec<FirstMove>,
    /// By the first move, if all games have the same start.
    pub(super) openings: ScoresBy<String>,
    pub(super) squares: ScoresBy<String>,
    /// What the later winner has more than the best of the others.
    pub(super) material: Profile,
    pub(super) ladder: Vec<Step>,
    pub(super) puzzles: Vec<FoundPuzzle>,
    pub(super) shortest: Shortest,
}

impl<'s, G: Playable> Findings<'s, G> {
    /// Measures what the games of a sample do not say by themselves. The skill ladder has so many steps at
    /// most, each of which the closure plays: a search of twice as many nodes against others with
    /// [`nodes_of_step`](super::nodes_of_step), until the flag is raised.
    ///
    /// # Errors
    ///
    /// A position cannot be searched, a game not played; or the work was stopped.
    pub fn measure<E: Evaluator<G> + Sync, W: Work>(
        sample: &'s Sample<G>,
        judging: &Judging<'_, E>,
        ladder: (usize, &Play<'_>),
        work: &mut W,
    ) -> Result<Self, W::Error> {
        let games = &sample.games;
        let start = match games.first() {
            Some(game) => game.start.clone(),
            None => G::start(&sample.about.rules, sample.about.seed),
        };
        let mut courses = Courses::new();
        for course in measure::courses(work, games, judging)? {
            courses.add(&course);
        }
        let first_moves = measure::first_moves(work, &start, judging)?;
        let shortest = measure::shortest(work, &start)?;
        let puzzles = measure::puzzles(work, games, judging)?;
        let name = format!("steps of {} games on the skill ladder", sample.about.planned);
        let ladder = measure::ladder(work, (&name, sample.names.len()), ladder)?;
        let mut findings = Self {
            sample,
            nodes: judging.nodes,
            same_start: games.iter().all(|game| game.start == start),
            start,
            exact: None,
            figures: figures::of_courses(&courses),
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

    /// With what is known exactly.
    #[must_use]
    pub fn with_exact(self, exact: Exact) -> Self {
        Self { exact: Some(exact), ..self }
    }

    /// With the course of what the later winners have more than the best of the others, as counted by
    /// `material`.
    #[must_use]
    pub fn with_material(mut self, material: &dyn Evaluator<G>) -> Self {
        for game in &self.sample.games {
            if let Some(winner) = measure::winner(game) {
                let lead = |position: G| lead(&position, material, winner);
                self.material.add(&game.positions().map(lead).collect::<Vec<_>>());
            }
        }
        self
    }

    /// Adds what needs no search.
    fn add_games(&mut self) {
        for game in &self.sample.games {
            let score = |seat: usize| game.score(seat).unwrap_or_default();
            if let Some(first) = game.moves.first().filter(|_| self.same_start) {
                let mover = game.start.seat(game.start.turn()).unwrap_or_default();
                self.openings.add(first.to_string(), score(mover));
            }
            for (seat, places) in places_used(game).into_iter().enumerate() {
                for place in places {
                    self.squares.add(place, score(seat));
                }
            }
        }
    }

    /// The first move after which the player who made it can expect an equal share, as nearly as
    /// possible: the one to choose if the opponent may then swap sides.
    pub(super) fn fairest(&self) -> Option<&FirstMove> {
        let even = 1.0 / self.start.players().len() as f64;
        let unfairness = |m: &FirstMove| (m.expected - even).abs();
        self.first_moves.iter().min_by(|a, b| unfairness(a).total_cmp(&unfairness(b)))
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
            "plies": exact.lengths,
        })));
        json["start"] = json!(self.start.to_string());
        json["first_moves"] = json!(self.first_moves);
        json["fairest"] = json!(self.fairest());
        json["by_first_move"] = groups(&self.openings);
        json["by_square"] = groups(&self.squares);
        json["of_winner"] = profile(self.courses.of_winner());
        json["material"] = profile(&self.material);
        json["ladder"] = self.ladder.iter().enumerate().map(step).collect();
        json["puzzles"] = json!(self.puzzles);
        json["shortest_win"] = json!(self.shortest);
        json
    }
}

impl<G: Playable> fmt::Debug for Findings<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Findings").field("figures", &self.figures).finish_non_exhaustive()
    }
}

fn groups(scores: &ScoresBy<String>) -> Value {
    let group = |(name, games, score): (&String, u64, Interval)| json!({ "name": name, "games": games, "score": interval(score) });
    scores.iter().map(group).collect()
}

fn profile(profile: &Profile) -> Value {
    let point = |(at, mean): (f64, Option<Interval>)| json!({ "at": at, "games": profile.games(), "mean": mean.map(interval) });
    profile.points().map(point).collect()
}

fn step((number, step): (usize, &Step)) -> Value {
    json!({
        "nodes": measure::nodes_of_step(number),
        "games": step.games,
        "score": interval(step.score),
        "gains": step.gains(),
    })
}

/// What the winner has more than the best of the others.
fn lead<G: Playable>(position: &G, material: &dyn Evaluator<G>, winner: usize) -> f64 {
    let of = |&player: &G::Player| material.evaluate(position, player);
    let players = position.players();
    let others = players.iter().enumerate().filter(|&(seat, _)| seat != winner);
    let (own, best) = (of(&players[winner]), others.map(|(_, player)| of(player)).max());
    // Of two players the count is a difference already, unless it counts for each by itself.
    f64::from(best.filter(|&best| best != -own).map_or(own, |best| own - best))
}
