//! Results and rules as text.

use std::fmt::{Display, Write as _};

use engine::Outcome;
use kit::Kit;

/// `ongoing`, or the outcome: `draw` or `<player> wins`, then the points if the game is played for
/// points.
pub(crate) fn describe<P: Copy + Eq + Display>(outcome: Option<Outcome<P>>) -> String {
    outcome.map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

/// Every option with its value, or `none`.
pub(crate) fn rules_text(settings: &str) -> String {
    if settings.is_empty() { "none".to_owned() } else { settings.replace(',', " ") }
}

/// Rule options with their defaults and values, each on a line of its own.
pub(crate) fn options(kit: &Kit) -> String {
    list_options(&kit.options())
}

/// The same of options with their defaults.
pub(crate) fn list_options(options: &[(engine::game::OptionSpec, String)]) -> String {
    let mut text = String::new();
    for (spec, default) in options {
        let _ = write!(text, "\n  {}={default}: {}", spec.name, spec.values);
    }
    if text.is_empty() { "\n  none".to_owned() } else { text }
}
