//! The results of a match.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use engine::Game;
use engine::key::{key_of, mix};

use super::contestant::TimeUsed;
use super::game::{GameEnd, PlayedGame};
use super::schedule::{Schedule, Slot};
use crate::rating::{Interval, Pentanomial, Shares};

/// The results of a match so far.
///
/// Deterministic players repeat a game whenever its opening comes again. Such a game tells nothing new: it is counted
/// among those won, drawn and lost, but estimates rest on different games, and on sets of games that differ.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Standings {
    /// The results of each contestant.
    pub tallies: Vec<Tally>,
    /// The results of each pair of contestants; empty if games do not have two players.
    pub head_to_head: Vec<HeadToHead>,
    /// The number of games played.
    pub games: u64,
    /// The number of games of the match, unless it ends before.
    pub planned: u64,
    /// Incomplete sets, by number.
    open: HashMap<u64, OpenSet>,
    /// The keys of all different games, and of sets of them.
    seen_games: HashSet<u64>,
    seen_sets: HashSet<u64>,
}

/// The results of one contestant.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn. With more than two players: games whose best result was shared.
    pub drawn: u64,
    /// Games lost, those by forfeit included.
    pub lost: u64,
    /// Those of the games lost that were forfeited.
    pub forfeited: u64,
    /// The time used in all games.
    pub time_used: TimeUsed,
    score: f64,
    /// The number of different games, and how many of them were won.
    different: u64,
    different_won: u64,
    sets: Shares,
}

/// The results of two contestants against each other, in games of two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeadToHead {
    /// The contestants by number. The results are those of the first.
    pub contestants: [usize; 2],
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The pairs of games that are complete, each different one once.
    pub pairs: Pentanomial,
}

/// The games of one group on one opening that have been added so far.
#[derive(Clone, Debug, Default)]
struct OpenSet {
    games: u64,
    /// The score of each place in the group.
    scores: Vec<f64>,
    /// A key of the games.
    key: u64,
}

impl Tally {
    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The points: 1 for a win, and an equal share of 1 for a draw.
    pub fn points(&self) -> f64 {
        self.score
    }

    /// The share of different games won, with Wilson's interval; `None` without games.
    pub fn wins(&self) -> Option<Interval> {
        Interval::wilson(self.different_won, self.different)
    }

    /// The mean points of a game, with an interval from the complete sets of games, each different one once; `None`
    /// if no set is complete. A set is one opening, played from every seat. *n* equal players expect 1/*n*.
    pub fn score(&self) -> Option<Interval> {
        self.sets.interval()
    }

    fn add<G: Game>(&mut self, game: &PlayedGame<G>, seat: usize) {
        let score = game.score(seat).unwrap_or_default();
        self.score += score;
        count(score, [&mut self.won, &mut self.drawn, &mut self.lost]);
        if let GameEnd::Forfeit { player, .. } = &game.end
            && game.start.players().get(seat) == Some(player)
        {
            self.forfeited += 1;
        }
        if let Some(time_used) = game.time_used.get(seat) {
            self.time_used.add(*time_used);
        }
    }
}

impl Standings {
    pub(super) fn new(schedule: &Schedule, contestants: usize) -> Self {
        let pair = |group: &Vec<usize>| {
            let contestants = group.as_slice().try_into().ok()?;
            Some(HeadToHead { contestants, ..HeadToHead::default() })
        };
        Self {
            tallies: vec![Tally::default(); contestants],
            head_to_head: schedule.groups.iter().filter_map(pair).collect(),
            planned: schedule.games(),
            ..Self::default()
        }
    }

    /// Whether at least 90 % of the games are different.
    pub fn is_varied(&self) -> bool {
        is_varied(self.different(), self.games)
    }

    /// The number of different games: those with another start, other moves, other results or with the
    /// players on other seats.
    pub fn different(&self) -> u64 {
        self.seen_games.len() as u64
    }

    /// Adds a game; returns whether that completed a set.
    pub(super) fn add<G: Game + Hash>(
        &mut self,
        game: &PlayedGame<G>,
        slot: &Slot,
        schedule: &Schedule,
    ) -> bool {
        let Some(group) = schedule.groups.get(slot.group) else { return false };
        self.games += 1;
        let results = (0..slot.seats.len()).map(|seat| game.score(seat).map(f64::to_bits));
        let key = key_of(&(&game.start, &game.moves, &slot.seats, results.collect::<Vec<_>>()));
        let is_new = self.seen_games.insert(key);
        for (seat, &contestant) in slot.seats.iter().enumerate() {
            if let Some(tally) = self.tallies.get_mut(contestant) {
                tally.add(game, seat);
                if is_new {
                    tally.different += 1;
                    tally.different_won += u64::from(game.score(seat) == Some(1.0));
                }
            }
        }
        let scores = group.iter().map(|contestant| {
            let seat = slot.seats.iter().position(|seated| seated == contestant);
            seat.and_then(|seat| game.score(seat)).unwrap_or_default()
        });
        let scores: Vec<f64> = scores.collect();
        if let (Some(pair), Some(&score)) = (self.head_to_head.get_mut(slot.group), scores.first())
        {
            count(score, [&mut pair.won, &mut pair.drawn, &mut pair.lost]);
        }
        let open = OpenSet { games: 0, scores: vec![0.0; scores.len()], key: 0 };
        let set = self.open.entry(slot.set).or_insert(open);
        set.games += 1;
        set.key = mix(set.key, key);
        set.scores.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
        if set.games < schedule.rotations {
            return false;
        }
        let OpenSet { games, scores, key } = self.open.remove(&slot.set).unwrap_or_default();
        if !self.seen_sets.insert(key) {
            return true;
        }
        for (&contestant, score) in group.iter().zip(&scores) {
            if let Some(tally) = self.tallies.get_mut(contestant) {
                tally.sets.add(score / games as f64);
            }
        }
        let pair = self.head_to_head.get_mut(slot.group).filter(|_| games == 2);
        if let (Some(pair), Some(&points)) = (pair, scores.first()) {
            pair.pairs.add(points);
        }
        true
    }
}

/// Whether at least 90 % of games are different.
pub(crate) fn is_varied(different: u64, games: u64) -> bool {
    different as f64 >= 0.9 * games as f64
}

/// Counts a game among those won, drawn and lost.
fn count(score: f64, [won, drawn, lost]: [&mut u64; 3]) {
    let counter = match score {
        1.0.. => won,
        score if score > 0.0 => drawn,
        _ => lost,
    };
    *counter += 1;
}
