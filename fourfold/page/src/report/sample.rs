//! The games of a report, and the figures of a study with intervals and sample sizes.

use arena::study::{Courses, Distribution, Profile, Study};
use arena::{Interval, PlayedGame};
use engine::Game;
use kit::{Dynamic, Kit};
use serde_json::{Map, Value, json};

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
#[non_exhaustive]
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
        let figures = of_games(&study, &names);
        Self { about, start, study, games, names, figures }
    }

    /// The sample as JSON.
    pub fn json(&self) -> Value {
        let (about, study) = (&self.about, &self.study);
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
            "ends": study.ends,
            "plies": distribution(&study.lengths),
            "turns": distribution(&study.turns),
            "choices": distribution(&study.choices),
            "spread": distribution(&study.spread),
            "choices_of_winner": profile(&study.mobility.winner),
            "choices_of_others": profile(&study.mobility.others),
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

/// The mean at each part of the games.
pub(super) fn profile(profile: &Profile) -> Value {
    let point = |(at, mean): (f64, Option<Interval>)| json!({ "at": at, "games": profile.games(), "mean": mean });
    profile.points().map(point).collect()
}

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

/// A figure of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Figure {
    /// The name in JSON.
    pub key: String,
    /// The title; indented for a part of the figure before.
    pub title: String,
    /// The unit in which it is printed.
    pub unit: Unit,
    /// The estimate with its interval.
    pub value: Interval,
    /// The number of games.
    pub sample: u64,
    /// A definition where the title is not enough; may be empty.
    pub meaning: &'static str,
}

/// The unit in which a figure is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share in percent.
    Percent,
    /// A plain number.
    Number,
}

impl Unit {
    /// Not to be parted from its number.
    pub(super) const SIGN: &str = "\u{a0}%";

    /// A value in this unit with two decimals.
    pub fn show(self, value: f64) -> String {
        match self {
            Self::Percent => format!("{:.2} %", 100.0 * value),
            Self::Number => format!("{value:.2}"),
        }
    }

    /// A value with as many decimals as an interval of this width leaves a meaning.
    pub(super) fn brief(self, value: f64, width: f64) -> String {
        let (value, width, unit) = match self {
            Self::Percent => (100.0 * value, 100.0 * width, Self::SIGN),
            Self::Number => (value, width, ""),
        };
        // Not -0.0.
        let value = if value.abs() < 0.05 { 0.0 } else { value };
        let decimals = usize::from(width <= 5.0 && value.fract() != 0.0);
        format!("{value:.decimals$}{unit}")
    }

    /// The middle of an interval in this unit.
    pub(super) fn middle(self, Interval { estimate, low, high }: Interval) -> String {
        self.brief(estimate, high - low)
    }

    /// An interval in this unit, with as many decimals as have a meaning.
    pub(super) fn range(self, Interval { low, high, .. }: Interval) -> String {
        let [from, to] = [low, high].map(|end| self.brief(end, high - low));
        if from == to { to } else { format!("{} to {to}", from.trim_end_matches(Self::SIGN)) }
    }
}

impl Figure {
    /// The value.
    pub fn estimate(&self) -> String {
        self.unit.show(self.value.estimate)
    }

    /// The interval.
    pub fn interval(&self) -> String {
        let low = self.unit.show(self.value.low);
        format!("{} to {}", low.trim_end_matches(" %"), self.unit.show(self.value.high))
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "key": self.key,
            "title": self.title.trim(),
            "estimate": self.value.estimate,
            "low": self.value.low,
            "high": self.value.high,
            "games": self.sample,
        })
    }
}

/// Definitions of figures by key, where the title is not enough.
const MEANINGS: [(&str, &str); 13] = [
    ("plies", "Decisions in a game."),
    ("turns", "Plies in a row by the same player are one turn."),
    ("choices", "Legal moves at a ply, as a mean over games of the mean of each game."),
    ("forced", "Plies of a game without a choice."),
    ("repeating", "Games in which it does; positions with different counters are different."),
    ("first_player", "1 for a win, an equal share of 1 for a draw."),
    ("points_", "By the rules of the game."),
    ("spread", "The most less the second."),
    ("lead_changes", "Another player takes the lead: an expectation 10 % above all others."),
    ("clear_at", "After this part the winner's expectation stays at 90 % or more."),
    ("decided_early", "Won games that are clear before half of their plies."),
    ("comebacks", "Won games whose winner's expectation was once at most half of an equal share."),
    ("drama", "The mean square root of how far the winner was behind, while behind (Browne)."),
];

/// A figure; `None` without a value.
fn figure(
    key: &str,
    title: &str,
    unit: Unit,
    value: Option<Interval>,
    sample: u64,
) -> Option<Figure> {
    let name = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let meaning = MEANINGS.iter().find(|(of, _)| *of == name).map_or("", |(_, meaning)| meaning);
    let (key, title) = (key.to_owned(), title.to_owned());
    Some(Figure { key, title, unit, value: value?, sample, meaning })
}

/// The figures of games. `names` are those of the seats.
pub(super) fn of_games(study: &Study, names: &[String]) -> Vec<Figure> {
    use Unit::{Number, Percent};
    let (games, ends, spread) = (study.games(), study.ends, &study.spread);
    let least = if ends.ply_limit > 0 { ", at least" } else { "" };
    let share =
        |key, title, count| figure(key, title, Percent, Interval::wilson(count, games), games);
    let percent = |key, title, value| figure(key, title, Percent, value, games);
    let [plies, turns] = ["plies", "turns"].map(|what| format!("{what}, mean{least}"));
    let seats = names.iter().zip(&study.seats).enumerate().flat_map(|(seat, (name, results))| {
        let points = format!("  game points of {name}, mean");
        let (key, title) = (format!("wins_{seat}"), format!("won by {name}"));
        let wins = figure(&key, &title, Percent, results.wins(), games);
        let key = format!("points_{seat}");
        [wins, figure(&key, &points, Number, results.points(), spread.count())]
    });
    let all = [
        figure("plies", &plies, Number, study.lengths.mean_interval(), games),
        figure("turns", &turns, Number, study.turns.mean_interval(), games),
        figure("choices", "moves to choose from, mean", Number, study.branching(), games),
        percent("forced", "  only one", study.forced()),
        percent("repeating", "a position occurs again", study.repeating()),
        percent("decisive", "won", study.decisive()),
        share("drawn", "  drawn", ends.drawn),
        share("ply_limit", "  cut off at the ply limit", ends.ply_limit),
        share("forfeited", "  forfeited", ends.forfeited),
        percent("first_player", "points of the first player", study.first_player()),
    ];
    let ahead = "ahead by points, mean";
    let ahead = figure("spread", ahead, Number, spread.mean_interval(), spread.count());
    all.into_iter().chain(seats).chain([ahead]).flatten().collect()
}

pub(super) fn of_courses(courses: &Courses) -> Vec<Figure> {
    let won = |key, title, value| figure(key, title, Unit::Percent, value, courses.won);
    let (changes, games) = (courses.lead_changes.mean_interval(), courses.games());
    let all = [
        figure("lead_changes", "lead changes, mean", Unit::Number, changes, games),
        won("clear_at", "the win is clear after", courses.clear_at()),
        won("decided_early", "decided early", courses.decided_early()),
        won("comebacks", "comebacks", courses.comebacks()),
        won("drama", "drama", courses.drama()),
    ];
    all.into_iter().flatten().collect()
}
