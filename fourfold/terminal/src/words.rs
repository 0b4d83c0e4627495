//! Results, rules, scores and numbers as text.

use std::fmt::{Display, Write as _};

use engine::board::counted;
use engine::{Outcome, Score};
use indicatif::HumanCount;
use kit::Kit;

/// `ongoing`, or the outcome: `draw` or `<player> wins`, then the points if the game is played for
/// points.
pub fn describe<P: Copy + Eq + Display>(outcome: Option<Outcome<P>>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

/// Every option with its value, or `none`.
pub fn rules_text(settings: &str) -> String {
    if settings.is_empty() { "none".to_owned() } else { settings.replace(',', " ") }
}

/// Rule options with their defaults and values, each on a line of its own.
pub fn options(kit: &Kit) -> String {
    list_options(&kit.options())
}

/// The same of options with their defaults.
pub fn list_options(options: &[(engine::game::OptionSpec, String)]) -> String {
    let mut text = String::new();
    for (spec, default) in options {
        let _ = write!(text, "\n  {}={default}: {}", spec.name, spec.values);
    }
    if text.is_empty() { "\n  none".to_owned() } else { text }
}

/// A number with its digits in groups, and the noun that it counts: `1 position`, `2,000 positions`.
pub fn grouped(number: u64, noun: &str) -> String {
    counted(number, noun).replacen(&number.to_string(), &HumanCount(number).to_string(), 1)
}

/// A score as text: a proven value of 0 is a draw.
pub fn in_words(score: Score, proven: bool) -> String {
    if proven && score == Score::DRAW { "draw".to_owned() } else { score.to_string() }
}

/// The moves of a line, separated by spaces.
pub fn join<M: ToString>(line: &[M]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
