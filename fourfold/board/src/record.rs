//! Records of games, as the page uploads, pastes and downloads them.

use engine::Options;
use engine::record::{Record, parse_all};
use serde_json::{Value, json};

use super::playable::Playable;
use super::refusal::Refusal;

/// Reads the first game of a text and prints it again.
pub(super) fn read<G: Playable>(text: &str) -> Result<Value, Refusal> {
    let games: Vec<Record<G>> = parse_all(text).map_err(Refusal::new)?;
    let game = games.first().ok_or_else(|| Refusal("expected a game".to_owned()))?;
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").unwrap_or_default();
    Ok(json!({
        "game": game.tag("Game"),
        "rules": game.start().rules().changes_from(&G::Rules::default()),
        "start": game.start().to_string(),
        "moves": moves.trim_end(),
        "games": games.len(),
        "text": text,
    }))
}
