//! A report on a game, as one page for the browser, for any game that implements the engine's traits:
//! fairness, length, draws, skill, openings.
//!
//! [`Report`] plays the game, measures, and writes the page, which is one file, readable on a phone,
//! with all figures as JSON too. The game needs the same traits as for the [`board`](crate):
//!
//! ```no_run
//! # use connect_four::{OpenLines, Position};
//! use board::report::Report;
//!
//! let page = Report::<Position, _>::new("connect-four", OpenLines).games(400).page()?;
//! std::fs::write("connect-four.html", page.html)?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! For games from elsewhere there are the parts of it: a [`Sample`] of games, and the [`Findings`] about
//! them.

mod figures;
mod findings;
mod maps;
mod measure;
mod page;
mod sample;
mod verdict;

use std::fmt;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arena::study::{Facts, Study};
use arena::{Contestant, Match, MatchError, Openings, PlayedGame, Seating};
use engine::search::EpsilonGreedy;
use engine::{Evaluator, Limits, Search, SearchError, StopFlag};
use kit::Shown;
use serde_json::Value;

use crate::plot::PlotError;
use crate::{Playable, in_words};
pub use figures::{Figure, Unit};
pub use findings::{Exact, Findings};
pub use measure::{Measuring, play_step};
pub use sample::{About, QUANTILES, Sample};

/// The settings of a report on a game.
///
/// Searches play all seats, with 5 % random moves so that games differ. The results depend on the seed
/// and not on the number of threads.
#[derive(Clone)]
#[must_use]
pub struct Report<G, E> {
    name: String,
    evaluator: E,
    scale: f64,
    start: Arc<dyn Fn(u64) -> G + Send + Sync>,
    games: u64,
    nodes: u64,
    steps: usize,
    seed: u64,
    threads: usize,
    max_plies: usize,
}

/// A finished report.
#[derive(Clone, Debug)]
pub struct Page {
    /// The page, one self-contained file.
    pub html: String,
    /// All figures, each with its 95 % interval and the number of games. They are in the page too.
    pub json: Value,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The games cannot be played.
    #[error("the games cannot be played: {0}")]
    Match(#[from] MatchError),
    /// A position cannot be searched.
    #[error("a position cannot be searched: {0}")]
    Search(#[from] SearchError),
    /// A plot cannot be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A flag was raised to stop the work.
    #[error("the work was stopped")]
    Stopped,
}

impl<G: Playable, E: Evaluator<G> + Sync> Report<G, E> {
    /// A report on a game with this name, judged by this evaluator. By default it has 100 games of
    /// searches that visit 1,000 positions for a move, and 8 steps on the skill ladder.
    pub fn new(name: impl Into<String>, evaluator: E) -> Self {
        Self::dealt(name, evaluator, |seed| G::start(&G::Rules::default(), seed))
    }

    /// Sets the rules.
    pub fn rules(self, rules: G::Rules) -> Self {
        Self { start: Arc::new(move |seed| G::start(&rules, seed)), ..self }
    }
}

impl<G: Shown, E: Evaluator<G> + Sync> Report<G, E> {
    const RANDOM: u32 = 5;

    const TABLE_BYTES: usize = 2 << 20;

    /// A report on a game whose starts are dealt like this.
    pub fn dealt(
        name: impl Into<String>,
        evaluator: E,
        start: impl Fn(u64) -> G + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            evaluator,
            scale: 200.0,
            start: Arc::new(start),
            games: 100,
            nodes: 1000,
            steps: 8,
            seed: 0,
            threads: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            max_plies: 1000,
        }
    }

    /// Sets the value that multiplies the odds of winning by *e*; by default 200.
    pub fn scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// Sets the number of games, of the sample and of each step on the skill ladder.
    /// [`games_for_difference`](arena::study::games_for_difference) says how many it takes.
    pub fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// Sets how many positions the players visit for a move. Searches that judge a position visit twice
    /// as many, and those that judge a first move 20 times as many.
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Sets the most steps on the skill ladder.
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

    /// Plays, measures, and writes the page.
    ///
    /// # Errors
    ///
    /// The game cannot be played or searched, or its plots cannot be drawn.
    pub fn page(&self) -> Result<Page, ReportError> {
        let sample = self.sample()?;
        let contest = |players, plies| self.contest(players, plies);
        let player = |nodes| self.contestant(nodes, 0);
        let measuring = Measuring {
            evaluator: &self.evaluator,
            scale: self.scale,
            nodes: self.nodes.saturating_mul(2),
            steps: self.steps,
            play: &|step| play_step(step, &*self.start, player, contest),
            threads: self.threads,
            stop: StopFlag::new(),
            progress: &|_, _, _| (),
        };
        let findings = Findings::measure(&sample, &measuring)?;
        let json = findings.json();
        Ok(Page { html: findings.html(&json)?, json })
    }

    fn sample(&self) -> Result<Sample<G>, ReportError> {
        let start = (self.start)(self.seed);
        let seats = start.players().len();
        let player = || self.contestant(self.nodes, Self::RANDOM);
        let players = iter::repeat_with(player).take(seats).collect();
        let (mut study, mut games) = (Study::new(), Vec::new());
        let contest = self.contest(players, 0).seating(Seating::Fixed);
        let digest = |game: &PlayedGame<G>| (Facts::of(game), game.clone());
        contest.run_with(digest, |_, (facts, game), _| {
            study.add(&facts);
            games.push(game);
        })?;
        let about = About {
            game: self.name.clone(),
            title: in_words(&self.name),
            command: None,
            rules: start.rules(),
            player: format!("search:nodes={},random={}", self.nodes, Self::RANDOM),
            seed: self.seed,
            random_plies: 0,
            planned: study.games(),
        };
        Ok(Sample::new(about, start, study, games))
    }

    fn contestant(&self, nodes: u64, random: u32) -> Contestant<'_, G> {
        let search = || Search::new(&self.evaluator).with_memory(Self::TABLE_BYTES);
        Contestant::new("search", move || EpsilonGreedy::new(random, search()))
            .limits(Limits::new().nodes(nodes))
    }

    fn contest<'a>(&'a self, players: Vec<Contestant<'a, G>>, random_plies: u32) -> Match<'a, G> {
        let openings = Openings::dealt(&*self.start);
        Match::new(players, openings.random_plies(random_plies as usize))
            .games(self.games)
            .seed(self.seed)
            .threads(self.threads)
            .max_plies(self.max_plies)
    }
}

impl<G, E> fmt::Debug for Report<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report").field("name", &self.name).finish_non_exhaustive()
    }
}
