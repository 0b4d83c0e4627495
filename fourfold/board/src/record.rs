//! Records of games, as the page uploads, pastes and downloads them.

use engine::any::AnyGame;
use engine::record::first_tag;
use serde_json::{Value, json};

use super::refusal::Refusal;

/// Reads the first game of a text and prints it again.
pub(super) fn read(game: &dyn AnyGame, text: &str) -> Result<Value, Refusal> {
    let games = game.records(text)?;
    let record = games.first().ok_or_else(|| Refusal("expected a game".to_owned()))?;
    let (_, moves) = record.text.split_once("\n\n").unwrap_or_default();
    Ok(json!({
        "game": first_tag(text, "Game").ok().flatten(),
        "rules": record.start.rule_changes(),
        "start": record.start.to_string(),
        "moves": moves.trim_end(),
        "games": games.len(),
        "text": record.text,
    }))
}
