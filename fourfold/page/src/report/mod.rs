//! A report on a game, as one page for the browser, for any game that implements the engine's traits:
//! fairness, length, draws, skill, openings.
//!
//! [`Report`] plays the game, measures, and writes the page, which is one file, readable on a phone,
//! with all figures as JSON too. The game needs the same traits as for the [`board`](crate):
//!
//! ```no_run
//! # use connect_four::{OpenLines, Position};
//! use page::report::Report;
//!
//! let game = kit::Kit::of::<Position>("connect-four", OpenLines);
//! let page = Report::new(game).games(400).page()?;
//! std::fs::write("connect-four.html", page.html)?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! For games from elsewhere there are the parts of it: a [`Sample`] of games, and the [`Findings`] about them.

mod chart;
mod findings;
mod maps;
mod page;
mod sample;
mod verdict;

use std::num::NonZeroUsize;

use arena::study::{Facts, Study};
use arena::{Match, MatchError, Openings, PlayedGame, Seating};
use engine::{Game, StopFlag};
use kit::{AnyError, Deals, Dynamic, Failure, Kit, PlayerSpec};
use serde_json::Value;

pub use findings::{Climber, Findings, Measuring, play_step};
pub use page::REPEATED;
pub use sample::{About, Figure, QUANTILES, Sample, Unit};

/// The settings of a report on a game.
///
/// Searches play all seats, with 5 % random moves so that games differ. The results depend on the seed
/// and not on the number of threads.
#[derive(Clone, Debug)]
#[must_use]
pub struct Report {
    kit: Kit,
    rules: String,
    games: u64,
    nodes: u64,
    steps: usize,
    seed: u64,
    threads: usize,
    max_plies: usize,
    stop: StopFlag,
}

/// A finished report.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page {
    /// The page, one self-contained file.
    pub html: String,
    /// All figures, each with its 95 % interval and the number of games. They are in the page too.
    pub json: Value,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The games cannot be played.
    #[error("the games cannot be played: {0}")]
    Match(#[from] MatchError),
    /// The rules are not those of the game, or a position cannot be searched.
    #[error(transparent)]
    Refused(#[from] AnyError),
    /// The exact results of the game cannot be read.
    #[error(transparent)]
    Exact(#[from] Failure),
    /// A flag was raised to stop the work.
    #[error("the work was stopped")]
    Stopped,
}

impl Report {
    const RANDOM: u32 = 5;

    const TABLE_MIB: usize = 2;

    /// A report on a game. By default it has 100 games of searches that visit 1,000 positions for a move, and 4
    /// matches on the skill ladder.
    pub fn new(kit: impl Into<Kit>) -> Self {
        Self {
            kit: kit.into(),
            rules: String::new(),
            games: 100,
            nodes: 1000,
            steps: 4,
            seed: 0,
            threads: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            max_plies: 1000,
            stop: StopFlag::new(),
        }
    }

    /// Sets the rules, as in `width=5`; by default those of the game.
    pub fn rules(self, settings: impl Into<String>) -> Self {
        Self { rules: settings.into(), ..self }
    }

    /// Sets the number of games, of the sample and of each match on the skill ladder.
    /// [`games_for_difference`](arena::study::games_for_difference) says how many it takes.
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// Sets how many positions the players visit for a move. Searches that judge a position visit twice
    /// as many, and those that judge a first move 20 times as many.
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Sets the number of matches on the skill ladder. Each takes four times as long as the one before.
    pub fn steps(self, steps: usize) -> Self {
        Self { steps, ..self }
    }

    /// Sets the seed of deals and random choices; by default 0.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of threads; by default all.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets after how many plies a game is drawn; by default 1,000.
    pub fn max_plies(self, plies: usize) -> Self {
        Self { max_plies: plies, ..self }
    }

    /// Ends the work when this flag is raised; there is no page then.
    pub fn stop(self, flag: StopFlag) -> Self {
        Self { stop: flag, ..self }
    }

    /// Plays, measures, and writes the page.
    ///
    /// # Errors
    ///
    /// The rules are not those of the game, it cannot be played or searched, or the work was stopped.
    pub fn page(&self) -> Result<Page, ReportError> {
        let deals = self.kit.deals(&self.rules)?;
        let sample = self.sample()?;
        let contest = |players: &[PlayerSpec], plies| self.contest(&deals, players, plies);
        let measuring = Measuring {
            kit: &self.kit,
            nodes: self.nodes.saturating_mul(2),
            steps: self.steps,
            play: &|climber, strengths| play_step(climber, strengths, &deals, contest),
            threads: self.threads,
            stop: self.stop.clone(),
            progress: &|_, _, _| (),
        };
        let findings = Findings::measure(&sample, &measuring)?;
        let json = findings.json();
        Ok(Page { html: findings.html(&json), json })
    }

    /// Plays the games, and measures no more than what they show.
    ///
    /// # Errors
    ///
    /// As for [`page`](Self::page).
    pub fn sample(&self) -> Result<Sample, ReportError> {
        let deals = self.kit.deals(&self.rules)?;
        let start = deals(self.seed);
        let seats = start.players().len();
        let mut player = PlayerSpec::search(self.nodes, Self::TABLE_MIB);
        player.settings.random = Some(Self::RANDOM);
        let (mut study, mut games) = (Study::default(), Vec::new());
        let contest = self.contest(&deals, &vec![player; seats], 0).seating(Seating::Fixed);
        let digest = |game: &PlayedGame<Dynamic>| (Facts::of(game), game.clone());
        let done = contest.run_with(digest, |_, (facts, game), _| {
            study.add(&facts);
            games.push(game);
        });
        if self.stop.is_raised() {
            return Err(ReportError::Stopped);
        }
        done?;
        let about = About {
            kit: self.kit.clone(),
            command: None,
            rules: start.rule_changes(),
            player: format!("search:nodes={},random={}", self.nodes, Self::RANDOM),
            seed: self.seed,
            random_plies: 0,
            planned: study.games(),
        };
        Ok(Sample::new(about, start, study, games))
    }

    fn contest(
        &self,
        deals: &Deals,
        players: &[PlayerSpec],
        random_plies: u32,
    ) -> Match<'static, Dynamic> {
        let players = players.iter().map(|player| player.contestant(&self.kit)).collect();
        let deals = Deals::clone(deals);
        let openings = Openings::dealt(move |seed| deals(seed));
        Match::new(players, openings.random_plies(random_plies as usize))
            .games(self.games)
            .seed(self.seed)
            .threads(self.threads)
            .max_plies(self.max_plies)
            .stop(self.stop.clone())
            .abort(self.stop.clone())
    }
}
