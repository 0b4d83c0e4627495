//! Records of games, as the page uploads, pastes and downloads them.

use engine::record::{Record, RecordResult, first_tag};
use kit::{Dynamic, Kit};
use serde_json::{Value, json};

use super::refusal::Refusal;

/// The tags that the page writes itself.
const OWN_TAGS: [&str; 4] = ["[Game ", "[Rules ", "[Start ", "[Result "];

/// Reads the first game of a text and prints it again.
pub(super) fn read(game: &Kit, text: &str) -> Result<Value, Refusal> {
    let games: Vec<Record<Dynamic>> =
        game.records(text).collect::<Result<_, _>>().map_err(Refusal::new)?;
    let record = games.first().ok_or_else(|| Refusal("expected a game".to_owned()))?;
    let whole = record.to_string();
    let ending = match record.result() {
        RecordResult::Ending(ending) => Some(ending.to_string()),
        RecordResult::Outcome(_) | RecordResult::Unfinished => None,
    };
    let (tags, moves) = whole.split_once("\n\n").unwrap_or_default();
    let is_own = |line: &&str| OWN_TAGS.iter().any(|tag| line.starts_with(tag));
    Ok(json!({
        "game": first_tag(text, "Game").ok().flatten(),
        "rules": record.start().rule_changes(),
        "start": record.start().to_string(),
        "tags": tags.lines().filter(|line| !is_own(line)).flat_map(|line| [line, "\n"]).collect::<String>(),
        "moves": moves.trim_end(),
        "ending": ending,
        "games": games.len(),
        "text": whole,
    }))
}
