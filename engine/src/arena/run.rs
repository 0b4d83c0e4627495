//! A match: what is to be played, and playing it.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::collector::Collector;
use super::contestant::Contestant;
use super::game::PlayedGame;
use super::openings::{OpeningCache, Openings};
use super::schedule::{Schedule, Seating};
use super::sprt::{Sprt, Verdict};
use super::standings::Standings;
use super::workers::Workers;
use crate::game::Game;
use crate::limits::StopFlag;

/// A match: contestants play each other from many openings.
///
/// The page of the [module](super) has an example, and says what can be relied on.
pub struct Match<'a, G: Game> {
    contestants: Vec<Contestant<'a, G>>,
    openings: Openings<'a, G>,
    length: Length,
    seating: Seating,
    seed: u64,
    threads: usize,
    max_plies: usize,
    sprt: Option<Sprt>,
    stop: StopFlag,
    abort: StopFlag,
    finished: Vec<PlayedGame<G>>,
}

/// How long a match is.
#[derive(Clone, Copy)]
enum Length {
    Rounds(u64),
    Games(u64),
}

/// What came of a match.
#[derive(Clone, Debug)]
pub struct Report {
    /// The results.
    pub standings: Standings,
    /// Why it ended.
    pub ended: Ended,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// All games were played.
    Complete,
    /// The test accepted a hypothesis.
    Decided(Verdict),
    /// It was told to stop.
    Stopped,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// There are fewer contestants than seats.
    #[error("a game has {seats} players, and there are {contestants} contestants")]
    Contestants {
        /// How many contestants there are.
        contestants: usize,
        /// How many players a game has.
        seats: usize,
    },
    /// The openings are games of different numbers of players.
    #[error("the opening of round {round} has {seats} players, the first one {expected}")]
    Seats {
        /// The round, from 0.
        round: u64,
        /// How many players its opening has.
        seats: usize,
        /// How many players the first opening has.
        expected: usize,
    },
    /// No opening was found: the list is empty, all random plies end the game, or none is accepted.
    #[error("no opening was found for round {round}")]
    NoOpening {
        /// The round, from 0.
        round: u64,
    },
    /// A test compares two contestants who swap colours.
    #[error("an SPRT needs two contestants who swap the seats of a game of two players")]
    Sprt,
    /// A game to resume from is not one of this match.
    #[error("game {number} is not in the schedule of this match")]
    Foreign {
        /// Its number.
        number: u64,
    },
}

impl<'a, G: Game> Match<'a, G> {
    /// The most plies of a game, unless told otherwise.
    pub const MAX_PLIES: usize = 10_000;

    /// A match of one round, played in one thread.
    #[must_use]
    pub fn new(contestants: Vec<Contestant<'a, G>>, openings: Openings<'a, G>) -> Self {
        Self {
            contestants,
            openings,
            length: Length::Rounds(1),
            seating: Seating::default(),
            seed: 0,
            threads: 1,
            max_plies: Self::MAX_PLIES,
            sprt: None,
            stop: StopFlag::new(),
            abort: StopFlag::new(),
            finished: Vec::new(),
        }
    }

    /// Play so many rounds. In each, everybody plays everybody from one opening, on every seat: with
    /// two contestants of a game of two players a round is a pair of games.
    #[must_use]
    pub fn rounds(mut self, rounds: u64) -> Self {
        self.length = Length::Rounds(rounds);
        self
    }

    /// Play so many games, or the few more that complete a round.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.length = Length::Games(games);
        self
    }

    /// Whether contestants change seats; they do, unless told otherwise.
    #[must_use]
    pub fn seating(mut self, seating: Seating) -> Self {
        self.seating = seating;
        self
    }

    /// What openings and chance follow from.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Play so many games at a time; 0 counts as 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Adjudicate games as draws that have so many plies, those of the opening included.
    #[must_use]
    pub fn max_plies(mut self, plies: usize) -> Self {
        self.max_plies = plies;
        self
    }

    /// End as soon as this test accepts a hypothesis about the first contestant. It looks at the
    /// pairs in the order of the schedule, so that the same games decide whatever the number of
    /// threads; games that come after these are not counted.
    #[must_use]
    pub fn sprt(mut self, sprt: Sprt) -> Self {
        self.sprt = Some(sprt);
        self
    }

    /// Begin no more games after this flag is raised; those that are running are played to their end.
    #[must_use]
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.stop = flag;
        self
    }

    /// Break off running games after this flag is raised.
    #[must_use]
    pub fn abort(mut self, flag: StopFlag) -> Self {
        self.abort = flag;
        self
    }

    /// Go on from games of the same match that were finished earlier, in any order. They count as if
    /// they were played now, but are not handed out again.
    #[must_use]
    pub fn resume(mut self, finished: Vec<PlayedGame<G>>) -> Self {
        self.finished = finished;
        self
    }
}

impl<G: Game<Player: Send, Move: Send + Sync> + Send + Sync> Match<'_, G> {
    /// Plays the match, and hands out every game as soon as it and all games before it are finished,
    /// with the standings after it. A match that is aborted hands out the last finished games
    /// though some before them are missing.
    ///
    /// # Errors
    ///
    /// The match makes no sense, or an opening cannot be found. Games that were played before that
    /// turned out have been handed out.
    pub fn run(
        self,
        mut on_game: impl FnMut(&PlayedGame<G>, &Standings),
    ) -> Result<Report, MatchError> {
        self.run_with(|_| (), |game, (), standings| on_game(game, standings))
    }

    /// Like [`run`](Match::run), and hands out what `digest` makes of each game, too. That is done
    /// where the game was played, by several threads at a time.
    ///
    /// # Errors
    ///
    /// See [`run`](Match::run).
    pub fn run_with<T: Send>(
        mut self,
        digest: impl Fn(&PlayedGame<G>) -> T + Sync,
        on_game: impl FnMut(&PlayedGame<G>, T, &Standings),
    ) -> Result<Report, MatchError> {
        let schedule = self.schedule()?;
        let finished = std::mem::take(&mut self.finished);
        let workers = Workers {
            contestants: &self.contestants,
            openings: OpeningCache::new(&self.openings, self.seed, self.threads + 1),
            schedule: &schedule,
            done: finished.iter().map(|game| game.number).collect(),
            seed: self.seed,
            max_plies: self.max_plies,
            stop: &self.stop,
            halt: StopFlag::new(),
            next: AtomicU64::new(0),
        };
        let mut collector = Collector {
            standings: Standings::new(&schedule, self.contestants.len()),
            schedule: &schedule,
            sprt: self.sprt,
            due: 0,
            waiting: finished.into_iter().map(|game| (game.number, (game, None))).collect(),
            on_game,
        };
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(4 * self.threads);
            for _ in 0..self.threads {
                let (workers, digest, sender) = (&workers, &digest, sender.clone());
                scope.spawn(move || workers.play(&sender, digest));
            }
            drop(sender);
            // Threads that still have a game to send find nobody there once this returns.
            collector.collect(&receiver, &workers.halt, &self.abort)
        })
    }

    /// How many games there are to play, unless the match ends before.
    ///
    /// # Errors
    ///
    /// The match makes no sense.
    pub fn planned(&self) -> Result<u64, MatchError> {
        Ok(self.schedule()?.games())
    }

    /// The schedule, if the match makes sense.
    fn schedule(&self) -> Result<Schedule, MatchError> {
        let first = self.openings.of(0, self.seed).ok_or(MatchError::NoOpening { round: 0 })?;
        let (contestants, seats) = (self.contestants.len(), first.start.players().len());
        if contestants < seats {
            return Err(MatchError::Contestants { contestants, seats });
        }
        if self.sprt.is_some() && (contestants, seats, self.seating) != (2, 2, Seating::Rotated) {
            return Err(MatchError::Sprt);
        }
        let schedule = Schedule::new(contestants, seats, self.seating);
        let rounds = match self.length {
            Length::Rounds(rounds) => rounds,
            Length::Games(games) => games.div_ceil(schedule.games_per_round().max(1)),
        };
        let schedule = schedule.with_rounds(rounds);
        let belongs = |game: &&PlayedGame<G>| {
            let slot = schedule.slot(game.number);
            slot.is_some_and(|slot| slot.seats == game.seats && slot.round == game.round)
        };
        match self.finished.iter().find(|game| !belongs(game)) {
            Some(game) => Err(MatchError::Foreign { number: game.number }),
            None => Ok(schedule),
        }
    }
}

impl<G: Game> fmt::Debug for Match<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contestants = &self.contestants;
        f.debug_struct("Match").field("contestants", contestants).finish_non_exhaustive()
    }
}
