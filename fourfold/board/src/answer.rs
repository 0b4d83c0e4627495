//! A position by the rules, and its picture.

use engine::Options;
use engine::svg::{Hue, Picture};
use serde_json::{Value, json};

use super::ask::{Ask, Line};
use super::jobs::Refusal;
use super::playable::Playable;

/// How many moves of a position are listed; others can be typed.
const MOST_MOVES: usize = 5_000;

/// A position as JSON: its picture, legal moves and outcome.
pub(super) fn position<G: Playable>(ask: &Ask) -> Result<Value, Refusal> {
    let line: Line<G> = ask.read()?;
    let (_, now) = line.ends();
    let picture = picture(ask, &line);
    let names: Vec<String> = now.players().iter().map(ToString::to_string).collect();
    let legal = now.legal_moves();
    let shown = legal.iter().take(MOST_MOVES);
    let shown = shown.map(|&m| json!([m.to_string(), now.places(m)]));
    let ways = now.ways().into_iter();
    let ways = ways.fold(Picture::new(&now).seen_from(ask.side()), |picture, way| {
        picture.arrow(way, Hue::Blue)
    });
    Ok(json!({
        "svg": picture.to_string(),
        "start": line.start.to_string(),
        "position": now.to_string(),
        "rules": now.rules().changes_from(&G::Rules::default()),
        "played": line.moves.iter().map(ToString::to_string).collect::<Value>(),
        "players": names,
        "seat": now.seat(now.turn()),
        "outcome": now.outcome().map(|outcome| outcome.to_string()),
        "moves": shown.collect::<Value>(),
        "count": legal.len(),
        "notes": picture.notes(),
        "ways": ways.overlay(),
        "arranged": now.draft().is_some(),
    }))
}

/// The picture of the position after the moves, for a page that has the style sheet.
pub(super) fn picture<G: Playable>(ask: &Ask, line: &Line<G>) -> Picture<G> {
    let (before, now) = line.ends();
    let last = line.moves.last().and_then(|&m| Picture::after(&before, m).ok());
    let picture = last.unwrap_or_else(|| Picture::new(&now));
    picture.seen_from(ask.side()).without_style().without_caption()
}
