//! Results in words.

use engine::{Notation, Outcome};

/// `ongoing`, `draw`, or `<player> wins`; then the points, if the game is played for points.
pub fn describe<G: Notation>(position: &G) -> String {
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
