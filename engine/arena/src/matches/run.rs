//! [`Match`]: its settings, its play and its result.

use std::hash::Hash;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::sync_channel;
use std::thread;

use engine::board::counted;
use engine::{Game, Outcome, StopFlag};
use system::Shard;
use system::threads::MAX_THREADS;

use super::contestant::Contestant;
use super::game::{Agreement, JudgeFn, PlayedGame};
use super::schedule::{OpeningDraw, Openings, Pairing, Schedule, Seating};
use super::standings::Standings;
use super::workers::{Collector, Workers};
use crate::rating::{Hypothesis, Sprt};

/// A match: contestants play each other from many openings.
///
/// The [crate](crate#matches) has an example, and states what can be relied on.
#[must_use]
pub struct Match<'a, G: Game> {
    pub(super) contestants: Vec<Contestant<'a, G>>,
    pub(super) openings: Openings<'a, G>,
    games: u64,
    pairing: Pairing,
    seating: Seating,
    shard: Shard,
    pub(super) seed: u64,
    threads: usize,
    pub(super) max_plies: usize,
    pub(super) judge: Option<Box<JudgeFn<'a, G>>>,
    pub(super) agreement: Agreement,
    sprt: Option<Sprt>,
    pub(super) stop: StopFlag,
    pub(super) abort: StopFlag,
    finished: Vec<PlayedGame<G>>,
}

impl<'a, G: Game> Match<'a, G> {
    /// The most plies of a game by default.
    pub const MAX_PLIES: usize = 10_000;

    /// A match of one round, played by one thread.
    pub fn new(contestants: Vec<Contestant<'a, G>>, openings: Openings<'a, G>) -> Self {
        Self {
            contestants,
            openings,
            games: 1,
            pairing: Pairing::default(),
            seating: Seating::default(),
            shard: Shard::WHOLE,
            seed: 0,
            threads: 1,
            max_plies: Self::MAX_PLIES,
            judge: None,
            agreement: Agreement::new(),
            sprt: None,
            stop: StopFlag::new(),
            abort: StopFlag::new(),
            finished: Vec::new(),
        }
    }

    /// The number of games, 1 by default; a few more are played to complete a round. In a round every
    /// group of contestants plays one opening, each of them on every seat: two contestants of a game
    /// of two players play a pair of games.
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// The pairing; by default everybody plays everybody.
    pub fn pairing(self, pairing: Pairing) -> Self {
        Self { pairing, ..self }
    }

    /// Whether contestants change seats, as they do by default.
    pub fn seating(self, seating: Seating) -> Self {
        Self { seating, ..self }
    }

    /// Plays only this shard of the games, as one of several machines: those of every so many-th opening.
    /// All shards together are the match of one machine, if no player has a limit of time. A shard decides
    /// no [test](Match::sprt): give the games of all shards to [`resume`](Match::resume).
    pub fn shard(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// The seed that openings and chance follow from; 0 by default.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The number of games played at a time: 1 to [`MAX_THREADS`], or fewer if the system does not start
    /// as many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.clamp(1, MAX_THREADS), ..self }
    }

    /// Adjudicates games of this many plies, those of the opening included, as draws;
    /// [`MAX_PLIES`](Match::MAX_PLIES) by default.
    pub fn max_plies(self, plies: usize) -> Self {
        Self { max_plies: plies, ..self }
    }

    /// Adjudicates games of which `judge` knows the outcome, such as by a tablebase. It is called for
    /// every position after the opening, in any of the threads.
    pub fn judge(
        self,
        judge: impl Fn(&G) -> Option<Outcome<G::Player>> + Send + Sync + 'a,
    ) -> Self {
        Self { judge: Some(Box::new(judge)), ..self }
    }

    /// Adjudicates games of two players who agree on the result; none by default.
    pub fn agreement(self, agreement: Agreement) -> Self {
        Self { agreement, ..self }
    }

    /// Ends the match as soon as this test accepts a hypothesis about the first contestant. Pairs are
    /// tested in the order of the schedule, each different one once, so the same games decide with any
    /// number of threads. Later games do not count.
    pub fn sprt(self, sprt: Sprt) -> Self {
        Self { sprt: Some(sprt), ..self }
    }

    /// Begins no more games after this flag is raised. Running games are played to their end.
    pub fn stop(self, flag: StopFlag) -> Self {
        Self { stop: flag, ..self }
    }

    /// Abandons running games after this flag is raised.
    pub fn abort(self, flag: StopFlag) -> Self {
        Self { abort: flag, ..self }
    }

    /// Continues a match from its finished games, in any order. They count, but are not handed out
    /// again. Of two games with the same number the later in the list counts.
    pub fn resume(self, finished: Vec<PlayedGame<G>>) -> Self {
        Self { finished, ..self }
    }
}

impl<'a, G: Game + Hash + Send + Sync> Match<'a, G> {
    /// Plays the match. Every game is handed out, with the standings after it, as soon as it and all games before it
    /// are finished; of an aborted match all finished ones, though some before them are missing.
    ///
    /// # Errors
    ///
    /// The settings contradict each other, no opening is found, or no thread can be started. Games
    /// finished before that have been handed out.
    pub fn run(
        self,
        mut on_game: impl FnMut(&PlayedGame<G>, &Standings),
    ) -> Result<Report, MatchError> {
        self.run_with(|_| (), |game, (), standings| on_game(game, standings))
    }

    /// Like [`run`](Match::run), and also hands out the result of `digest` for each game. The thread that
    /// played the game calls it.
    ///
    /// # Errors
    ///
    /// See [`run`](Match::run).
    pub fn run_with<T: Send>(
        mut self,
        digest: impl Fn(&PlayedGame<G>) -> T + Sync,
        on_game: impl FnMut(&PlayedGame<G>, T, &Standings),
    ) -> Result<Report, MatchError> {
        let finished = std::mem::take(&mut self.finished);
        let (schedule, openings) = self.schedule(&finished)?;
        let workers = Workers {
            settings: &self,
            openings,
            schedule: &schedule,
            done: finished.iter().map(|game| game.number).collect(),
            halt: StopFlag::new(),
            next: AtomicU64::new(0),
        };
        let mut collector = Collector {
            standings: Standings::new(&schedule, self.contestants.len()),
            schedule: &schedule,
            sprt: self.sprt.filter(|_| self.shard == Shard::WHOLE),
            due: 0,
            waiting: finished.into_iter().map(|game| (game.number, (game, None))).collect(),
            on_game,
        };
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(4 * self.threads);
            let start = |_: &usize| {
                let (workers, digest, sender) = (&workers, &digest, sender.clone());
                let play = move || workers.play(&sender, digest);
                thread::Builder::new().spawn_scoped(scope, play).is_ok()
            };
            if (0..self.threads).take_while(start).count() == 0 {
                return Err(MatchError::NoThread);
            }
            drop(sender);
            // The receiver is dropped when this returns, and threads that still send stop.
            collector.collect(&receiver, &workers.halt, &self.abort)
        })
    }

    /// A test of games, by number: whether a game is of this match, and of this [shard](Match::shard) of it.
    ///
    /// # Errors
    ///
    /// The settings contradict each other, or no opening is found.
    pub fn includes(&self) -> Result<impl Fn(u64) -> bool + use<G>, MatchError> {
        let (schedule, _) = self.schedule(&self.finished)?;
        Ok(move |number| schedule.has(number))
    }

    /// The schedule and the openings, if the settings fit together.
    fn schedule(
        &self,
        finished: &[PlayedGame<G>],
    ) -> Result<(Schedule, OpeningDraw<'_, 'a, G>), MatchError> {
        let openings = OpeningDraw::new(self, finished);
        let first = openings.of(0).ok_or(MatchError::NoOpening { round: 0 })?;
        let (contestants, seats) = (self.contestants.len(), first.start.players().len());
        if contestants < seats {
            return Err(MatchError::Contestants { contestants, seats });
        }
        if self.sprt.is_some() && (contestants, seats, self.seating) != (2, 2, Seating::Rotated) {
            return Err(MatchError::Sprt);
        }
        if self.agreement != Agreement::new() && seats != 2 {
            return Err(MatchError::Agreement { seats });
        }
        let mut schedule =
            Schedule::new(contestants, seats, self.pairing, self.seating, self.games);
        schedule.shard = self.shard;
        let belongs = |game: &&PlayedGame<G>| {
            let slot = schedule.slot(game.number).filter(|_| schedule.has(game.number));
            slot.is_some_and(|slot| slot.seats == game.seats && slot.round == game.round)
        };
        match finished.iter().find(|game| !belongs(game)) {
            Some(game) => Err(MatchError::Foreign { number: game.number }),
            None => Ok((schedule, openings)),
        }
    }
}

system::debug_some!(['a, G: Game] Match<'a, G> contestants);

/// The result of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The results of the contestants.
    pub standings: Standings,
    /// The reason why the match ended.
    pub ended: MatchEnd,
}

/// The reason why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchEnd {
    /// All games were played.
    Complete,
    /// The [test](crate::Sprt) accepted a hypothesis.
    Decided(Hypothesis),
    /// A stop flag was raised.
    Stopped,
}

/// The reason why a match cannot be played. Rounds are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum MatchError {
    /// There are fewer contestants than seats.
    #[error(
        "a game has {}: expected as many contestants, found {contestants}",
        counted(*seats, "player")
    )]
    Contestants { contestants: usize, seats: usize },
    /// The openings are games of different numbers of players.
    #[error("the opening of round {round} has {}, the first one {expected}", counted(*seats, "player"))]
    Seats { round: u64, seats: usize, expected: usize },
    /// No opening was found: the list is empty, all random plies end the game, or none is accepted.
    #[error("no opening was found for round {round}")]
    NoOpening { round: u64 },
    /// An SPRT compares two contestants who swap colours.
    #[error("an SPRT needs two contestants who swap the seats of a game of two players")]
    Sprt,
    /// An agreement is between two players.
    #[error("agreed scores end games of two players, not of {seats}")]
    Agreement { seats: usize },
    /// A game to resume from is not one of this match.
    #[error("game {number} is not in the schedule of this match or shard")]
    Foreign { number: u64 },
    /// The system refuses to start even one thread.
    #[error("the system refuses to start a thread")]
    NoThread,
}
