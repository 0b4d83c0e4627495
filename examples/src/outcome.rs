//! Results and rules in words.

use engine::{Notation, Options, Outcome};

/// `ongoing`, `draw`, or `<player> wins`; then the points, if the game is played for points.
pub(crate) fn describe<G: Notation>(position: &G) -> String {
    let Some(outcome) = position.outcome() else { return "ongoing".to_owned() };
    let result = match outcome.winner() {
        Some(winner) => format!("{winner} wins"),
        None => "draw".to_owned(),
    };
    match outcome {
        Outcome::Points(points) => {
            let points: Vec<String> = points.iter().map(|(_, n)| n.to_string()).collect();
            format!("{result} {}", points.join("-"))
        }
        Outcome::Winner(_) | Outcome::Draw => result,
    }
}

/// Every option with its value, or `none`.
pub(crate) fn rules_text<R: Options>(rules: &R) -> String {
    let option = |name| format!("{name}={}", rules.get(name).unwrap_or_default());
    let options: Vec<String> = R::SPECS.iter().map(|spec| option(spec.name)).collect();
    if options.is_empty() { "none".to_owned() } else { options.join(" ") }
}
