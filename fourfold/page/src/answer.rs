//! A position by the rules, and its picture.

use engine::Outcome;
use engine::svg::{Picture, SQUARE, Task, Tray};
use kit::{AnyMove, Dynamic, Kit, Move, Seat};
use serde_json::{Value, json};

use super::ask::{Ask, Line};
use super::refusal::Refusal;

/// How many moves of a position are listed; others can be typed.
const MOST_MOVES: usize = 5_000;

/// A position as JSON: its picture, its legal moves, and what there is to say about it.
pub(super) fn position(game: &Kit, ask: &Ask) -> Result<Value, Refusal> {
    let line = ask.read(game)?;
    let picture = picture(ask, &line)?;
    let Line { moves, before, now } = line;
    let last = before.last().zip(moves.last()).map(|(before, m)| last(before, m)).transpose()?;
    let (trays, notes) = (picture.trays(), picture.notes());
    let outcome = now.outcome();
    let legal = now.moves(0..MOST_MOVES);
    let count = if legal.len() < MOST_MOVES { legal.len() } else { now.count_moves() };
    let task = || {
        let Task { say, help } = now.task();
        json!({ "say": say, "help": help })
    };
    Ok(json!({
        "svg": picture.without_trays().to_string(),
        "trays": trays.iter().map(tray).collect::<Value>(),
        "start": before.first().unwrap_or(&now).to_string(),
        "position": now.to_string(),
        "rules": now.rule_changes(),
        "played": moves,
        "movers": before.iter().map(|position| position.seat_to_move()).collect::<Value>(),
        "seats": now.seats().iter().map(seat).collect::<Value>(),
        "seat": now.seat_to_move(),
        "outcome": outcome.as_ref().map(|_| now.state()),
        "winner": outcome.as_ref().and_then(Outcome::winner),
        "ending": now.ending(),
        "decisive": now.decisive(),
        "task": if outcome.is_none() { task() } else { Value::Null },
        "last": last,
        "moves": legal.into_iter().map(offer).collect::<Value>(),
        "count": count,
        "notes": notes,
        "arranged": now.draft().is_some(),
    }))
}

fn tray(tray: &Tray) -> Value {
    let items = tray.items.iter().map(|item| {
        json!({
            "place": item.place,
            "svg": small(&item.shapes),
            "count": item.count,
            "scale": item.scale,
        })
    });
    json!({ "caption": tray.caption, "items": items.collect::<Value>() })
}

pub(super) fn small(shapes: &str) -> String {
    format!(
        r#"<svg class="fourfold-board" viewBox="0 0 {SQUARE} {SQUARE}"><g class="piece">{shapes}</g></svg>"#
    )
}

fn seat(Seat { name, colour }: &Seat) -> Value {
    json!({ "name": name, "hue": colour.to_string() })
}

/// A move, its places, and its route if that is another.
fn offer(AnyMove { text, places, route }: AnyMove) -> Value {
    if places == route { json!([text, places]) } else { json!([text, places, route]) }
}

fn last(before: &Dynamic, m: &Move) -> Result<Value, Refusal> {
    let AnyMove { text, places, route } = before.find_move(m)?;
    Ok(json!({ "move": text, "seat": before.seat_to_move(), "places": places, "route": route }))
}

/// Why places, pointed at in this order, are no move and no beginning of one.
pub(super) fn refusal(game: &Kit, ask: &Ask) -> Result<Value, Refusal> {
    let now = ask.read(game)?.now;
    let places: Vec<&str> = ask.places.split(',').filter(|place| !place.is_empty()).collect();
    let begun = now.moves(0..usize::MAX).iter().any(|m| {
        m.places.len() >= places.len() && m.places.iter().zip(&places).all(|(a, b)| a == b)
    });
    let reason = if begun { None } else { now.refusal(&places) };
    Ok(json!({ "reason": reason }))
}

/// The picture of the position after the moves, for a page that has the style sheet.
pub(super) fn picture(ask: &Ask, line: &Line) -> Result<Picture, Refusal> {
    let picture = match (line.before.last(), line.moves.last()) {
        (Some(before), Some(m)) => before.picture_after(m)?,
        _ => line.now.picture(),
    };
    Ok(picture.seen_from(ask.side()).without_style().without_caption())
}
