//! What the rules answer: positions, trees of moves, positions that are set up, records.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use engine::Outcome;
use engine::record::{Record, RecordResult, first_tag};
use engine::svg::{Item, Layers, Picture, Task, Tray};
use kit::{AnyMove, Dynamic, Kit, Move, Seat};
use serde_json::{Value, json};

use super::ask::{Ask, Line, Refusal, check_length, play};
use super::board::Hosted;

/// How many moves of a position are listed; others can be typed.
const MOST_MOVES: usize = 5_000;

/// A position as JSON: its picture, its legal moves, and what there is to say about it.
pub(super) fn position(game: &Hosted, ask: &Ask) -> Result<Value, Refusal> {
    let Line { start, moves, passed, before, now } = ask.read(&game.kit)?;
    let told = ask.from.saturating_sub(passed);
    let last = before.last().zip(moves.last()).map(|(before, m)| last(before, m)).transpose()?;
    let layers = for_page(&now, ask).without_trays().layers();
    let outcome = now.outcome();
    let legal = now.moves(0..MOST_MOVES);
    let count = if legal.len() < MOST_MOVES { legal.len() } else { now.count_moves() };
    let seats = now.seats().into_iter();
    let seats =
        seats.map(|Seat { name, colour, .. }| json!({ "name": name, "hue": colour.to_string() }));
    let task = outcome.is_none().then(|| now.task());
    let task = task.map(|Task { say, help }| json!({ "say": say, "help": help }));
    // A move, its places, and its route if that is another.
    let offer = |AnyMove { text, places, route, .. }| {
        if places == route { json!([text, places]) } else { json!([text, places, route]) }
    };
    Ok(json!({
        "picture": in_parts(&layers, &[], ask),
        "start": start.to_string(),
        "position": now.to_string(),
        "rules": now.rule_changes(),
        "played": moves[passed..].iter().skip(told).collect::<Vec<_>>(),
        "movers": before.iter().skip(told).map(|one| one.seat_to_move()).collect::<Value>(),
        "seats": seats.collect::<Value>(),
        "seat": now.seat_to_move(),
        "outcome": outcome.as_ref().map(|_| now.state()),
        "winner": outcome.as_ref().and_then(Outcome::winner),
        "ending": now.ending(),
        "decisive": now.decisive(),
        "task": task,
        "last": last,
        "moves": legal.into_iter().map(offer).collect::<Value>(),
        "count": count,
        "notes": layers.notes,
        "arranged": now.draft().is_some(),
    }))
}

fn last(before: &Dynamic, m: &Move) -> Result<Value, Refusal> {
    let AnyMove { text, places, route, .. } = before.find_move(m)?;
    Ok(json!({ "move": text, "seat": before.seat_to_move(), "places": places, "route": route }))
}

fn for_page(position: &Dynamic, ask: &Ask) -> Picture {
    position.picture().seen_from(ask.side()).without_style().without_caption()
}

/// A picture, and what is offered beside it. What pictures have alike stands in it as a number: that of its name in
/// `parts`, and of its SVG in `texts`, for which a page asks where it does not know a name.
fn in_parts(layers: &Layers, offered: &[Item], ask: &Ask) -> Value {
    let mut texts: Vec<String> = Vec::new();
    let mut part = |text: String| -> Value {
        let number = texts.iter().position(|other| *other == text).unwrap_or(texts.len());
        if number == texts.len() {
            texts.push(text);
        }
        number.into()
    };
    let mut told = json!({
        "board": part(layers.ground.clone()),
        "pieces": layers.pieces.iter().map(|piece| {
            let (look, (x, y)) = (part(piece.look()), piece.origin);
            json!([look, piece.place, piece.name, x, y])
        }).collect::<Value>(),
        "trays": layers.trays.iter().map(|one| tray(one, &mut part)).collect::<Value>(),
        "offered": offered.iter().map(|item| json!([item.place, part(item.svg())])).collect::<Value>(),
    });
    let name = |text: &String| {
        format!("{:016x}", BuildHasherDefault::<DefaultHasher>::default().hash_one(text))
    };
    told["parts"] = texts.iter().map(name).collect();
    told["texts"] = json!(ask.texts.then_some(texts));
    told
}

pub(super) fn tray(tray: &Tray, mut picture: impl FnMut(String) -> Value) -> Value {
    let items = tray.items.iter().map(|item| {
        json!({
            "place": item.place,
            "svg": picture(item.svg()),
            "count": item.count,
            "scale": item.scale,
        })
    });
    json!({ "caption": tray.caption, "items": items.collect::<Value>() })
}

/// Why places, pointed at in this order, are no move and no beginning of one.
pub(super) fn refusal(game: &Hosted, ask: &Ask) -> Result<Value, Refusal> {
    let now = ask.read(&game.kit)?.now;
    let places: Vec<&str> = ask.places.split(',').filter(|place| !place.is_empty()).collect();
    let begun = now.moves(0..usize::MAX).iter().any(|m| {
        m.places.len() >= places.len() && m.places.iter().zip(&places).all(|(a, b)| a == b)
    });
    let reason = if begun { None } else { now.refusal(&places) };
    Ok(json!({ "reason": reason }))
}

/// The seat that makes each move of a tree, how the game ends by it if it does, and the first move that is illegal.
///
/// The moves are separated by spaces, each as `parent:move`; the start is 0, the first move of the list is 1.
/// The seat of an illegal move, and of those that follow it, is null.
pub(super) fn tree(game: &Hosted, ask: &Ask) -> Result<Value, Refusal> {
    // Each with the number of moves that led to it.
    let mut positions: Vec<Option<(Dynamic, usize)>> = vec![Some((ask.start(&game.kit)?, 0))];
    let (mut seats, mut outcomes, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let mut refused = None;
    let nodes = ask.nodes.split(' ').filter(|node| !node.is_empty());
    for node in nodes {
        let refuse = || Refusal(format!("expected PARENT:MOVE after its parent, found {node:?}"));
        let (parent, text) = node.split_once(':').ok_or_else(refuse)?;
        let parent: usize = parent.parse().map_err(|_| refuse())?;
        let before = positions.get(parent).ok_or_else(refuse)?;
        let played = before.clone().and_then(|(mut position, moves)| {
            let seat = position.seat_to_move();
            let places = position.find_move(text).map(|m| m.places).unwrap_or_default();
            let more = play(&mut position, text, moves)
                .map_err(|error| refused.get_or_insert_with(|| error.to_string()));
            more.ok().map(|more| ((seat, places), (position, moves + more.len())))
        });
        let (of_move, position) = played.unzip();
        let (seat, way) = of_move.unzip();
        seats.push(seat);
        places.push(way);
        outcomes.push(position.as_ref().and_then(|(now, _)| now.outcome().map(|_| now.state())));
        positions.push(position);
        check_length(seats.len())?;
    }
    Ok(json!({ "seats": seats, "outcomes": outcomes, "places": places, "refused": refused }))
}

/// The position after the edits, or why it is not legal.
///
/// The edits are separated by `;`: `piece@place` puts a piece, `@place` clears a place, `turn=1` has
/// the second player be to move, and `name=5` changes a count.
pub(super) fn set_up(game: &Hosted, ask: &Ask) -> Result<Value, Refusal> {
    let now = ask.read(&game.kit)?.now;
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
        Ok(text) => {
            let rules = text.rsplit_once(' ').filter(|(_, rules)| rules.contains('='));
            let (text, rules) = rules.unwrap_or((&text, ""));
            (Some(game.kit.parse(text, rules)?), None)
        }
        Err(error) => (None, Some(error.to_string())),
    };
    let layers = for_page(&now, ask).layers_of(&*draft);
    Ok(json!({
        "picture": in_parts(&layers, &draft.pieces(), ask),
        "counts": draft.counts().iter().map(|c| json!([c.name, c.value, c.most])).collect::<Value>(),
        "seat": position.as_ref().map(|found| found.seat_to_move()),
        "position": position.map(|found| found.to_string()),
        "reason": reason,
    }))
}

/// The tags that the page writes itself.
const OWN_TAGS: [&str; 4] = ["[Game ", "[Rules ", "[Start ", "[Result "];

/// Reads the first game of a text and prints it again.
pub(super) fn record(game: &Kit, text: &str) -> Result<Value, Refusal> {
    let games: Vec<Record<Dynamic>> =
        game.records(text).collect::<Result<_, _>>().map_err(Refusal::new)?;
    let record = games.first().ok_or_else(|| Refusal("expected a game".to_owned()))?;
    let whole = record.to_string();
    let is_ending = matches!(record.result(), RecordResult::Ending(_));
    let ending = is_ending.then(|| record.result().to_string());
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
