//! Results and rules as text.

use std::fmt::Write as _;

use engine::{Notation, Options};

/// `ongoing`, or the outcome: `draw` or `<player> wins`, then the points if the game is played for
/// points.
pub(crate) fn describe<G: Notation>(position: &G) -> String {
    position.outcome().map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}

/// Every option with its value, or `none`.
pub(crate) fn rules_text<R: Options>(rules: &R) -> String {
    let option = |name| format!("{name}={}", rules.get(name).unwrap_or_default());
    let options: Vec<String> = R::SPECS.iter().map(|spec| option(spec.name)).collect();
    if options.is_empty() { "none".to_owned() } else { options.join(" ") }
}

/// Rule options with their defaults and values, each on a line of its own.
pub(crate) fn options<R: Options>() -> String {
    let mut text = String::new();
    for (spec, default) in R::defaults() {
        let _ = write!(text, "\n  {}={default}: {}", spec.name, spec.values);
    }
    if text.is_empty() { "\n  none".to_owned() } else { text }
}
