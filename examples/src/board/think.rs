//! Searches for the page: moves for seats that the program plays, analysis while one looks, and the
//! curve of a game.

use std::sync::Arc;
use std::time::Duration;

use engine::svg::{Hue, Picture};
use engine::{
    Analysis, Bot, Evaluator, Limits, Score, ScoreKind, Search, SearchError, StopFlag, Variation,
};
use serde_json::{Value, json};

use super::answer::picture;
use super::ask::{Ask, Line};
use super::jobs::{Refusal, Reports};
use super::playable::Playable;

/// The transposition table of a search for the page, in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// No search for the page takes longer.
const LONGEST: Duration = Duration::from_mins(2);

/// A move of a bot.
pub(super) fn choose<G: Playable>(
    ask: &Ask,
    mut bot: Box<dyn Bot<G>>,
    limits: Limits,
    stop: &StopFlag,
) -> Result<Value, Refusal> {
    let (_, position) = ask.read::<G>()?.ends();
    let patience = Watchdog::new(LONGEST, stop.clone());
    bot.new_game(&position, rand::random());
    let chosen = bot.choose(&position, &limits.stop(stop.clone()));
    drop(patience);
    Ok(json!({ "move": chosen.map(|m| m.to_string()) }))
}

/// Raises a flag after some time, unless it is dropped before.
struct Watchdog {
    _alive: std::sync::mpsc::Sender<()>,
}

impl Watchdog {
    fn new(patience: Duration, stop: StopFlag) -> Self {
        let (alive, ended) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || {
            if ended.recv_timeout(patience) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                stop.raise();
            }
        });
        Self { _alive: alive }
    }
}

/// What a position and its moves are worth: first a glance at every move, then the lines that were
/// asked for, deeper and deeper.
pub(super) fn analyse<G: Playable, E: Evaluator<G> + Send + Sync>(
    ask: &Ask,
    evaluator: &Arc<E>,
    reports: &Reports,
) -> Result<(), Refusal> {
    const MOST_MOVES: usize = 64;
    let line = ask.read::<G>()?;
    let (_, position) = line.ends();
    let count = position.legal_moves().len();
    if position.outcome().is_some() {
        return Ok(());
    }
    let drawn = picture(ask, &line);
    if count <= MOST_MOVES {
        let limits = Limits::new().time(Duration::from_millis(150)).stop(reports.stop.clone());
        let found = search(evaluator, count).run(&position, &limits)?;
        reports.send("moves", &tell(&position, &found, None));
        let proven = found.proven && found.others.iter().all(|line| line.proven);
        if proven && found.others.len() + 1 == count {
            reports.send("lines", &tell(&position, &found, Some((&drawn, ask.lines))));
            return Ok(());
        }
    }
    let lines = ask.lines.clamp(1, MOST_MOVES);
    let limits = Limits::new().time(LONGEST).stop(reports.stop.clone());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let report = |found: &Analysis<G::Move>| {
        reports.send("lines", &tell(&position, found, Some((&drawn, lines))));
    };
    let found = search(evaluator, lines).run_parallel(&position, &limits, threads, report)?;
    reports.send("lines", &tell(&position, &found, Some((&drawn, lines))));
    Ok(())
}

impl From<SearchError> for Refusal {
    fn from(error: SearchError) -> Self {
        Self::new(error)
    }
}

/// A search for so many lines.
fn search<G: Playable, E: Evaluator<G>>(evaluator: &Arc<E>, lines: usize) -> Search<G, Arc<E>> {
    Search::with_table_bytes(Arc::clone(evaluator), TABLE_BYTES).with_lines(lines)
}

/// What a search found; with the arrows of so many lines, if there is a picture.
fn tell<G: Playable>(
    position: &G,
    found: &Analysis<G::Move>,
    drawn: Option<(&Picture<G>, usize)>,
) -> Value {
    let Analysis { line, score, proven, others, depth, nodes, .. } = found.clone();
    let mut lines = vec![Variation { line, score, proven }];
    lines.extend(others);
    let mut overlay = String::new();
    if let Some((picture, shown)) = drawn {
        lines.truncate(shown.max(1));
        let hues = [Hue::Green, Hue::Blue, Hue::Yellow];
        let arrows =
            lines.iter().zip(hues).rev().filter_map(|(line, hue)| Some((*line.line.first()?, hue)));
        let picture = arrows.fold(picture.clone(), |picture, (m, hue)| picture.arrow_of(m, hue));
        overlay = picture.overlay();
    }
    let line = |Variation { line, score, proven }: &Variation<G::Move>| {
        let moves: Vec<String> = line.iter().take(24).map(ToString::to_string).collect();
        let is_draw = *proven && *score == Score::DRAW;
        json!({
            "moves": moves,
            "places": line.first().map(|&m| position.places(m)),
            "score": if is_draw { "draw".to_owned() } else { score.to_string() },
            "proven": proven,
            "worth": worth(*score, is_draw),
        })
    };
    json!({
        "depth": depth,
        "nodes": nodes,
        "speed": found.nodes_per_second(),
        "lines": lines.iter().map(line).collect::<Value>(),
        "overlay": overlay,
    })
}

/// What kind of score it is, and its size.
fn worth(score: Score, is_draw: bool) -> Value {
    match score.kind() {
        ScoreKind::Win(plies) => json!(["win", plies]),
        ScoreKind::Loss(plies) => json!(["loss", plies]),
        ScoreKind::Value(_) if is_draw => json!(["draw", 0]),
        ScoreKind::Value(value) => json!(["value", value]),
    }
}

/// What every position of a game was worth to the player to move, and the best move there.
pub(super) fn curve<G: Playable, E: Evaluator<G> + Send + Sync>(
    ask: &Ask,
    evaluator: &Arc<E>,
    reports: &Reports,
) -> Result<(), Refusal> {
    const MOST_PLIES: usize = 600;
    let Line { start: mut position, moves } = ask.read::<G>()?;
    let mut search = search(evaluator, 1);
    let played = moves.iter().map(Some).chain([None]).take(MOST_PLIES);
    for (ply, m) in played.enumerate() {
        if reports.stop.is_raised() {
            break;
        }
        if position.outcome().is_none() {
            let limits = Limits::new().time(Duration::from_millis(100));
            let found = search.run(&position, &limits.stop(reports.stop.clone()))?;
            let told = tell(&position, &found, None);
            let seat = position.players().iter().position(|&player| player == position.turn());
            reports.send("point", &json!({ "ply": ply, "seat": seat, "best": told["lines"][0] }));
        }
        if let Some(&m) = m {
            position.play_unchecked(m);
        }
    }
    Ok(())
}
