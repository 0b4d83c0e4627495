//! All that a report shows beside the figures of the games.

use engine::study::{Courses, Profile, ScoresBy, Step, places_used};
use engine::{Evaluator, Interval};
use serde_json::{Value, json};

use super::exact::{Exact, exact};
use super::figures::{self, Figure};
use super::measure::{self, FirstMove, FoundPuzzle, Shortest};
use super::pieces::Pieces;
use super::{Sample, StudyArgs};
use crate::failure::Failure;
use crate::games::AnyGame;
use crate::matches::Plan;

/// What was measured for a report.
pub(super) struct Report<G> {
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

impl<G: AnyGame> Report<G> {
    /// Measures what is not known yet.
    pub(super) fn new(args: &StudyArgs, sample: &Sample<G>) -> Result<Self, Failure> {
        let exact = exact::<G>(args, &sample.rules)?;
        let games = &sample.games;
        let start = match games.first() {
            Some(game) => game.start.clone(),
            None => G::start(&sample.rules, args.games.seed()),
        };
        let path = args.games.out.as_ref().map(|path| path.with_added_extension("study"));
        let players = vec![sample.player.clone(); sample.names.len()];
        let plan = Plan { players: &players, ..args.plan() };
        let games_are = args.games.description::<G>(&plan, &sample.rules)?;
        let study = json!({ "games": games_are, "nodes": args.judge });
        let mut pieces = Pieces::open(path.as_deref(), study, args.games.threads.count())?;
        let mut courses = Courses::new();
        for course in measure::courses(&mut pieces, games, args.judge)? {
            courses.add(&course);
        }
        let first_moves = measure::first_moves(&mut pieces, &start, args.judge.saturating_mul(10))?;
        let shortest = measure::shortest(&mut pieces, &start)?;
        let puzzles = measure::puzzles(&mut pieces, games, args.judge)?;
        let ladder = measure::ladder::<G>(&mut pieces, args, &sample.rules)?;
        let mut report = Self {
            same_start: games.iter().all(|game| game.start == start),
            start,
            exact,
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
        report.add_games(sample);
        Ok(report)
    }

    /// Adds what needs no search.
    fn add_games(&mut self, sample: &Sample<G>) {
        let material = G::material();
        for game in &sample.games {
            let players = game.start.players();
            let score = |seat: usize| game.score(seat).unwrap_or_default();
            if let Some(first) = game.moves.first().filter(|_| self.same_start) {
                let mover = crate::think::seat(&game.start, game.start.turn());
                self.openings.add(first.to_string(), score(mover));
            }
            for (seat, places) in places_used(game).into_iter().enumerate() {
                for place in places {
                    self.squares.add(place, score(seat));
                }
            }
            let winner = (0..players.len()).find(|&seat| score(seat) >= 1.0);
            if let (Some(material), Some(winner)) = (&material, winner) {
                let lead = |position: G| lead(&position, material, winner);
                self.material.add(&game.positions().map(lead).collect::<Vec<_>>());
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

    /// The figures of this report for machines.
    pub(super) fn add_to(&self, json: &mut Value) {
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
    }
}

fn interval(interval: Interval) -> Value {
    json!({ "estimate": interval.estimate, "low": interval.low, "high": interval.high })
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
        "nodes": measure::nodes_of(number),
        "games": step.games,
        "score": interval(step.score),
        "gains": step.gains(),
    })
}

/// What the winner has more than the best of the others.
fn lead<G: AnyGame>(position: &G, material: &dyn Evaluator<G>, winner: usize) -> f64 {
    let of = |&player: &G::Player| material.evaluate(position, player);
    let players = position.players();
    let others = players.iter().enumerate().filter(|&(seat, _)| seat != winner);
    let (own, best) = (of(&players[winner]), others.map(|(_, player)| of(player)).max());
    // Of two players the count is a difference already, unless it counts for each by itself.
    f64::from(best.filter(|&best| best != -own).map_or(own, |best| own - best))
}
