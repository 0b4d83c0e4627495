//! A position by the rules, and its picture.

use engine::svg::{Hue, Picture, SQUARE, Task, Tray};
use engine::{Options, Outcome};
use serde_json::{Value, json};

use super::ask::{Ask, Line};
use super::jobs::Refusal;
use super::playable::Playable;

/// How many moves of a position are listed; others can be typed.
const MOST_MOVES: usize = 5_000;

/// A position as JSON: its picture, its legal moves, and what there is to say about it.
pub(super) fn position<G: Playable>(ask: &Ask) -> Result<Value, Refusal> {
    let line: Line<G> = ask.read()?;
    let (before, now) = line.ends();
    let picture = picture(ask, &line);
    let (trays, notes) = (picture.trays(), picture.notes());
    let legal = now.legal_moves();
    let ways = now.ways().into_iter();
    let ways = ways.fold(Picture::new(&now).seen_from(ask.side()), |picture, way| {
        picture.arrow(way, Hue::Blue)
    });
    let outcome = now.outcome();
    let winner = outcome.as_ref().and_then(Outcome::winner).map(|player| now.seat(player));
    let task = || {
        let Task { say, help } = now.task();
        json!({ "say": say, "help": help })
    };
    Ok(json!({
        "svg": picture.without_trays().to_string(),
        "trays": trays.iter().map(tray).collect::<Value>(),
        "start": line.start.to_string(),
        "position": now.to_string(),
        "rules": now.rules().changes_from(&G::Rules::default()),
        "played": line.moves.iter().map(ToString::to_string).collect::<Value>(),
        "movers": movers(&line),
        "seats": seats(&now),
        "seat": now.seat(now.turn()),
        "outcome": outcome.map(|outcome| outcome.to_string()),
        "winner": winner,
        "ending": now.ending(),
        "decisive": now.decisive(),
        "task": if now.outcome().is_none() { task() } else { Value::Null },
        "last": line.moves.last().map(|&m| last(&before, m)),
        "moves": legal.iter().take(MOST_MOVES).map(|&m| offer(&now, m)).collect::<Value>(),
        "count": legal.len(),
        "notes": notes,
        "ways": ways.overlay(),
        "arranged": now.draft().is_some(),
    }))
}

/// What lies beside the board.
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

/// A small picture of shapes in a square.
pub(super) fn small(shapes: &str) -> String {
    format!(
        r#"<svg class="fourfold-board" viewBox="0 0 {SQUARE} {SQUARE}"><g class="piece">{shapes}</g></svg>"#
    )
}

/// The seats that made the moves.
fn movers<G: Playable>(line: &Line<G>) -> Value {
    let mut position = line.start.clone();
    let mover = |&m| {
        let seat = position.seat(position.turn());
        position.play_unchecked(m);
        seat
    };
    line.moves.iter().map(mover).collect()
}

/// The players with the colours of their pieces.
fn seats<G: Playable>(position: &G) -> Value {
    let seat = |&player: &G::Player| json!({ "name": player.to_string(), "hue": position.colour(player).to_string() });
    position.players().iter().map(seat).collect()
}

/// A move, its places, and its route if that is another.
fn offer<G: Playable>(position: &G, m: G::Move) -> Value {
    let (places, route) = (position.places(m), position.route(m));
    if places == route {
        json!([m.to_string(), places])
    } else {
        json!([m.to_string(), places, route])
    }
}

/// The move that was made in a position.
fn last<G: Playable>(before: &G, m: G::Move) -> Value {
    json!({
        "move": m.to_string(),
        "seat": before.seat(before.turn()),
        "places": before.places(m),
        "route": before.route(m),
    })
}

/// Why places, pointed at in this order, are no move and no beginning of one.
pub(super) fn refusal<G: Playable>(ask: &Ask) -> Result<Value, Refusal> {
    let (_, now) = ask.read::<G>()?.ends();
    let places: Vec<&str> = ask.places.split(',').filter(|place| !place.is_empty()).collect();
    let begins = |m: G::Move| {
        let made = now.places(m);
        made.len() >= places.len() && made.iter().zip(&places).all(|(made, place)| made == place)
    };
    let begun = now.legal_moves().into_iter().any(begins);
    let reason = if begun { None } else { now.refusal(&places) };
    Ok(json!({ "reason": reason }))
}

/// The picture of the position after the moves, for a page that has the style sheet.
pub(super) fn picture<G: Playable>(ask: &Ask, line: &Line<G>) -> Picture {
    let (before, now) = line.ends();
    let last = line.moves.last().and_then(|&m| Picture::after(&before, m).ok());
    let picture = last.unwrap_or_else(|| Picture::new(&now));
    picture.seen_from(ask.side()).without_style().without_caption()
}
