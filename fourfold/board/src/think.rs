//! Searches for the page: moves of the program's players, live analysis, and the curve of a game.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use engine::search::Variation;
use engine::svg::{Hue, Picture};
use engine::{
    Analysis, Bot, Evaluator, Limits, Score, ScoreKind, Search, SearchError, StopFlag, Wdl,
};
use serde_json::{Value, json};

use super::answer::picture;
use super::ask::{Ask, Line};
use super::jobs::{Refusal, Reports};
use super::playable::Playable;

/// The result of a position for the player to move, if it is known.
pub(super) type Known<G> = Box<dyn Fn(&G) -> Option<Wdl> + Send + Sync>;

/// The transposition table of a search for the page, in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// The longest search for the page.
const LONGEST: Duration = Duration::from_mins(2);

/// The limits of a quick search: some tenths of a second, with the same result on every machine unless a
/// game is very slow.
fn quick() -> Limits {
    Limits::new().nodes(60_000).time(Duration::from_secs(2))
}

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

/// Reports the scores of a position and its moves: first of every move by a quick search, then of the
/// lines of the request with growing depth. `known` gives results that the search has not proven.
pub(super) fn analyse<G: Playable, E: Evaluator<G> + Send + Sync>(
    ask: &Ask,
    evaluator: &Arc<E>,
    known: Option<&Known<G>>,
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
        let limits = quick().stop(reports.stop.clone());
        let found = search(evaluator, count).run(&position, &limits)?;
        let lines = variations(&position, &found, known);
        reports.send("moves", &tell(&position, &found, &lines, None));
        let settled = |line: &Variation<G::Move>| line.proven || line.score.distance() == Some(FAR);
        if lines.len() == count && lines.iter().all(settled) {
            let shown = &lines[..ask.lines.clamp(1, count)];
            reports.send("lines", &tell(&position, &found, shown, Some(&drawn)));
            return Ok(());
        }
    }
    let lines = ask.lines.clamp(1, MOST_MOVES);
    let limits = Limits::new().time(LONGEST).stop(reports.stop.clone());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let report = |found: &Analysis<G::Move>| {
        let lines = variations(&position, found, known);
        reports.send("lines", &tell(&position, found, &lines, Some(&drawn)));
    };
    let found = search(evaluator, lines).run_parallel(&position, &limits, threads, report)?;
    report(&found);
    Ok(())
}

impl From<SearchError> for Refusal {
    fn from(error: SearchError) -> Self {
        Self::new(error)
    }
}

/// A search for this many lines.
fn search<G: Playable, E: Evaluator<G>>(evaluator: &Arc<E>, lines: usize) -> Search<G, Arc<E>> {
    Search::new(Arc::clone(evaluator)).with_memory(TABLE_BYTES).with_lines(lines)
}

/// The distance of wins and losses of unknown distance.
const FAR: u32 = Score::MAX_DISTANCE;

/// The lines of a search, best first, with known results instead of evaluations.
fn variations<G: Playable>(
    position: &G,
    found: &Analysis<G::Move>,
    known: Option<&Known<G>>,
) -> Vec<Variation<G::Move>> {
    let mut lines = found.clone().into_variations();
    let Some(known) = known else { return lines };
    for line in lines.iter_mut().filter(|line| !line.proven) {
        let Some(&m) = line.line.first() else { continue };
        let child = position.after(m);
        let result = child.outcome().is_none().then(|| known(&child)).flatten();
        let Some(result) = result else { continue };
        let result = if child.turn() == position.turn() { result } else { -result };
        line.proven = result == Wdl::Draw;
        line.score = match result {
            Wdl::Win => Score::win_in(FAR),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss => Score::loss_in(FAR),
        };
    }
    lines.sort_by_key(|line| Reverse(line.score));
    lines
}

/// How many lines of an analysis have an arrow.
const MOST_ARROWS: usize = 3;

/// A search result as JSON, with some of its lines; with their arrows if there is a picture.
fn tell<G: Playable>(
    position: &G,
    found: &Analysis<G::Move>,
    lines: &[Variation<G::Move>],
    drawn: Option<&Picture>,
) -> Value {
    let mut overlay = String::new();
    if let Some(picture) = drawn {
        let arrows = lines
            .iter()
            .take(MOST_ARROWS)
            .rev()
            .filter_map(|line| Some((*line.line.first()?, hue(line))));
        let picture =
            arrows.fold(picture.clone(), |picture, (m, hue)| picture.arrow(position.route(m), hue));
        overlay = picture.overlay();
    }
    let line = |Variation { line, score, proven }: &Variation<G::Move>| {
        let moves: Vec<String> = line.iter().take(24).map(ToString::to_string).collect();
        let (score, worth) = worth(*score, *proven);
        json!({
            "moves": moves,
            "places": line.first().map(|&m| position.places(m)),
            "score": score,
            "proven": proven,
            "worth": worth,
        })
    };
    json!({
        "depth": found.depth,
        "nodes": found.nodes,
        "speed": found.nodes_per_second(),
        "lines": lines.iter().map(line).collect::<Value>(),
        "overlay": overlay,
    })
}

/// The colour of a move by what it is worth.
fn hue<M>(line: &Variation<M>) -> Hue {
    match line.score.kind() {
        ScoreKind::Win(_) => Hue::Green,
        ScoreKind::Loss(_) => Hue::Red,
        ScoreKind::Value(0) if line.proven => Hue::Yellow,
        ScoreKind::Value(_) => Hue::Blue,
    }
}

/// A score as text, and its kind with its size; wins and losses of unknown distance have no size.
fn worth(score: Score, proven: bool) -> (String, Value) {
    match score.kind() {
        ScoreKind::Win(FAR) => ("won".to_owned(), json!(["win"])),
        ScoreKind::Loss(FAR) => ("lost".to_owned(), json!(["loss"])),
        ScoreKind::Win(plies) => (score.to_string(), json!(["win", plies])),
        ScoreKind::Loss(plies) => (score.to_string(), json!(["loss", plies])),
        ScoreKind::Value(0) if proven => ("draw".to_owned(), json!(["draw", 0])),
        ScoreKind::Value(value) => (score.to_string(), json!(["value", value])),
    }
}

/// The score of a position for the player to move and a line of best play, by a quick search; of a finished
/// one the results of the seats.
pub(super) fn judge<G: Playable, E: Evaluator<G> + Send + Sync>(
    ask: &Ask,
    evaluator: &Arc<E>,
    stop: &StopFlag,
) -> Result<Value, Refusal> {
    let (_, position) = ask.read::<G>()?.ends();
    point(&position, &mut search(evaluator, 1), stop)
}

fn point<G: Playable, E: Evaluator<G> + Send + Sync>(
    position: &G,
    search: &mut Search<G, Arc<E>>,
    stop: &StopFlag,
) -> Result<Value, Refusal> {
    if let Some(outcome) = position.outcome() {
        let share = |&player| match outcome.wdl(player) {
            Wdl::Win => 1.0,
            Wdl::Draw => 0.5,
            Wdl::Loss => 0.0,
        };
        return Ok(json!({ "shares": position.players().iter().map(share).collect::<Value>() }));
    }
    let found = search.run(position, &quick().stop(stop.clone()))?;
    let told = tell(position, &found, &variations(position, &found, None), None);
    Ok(json!({ "seat": position.seat(position.turn()), "best": told["lines"][0] }))
}

/// Reports the score of every position of a game for the player to move, and the best move; from the one
/// after `ask.from` plies on.
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
        if ply >= ask.from {
            let mut told = point(&position, &mut search, &reports.stop)?;
            told["ply"] = ply.into();
            reports.send("point", &told);
        }
        if let Some(&m) = m {
            position.play_unchecked(m);
        }
    }
    Ok(())
}
