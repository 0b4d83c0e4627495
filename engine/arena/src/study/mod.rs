//! Studies: how long is a game, how much choice does it give, is it fair?
//!
//! A [`Study`] adds up games. Play them as a [`Match`](crate::Match) with [fixed](crate::Seating::Fixed) seats:
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/nim.rs")); }
//! # use nim::*;
//! use engine::search::RandomBot;
//! use arena::{Contestant, Match, Openings, Seating};
//! use arena::study::{Facts, Study};
//!
//! let players = ["first", "second"].map(|name| Contestant::new(name, || RandomBot::new(0)));
//! let openings = Openings::listed(vec![Nim::new([3, 4, 5])]);
//! let games = Match::new(players.into(), openings).seating(Seating::Fixed).games(2_000);
//!
//! let mut study = Study::default();
//! games.run_with(Facts::of, |_, facts, _| study.add(&facts))?;
//! assert_eq!(study.lengths.median(), Some(6));
//! let first = study.first_player().expect("there are games");
//! assert!(first.contains(0.5), "played at random, it is about even");
//! # Ok::<_, arena::MatchError>(())
//! ```
//!
//! # How to read the figures
//!
//! They describe the game *as these players play it*. Random players show how long a game can be and how
//! much choice it gives. Stronger players show better whether it is fair.
//!
//! | question | answer | elsewhere |
//! |---|---|---|
//! | Is it fair? | [`Study::first_player`], [`Study::seats`] | Browne: balance, advantage; Ludii: Balance, AdvantageP1 |
//! | Is it decided? | [`Study::decisive`], [`Study::ends`] | Browne: completion, drawishness, timeouts; Ludii: the same |
//! | How long is it? | [`Study::lengths`], [`Study::turns`] | Browne: duration; Ludii: DurationMoves, DurationTurns |
//! | How much choice is there? | [`Study::choices`], [`Study::mobility`] | Ludii: BranchingFactor, DecisionMoves; Ai Ai: mobility |
//! | Do positions repeat? | [`Study::repeating`] | Ludii: SituationalRepetition |
//! | Does the lead change? Is there a way back? | [`Courses`] | Browne: lead change, drama, uncertainty, permanence |
//! | Does skill win? | [`climb`] | Lantz and others: skill chain; Ludii: SkillTrace; Ai Ai: deeper search against shallower |
//! | What is the first move worth? | [`judge_moves`], [`ScoresBy`] | Ai Ai: win rates by opening |
//! | Which squares matter? | [`places_used`] with [`ScoresBy`] | Ludii: BoardCoverageUsed; Ai Ai: heat maps |
//! | How fast can it be won? | `shortest_win` of [`fourfold-solve`](https://docs.rs/fourfold-solve) | Ai Ai: shortest games |
//! | Are there puzzles? | [`puzzle`] | Browne: puzzle quality |
//! | How well was a game played? | [`Accuracy`], [`Slip`] | lichess: accuracy, inaccuracies, mistakes, blunders |
//! | Are two rules different? How many games show it? | [`Interval::minus`], [`games_for_difference`] | |
//!
//! Browne: *Automatic generation and evaluation of recombination games* (2008). Ludii: its package
//! `metrics`. Ai Ai: S. Tavener's program, whose reports of games are on mrraow.com. Where our definition
//! differs from theirs, the method states how.
//!
//! The intervals hold for independent games: give deterministic players different deals, or random plies at
//! the beginning. [`Study::distinct`] counts the different games.

mod course;
mod ladder;
mod positions;
mod samples;

pub use course::{Accuracy, Course, Courses, Slip};
pub use ladder::{Step, climb};
pub use positions::{Judgement, Puzzle, judge_moves, puzzle};
pub use samples::{Distribution, Profile, ScoresBy, games_for_difference, games_for_margin};

use std::collections::HashSet;
use std::hash::Hash;

use engine::Game;
use engine::key::key_of;

use crate::matches::is_varied;
use crate::rating::{Interval, Shares};
use crate::{GameEnd, PlayedGame};

/// Statistics of games.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The number of games by their end.
    pub ends: EndCounts,
    /// The lengths of the games in plies. If games were cut off, the mean and the upper quantiles are lower bounds.
    pub lengths: Distribution,
    /// The number of turns of each game, which are runs of plies that the same player decided.
    pub turns: Distribution,
    /// The number of legal moves at each ply of each game.
    pub choices: Distribution,
    /// The choice of winners and of other players in the course of the game.
    pub mobility: Mobility,
    /// The results of each seat, in the order of [`Game::players`].
    pub seats: Vec<SeatStudy>,
    /// The margins of the games for points that were played to the end; 0 is a draw.
    pub spread: Distribution,
    branching: Shares,
    forced: Shares,
    repeating: u64,
    first: Shares,
    keys: HashSet<u64>,
}

/// The number of games by their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EndCounts {
    /// Won by a player.
    pub won: u64,
    /// Drawn by the rules, or the most points were shared.
    pub drawn: u64,
    /// Cut off at the longest length allowed. They count as drawn.
    pub ply_limit: u64,
    /// Forfeited by a player.
    pub forfeited: u64,
}

/// The number of legal moves in the course of the games that were won.
#[derive(Clone, Debug, Default)]
pub struct Mobility {
    /// Of the later winner.
    pub winner: Profile,
    /// Of all other players.
    pub others: Profile,
}

/// The results of a seat.
#[derive(Clone, Debug, Default)]
pub struct SeatStudy {
    won: u64,
    score: Shares,
    points: Shares,
}

impl SeatStudy {
    /// The share of games won, with Wilson's interval.
    pub fn wins(&self) -> Option<Interval> {
        Interval::wilson(self.won, self.score.count())
    }

    /// The mean score: 1 for a win, and an equal share of 1 for a draw.
    pub fn score(&self) -> Option<Interval> {
        self.score.interval()
    }

    /// The mean points by the rules, with its normal interval; `None` if fewer than two games were played for points.
    pub fn points(&self) -> Option<Interval> {
        self.points.normal_interval()
    }
}

/// The facts of a game that a [`Study`] adds up. Collecting them takes about as long as playing
/// the game at random; [`Match::run_with`](crate::Match::run_with) does so in all threads.
#[derive(Clone, Debug)]
pub struct Facts {
    /// For every ply the seat that decided it, and the number of moves to choose from.
    choices: Vec<(usize, u64)>,
    /// Whether a position occurred twice.
    repeats: bool,
    /// The seat that moves first.
    first: usize,
    scores: Vec<f64>,
    /// The points of each seat, in a game for points that was played to the end.
    points: Option<Vec<i32>>,
    /// Selects the counter of games that ended like this one.
    ending: fn(&mut EndCounts) -> &mut u64,
    /// A key of the start and the moves.
    key: u64,
}

impl Facts {
    /// The facts of a game, by playing it again.
    pub fn of<G: Game + Hash>(game: &PlayedGame<G>) -> Self {
        let players = game.start.players();
        let (mut choices, mut seen) = (Vec::new(), HashSet::new());
        let mut buffer = Vec::new();
        for position in game.positions() {
            seen.insert(key_of(&position));
            choices.push((position.seat_to_move(), position.count_moves(&mut buffer)));
        }
        choices.truncate(game.moves.len());
        let ending: fn(&mut EndCounts) -> &mut u64 = match &game.end {
            GameEnd::Outcome(end) | GameEnd::Adjudicated { outcome: end, .. } => match end.winner()
            {
                Some(_) => |ends| &mut ends.won,
                None => |ends| &mut ends.drawn,
            },
            GameEnd::PlyLimit => |ends| &mut ends.ply_limit,
            GameEnd::Forfeit { .. } => |ends| &mut ends.forfeited,
        };
        let points = if let GameEnd::Outcome(end) = &game.end { end.points() } else { None };
        Self {
            choices,
            repeats: seen.len() <= game.moves.len(),
            first: game.start.seat_to_move(),
            scores: (0..players.len()).filter_map(|seat| game.score(seat)).collect(),
            points: points.and_then(|points| players.iter().map(|&p| points.of(p)).collect()),
            ending,
            key: key_of(&(&game.start, &game.moves)),
        }
    }
}

impl Study {
    /// Adds a game.
    pub fn add(&mut self, facts: &Facts) {
        self.keys.insert(facts.key);
        self.lengths.add(facts.choices.len() as u64);
        facts.choices.iter().for_each(|&(_, choices)| self.choices.add(choices));
        let plies = facts.choices.len().max(1) as f64;
        let forced = facts.choices.iter().filter(|&&(_, choices)| choices == 1).count();
        let choices: u64 = facts.choices.iter().map(|&(_, choices)| choices).sum();
        self.branching.add(choices as f64 / plies);
        self.forced.add(forced as f64 / plies);
        let turns = facts.choices.chunk_by(|(before, _), (after, _)| before == after);
        self.turns.add(turns.count() as u64);
        self.repeating += u64::from(facts.repeats);
        self.add_mobility(facts);
        *(facts.ending)(&mut self.ends) += 1;
        if self.seats.len() < facts.scores.len() {
            self.seats.resize(facts.scores.len(), SeatStudy::default());
        }
        for (seat, &score) in self.seats.iter_mut().zip(&facts.scores) {
            seat.won += u64::from(score >= 1.0);
            seat.score.add(score);
        }
        if let Some(&score) = facts.scores.get(facts.first) {
            self.first.add(score);
        }
        let Some(points) = &facts.points else { return };
        for (seat, &points) in self.seats.iter_mut().zip(points) {
            seat.points.add(points.into());
        }
        let mut sorted = points.clone();
        sorted.sort_unstable();
        if let [.., second, most] = *sorted {
            self.spread.add(u64::from(most.abs_diff(second)));
        }
    }

    fn add_mobility(&mut self, facts: &Facts) {
        let Some(winner) = facts.scores.iter().position(|&score| score >= 1.0) else { return };
        let Mobility { winner: own, others } = &mut self.mobility;
        for (profile, wins) in [(own, true), (others, false)] {
            let choices = facts.choices.iter().filter(|(seat, _)| (*seat == winner) == wins);
            profile.add(&choices.map(|&(_, count)| count as f64).collect::<Vec<_>>());
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.lengths.count()
    }

    /// The number of different games: those with another start or other moves.
    pub fn distinct(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Whether at least 90 % of the games are different. Otherwise, unless the players leave much to chance, the
    /// intervals are too narrow.
    pub fn is_varied(&self) -> bool {
        is_varied(self.distinct(), self.games())
    }

    /// The mean number of legal moves at a ply, as a mean over games; `None` for fewer than two games.
    pub fn branching(&self) -> Option<Interval> {
        self.branching.normal_interval()
    }

    /// The share of plies with only one legal move, as a mean over games; `None` without games.
    pub fn forced(&self) -> Option<Interval> {
        self.forced.interval()
    }

    /// The share of games in which a position occurs again; `None` without games. Another count, such as
    /// of moves without a capture, makes it another position.
    pub fn repeating(&self) -> Option<Interval> {
        Interval::wilson(self.repeating, self.games())
    }

    /// The share of games that were won, with Wilson's interval; `None` without games.
    pub fn decisive(&self) -> Option<Interval> {
        Interval::wilson(self.ends.won, self.games())
    }

    /// The mean score of the player who moved first; `None` without games.
    pub fn first_player(&self) -> Option<Interval> {
        self.first.interval()
    }
}

/// The [places](engine::svg::Draw::places) of each player's moves in a game, by seat, each once, sorted.
pub fn places_used<G: Game>(
    game: &PlayedGame<G>,
    places_of: impl Fn(&G, G::Move) -> Vec<String>,
) -> Vec<Vec<String>> {
    let mut used = vec![Vec::new(); game.start.players().len()];
    for (position, &m) in game.positions().zip(&game.moves) {
        if let Some(places) = used.get_mut(position.seat_to_move()) {
            places.extend(places_of(&position, m));
        }
    }
    for places in &mut used {
        places.sort_unstable();
        places.dedup();
    }
    used
}
