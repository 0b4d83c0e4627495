//! Positions that are set up by hand.

use kit::Kit;
use serde_json::{Value, json};

use super::answer::small;
use super::ask::Ask;
use super::refusal::Refusal;

/// The position after the edits, or why it is not legal.
///
/// The edits are separated by `;`: `piece@place` puts a piece, `@place` clears a place, `turn=1` has
/// the second player be to move, and `name=5` changes a count.
pub(super) fn set_up(game: &Kit, ask: &Ask) -> Result<Value, Refusal> {
    let now = ask.read(game)?.now;
    let mut draft =
        now.draft().ok_or_else(|| Refusal("this game is set up by its text".to_owned()))?;
    for edit in ask.edits.split(';').filter(|edit| !edit.is_empty()) {
        let refuse = || Refusal(format!("expected PIECE@PLACE or NAME=NUMBER, found {edit:?}"));
        if let Some((piece, place)) = edit.split_once('@') {
            draft.put(piece, place);
            continue;
        }
        let (name, number) = edit.split_once('=').ok_or_else(refuse)?;
        let number = number.parse().map_err(|_| refuse())?;
        match name {
            "turn" => draft.set_turn(number as usize),
            _ => draft.set_count(name, number),
        }
    }
    let (position, reason) = match draft.finish() {
        Ok(position) => (Some(position), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let picture = now.picture().seen_from(ask.side()).without_style().without_caption();
    let pieces = draft.pieces().into_iter().map(|item| json!([item.place, small(&item.shapes)]));
    Ok(json!({
        "svg": picture.of_draft(&*draft),
        "pieces": pieces.collect::<Value>(),
        "counts": draft.counts().iter().map(|c| json!([c.name, c.value, c.most])).collect::<Value>(),
        "seat": position.as_ref().map(|found| found.seat_to_move()),
        "position": position.map(|found| found.to_string()),
        "reason": reason,
    }))
}
