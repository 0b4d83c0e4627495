//! Results in words.

use engine::Notation;

/// `ongoing`, or the outcome: `draw` or `<player> wins`, then the points if the game is played for
/// points.
pub fn describe<G: Notation>(position: &G) -> String {
    position.outcome().map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string())
}
