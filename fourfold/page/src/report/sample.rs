//! The games of a report.

use arena::PlayedGame;
use arena::study::{Distribution, Ply, Study};
use engine::Game;
use kit::{Dynamic, Kit};
use serde_json::{Map, Value, json};

use super::figures::{self, Figure};

/// The description of a [`Sample`].
#[derive(Clone, Debug)]
pub struct About {
    /// The game.
    pub kit: Kit,
    /// The command that makes the same report again, if there is one.
    pub command: Option<String>,
    /// Its rules, as settings that are not the default.
    pub rules: String,
    /// The player of all seats.
    pub player: String,
    /// The seed of deals and random choices.
    pub seed: u64,
    /// The random plies in each opening.
    pub random_plies: u32,
    /// The planned number of games.
    pub planned: u64,
}

/// Played games with their figures.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The description of the games.
    pub about: About,
    pub(super) start: Dynamic,
    /// The study of the games.
    pub study: Study,
    pub(super) games: Vec<PlayedGame<Dynamic>>,
    pub(super) names: Vec<String>,
    /// The figures of the games.
    pub figures: Vec<Figure>,
}

impl Sample {
    /// A sample of the games of a study; `start` is where one of them begins. `games` are all of them for a
    /// report, otherwise none.
    pub fn new(
        about: About,
        start: Dynamic,
        study: Study,
        mut games: Vec<PlayedGame<Dynamic>>,
    ) -> Self {
        games.sort_by_key(|game| game.number);
        let names: Vec<String> = start.players().iter().map(ToString::to_string).collect();
        let figures = figures::of_games(&study, &names);
        Self { about, start, study, games, names, figures }
    }

    /// The sample as JSON.
    pub fn json(&self) -> Value {
        let (about, study, ends) = (&self.about, &self.study, self.study.ends);
        let ply = |ply: &Ply| {
            let mean = ply.choices();
            json!({ "games": ply.games, "mean": ply.mean_choices(), "interval": mean })
        };
        json!({
            "game": about.kit.name(),
            "rules": about.rules,
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
            "plies": distribution(&study.lengths),
            "turns": distribution(&study.turns),
            "choices": distribution(&study.choices),
            "spread": distribution(&study.spread),
            "choices_by_ply": study.plies.iter().map(ply).collect::<Vec<_>>(),
        })
    }
}

/// The quantiles in JSON, by name.
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
        "interval": values.mean_interval(),
        "quantiles": quantiles.into_iter().collect::<Map<_, _>>(),
        "counts": values.iter().collect::<Vec<_>>(),
    })
}
