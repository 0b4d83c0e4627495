//! Records of games, as the page uploads, pastes and downloads them.

use engine::record::first_tag;
use kit::AnyGame;
use serde_json::{Value, json};

use super::refusal::Refusal;

/// The tags that the page writes itself.
const OWN_TAGS: [&str; 4] = ["[Game ", "[Rules ", "[Start ", "[Result "];

/// Reads the first game of a text and prints it again.
pub(super) fn read(game: &dyn AnyGame, text: &str) -> Result<Value, Refusal> {
    let games = game.records(text)?;
    let record = games.first().ok_or_else(|| Refusal("expected a game".to_owned()))?;
    let (tags, moves) = record.text.split_once("\n\n").unwrap_or_default();
    let is_own = |line: &&str| OWN_TAGS.iter().any(|tag| line.starts_with(tag));
    Ok(json!({
        "game": first_tag(text, "Game").ok().flatten(),
        "rules": record.start.rule_changes(),
        "start": record.start.to_string(),
        "tags": tags.lines().filter(|line| !is_own(line)).flat_map(|line| [line, "\n"]).collect::<String>(),
        "moves": moves.trim_end(),
        "ending": record.ending,
        "games": games.len(),
        "text": record.text,
    }))
}
