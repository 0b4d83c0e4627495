//! Games that a report is about.

use engine::arena::PlayedGame;
use engine::study::{Distribution, Ply, Study};
use engine::{Interval, Options};
use serde_json::{Map, Value, json};

use super::figures::{self, Figure};
use crate::board::Playable;

/// What the games of a [`Sample`] are.
#[derive(Clone, Debug)]
pub struct About<R> {
    /// The name of the game.
    pub game: String,
    /// Its rules.
    pub rules: R,
    /// Who played all seats.
    pub player: String,
    /// What deals and chance followed from.
    pub seed: u64,
    /// How many random plies each opening had.
    pub random_plies: u32,
    /// How many games were to be played.
    pub planned: u64,
}

/// Games that were played, and what they say.
#[derive(Clone, Debug)]
pub struct Sample<G: Playable> {
    pub(super) about: About<G::Rules>,
    pub(super) study: Study,
    pub(super) games: Vec<PlayedGame<G>>,
    /// The names of the seats.
    pub(super) names: Vec<String>,
    figures: Vec<Figure>,
}

impl<G: Playable> Sample<G> {
    /// The games that were added to the study. `games` are those that a report is to show more of: all
    /// of them, or none.
    pub fn new(about: About<G::Rules>, study: Study, mut games: Vec<PlayedGame<G>>) -> Self {
        games.sort_by_key(|game| game.number);
        let start = G::start(&about.rules, 0);
        let names: Vec<String> = start.players().iter().map(ToString::to_string).collect();
        let figures = figures::of_games(&study, &names);
        Self { about, study, games, names, figures }
    }

    /// What the games are.
    pub fn about(&self) -> &About<G::Rules> {
        &self.about
    }

    /// What was added up.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// The figures of the games.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// The options that are not the default ones; empty if there are none.
    pub fn changes(&self) -> String {
        self.about.rules.changes_from(&G::Rules::default())
    }

    /// All of it as JSON.
    pub fn json(&self) -> Value {
        let (about, study, ends) = (&self.about, &self.study, self.study.ends());
        let ply = |ply: &Ply| {
            let mean = ply.choices().map(interval);
            json!({ "games": ply.games, "mean": ply.mean_choices(), "interval": mean })
        };
        json!({
            "game": about.game,
            "rules": self.changes(),
            "player": about.player,
            "seed": about.seed,
            "random_plies": about.random_plies,
            "games": study.games(),
            "planned": about.planned,
            "distinct": study.distinct(),
            "seats": self.names,
            "figures": self.figures.iter().map(Figure::json).collect::<Vec<_>>(),
            "ends": {
                "won": ends.won,
                "drawn": ends.drawn,
                "ply_limit": ends.ply_limit,
                "forfeited": ends.forfeited,
            },
            "plies": distribution(study.lengths()),
            "turns": distribution(study.turns()),
            "choices": distribution(study.choices()),
            "spread": distribution(study.spread()),
            "choices_by_ply": study.plies().iter().map(ply).collect::<Vec<_>>(),
        })
    }
}

/// By which parts of all values a distribution is described.
pub const QUANTILES: [(&str, f64); 7] = [
    ("least", 0.0),
    ("5 %", 0.05),
    ("25 %", 0.25),
    ("median", 0.5),
    ("75 %", 0.75),
    ("95 %", 0.95),
    ("most", 1.0),
];

fn distribution(values: &Distribution) -> Value {
    let quantiles = QUANTILES.map(|(name, part)| (name.to_owned(), json!(values.quantile(part))));
    json!({
        "count": values.count(),
        "mean": values.mean(),
        "interval": values.mean_interval().map(interval),
        "quantiles": quantiles.into_iter().collect::<Map<_, _>>(),
        "counts": values.iter().collect::<Vec<_>>(),
    })
}

/// An interval as JSON.
pub(super) fn interval(interval: Interval) -> Value {
    json!({ "estimate": interval.estimate, "low": interval.low, "high": interval.high })
}
