//! Searches for the page: moves for seats that the program plays, analysis while one looks, and the
//! curve of a game.

use std::time::Duration;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::IntoResponse;
use engine::svg::{Hue, Picture};
use engine::{Limits, Score, ScoreKind, StopFlag, Variation};
use serde_json::{Value, json};

use super::answer::picture;
use super::ask::{Ask, Line};
use super::jobs::{Jobs, Refusal, Reports};
use crate::games::{AnyGame, Task};
use crate::players::Player;
use crate::think::{Effort, Table, Thinker, Thoughts, in_words, seat};

/// The transposition table of a search for the page, in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// No search for the page takes longer.
const LONGEST: Duration = Duration::from_mins(2);

/// A move of a player.
pub(super) async fn choose(
    State(jobs): State<Jobs>,
    Query(ask): Query<Ask>,
) -> Result<Json<Value>, Refusal> {
    let game = ask.game()?;
    jobs.search(move |stop| game.run(Choose(ask, stop))).await.map(Json)
}

struct Choose(Ask, StopFlag);

impl Task for Choose {
    type Output = Result<Value, Refusal>;

    fn run<G: AnyGame>(self) -> Self::Output {
        let Self(ask, stop) = self;
        let (_, position) = ask.read::<G>()?.ends();
        let player: Player = ask.player.parse().map_err(|error| Refusal(format!("{error}")))?;
        player.check::<G>().map_err(Refusal)?;
        if player.table_mib() > 256 {
            return Err(Refusal("expected a table of 256 MiB at most".to_owned()));
        }
        let player = player.resolve::<G>();
        let limits = player.limits_or_time(Duration::from_millis(200));
        let patience = Watchdog::new(LONGEST, stop.clone());
        let mut bot = player.bot::<G>();
        bot.new_game(&position, rand::random());
        let chosen = bot.choose(&position, &limits.stop(stop));
        drop(patience);
        Ok(json!({ "move": chosen.map(|m| m.to_string()) }))
    }
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

/// What a position and its moves are worth, deeper and deeper.
pub(super) async fn analysis(
    State(jobs): State<Jobs>,
    Query(ask): Query<Ask>,
) -> Result<impl IntoResponse, Refusal> {
    let game = ask.game()?;
    Ok(jobs.report(move |reports| game.run(Analyse(ask, reports))))
}

struct Analyse<'r>(Ask, &'r Reports);

impl Task for Analyse<'_> {
    type Output = Result<(), Refusal>;

    /// First a glance at every move, then the lines that were asked for.
    fn run<G: AnyGame>(self) -> Self::Output {
        const MOST_MOVES: usize = 64;
        let Self(ask, reports) = self;
        let line = ask.read::<G>()?;
        let (_, position) = line.ends();
        let count = position.legal_moves().len();
        if position.outcome().is_some() {
            return Ok(());
        }
        let drawn = picture(&ask, &line);
        if count <= MOST_MOVES {
            let limits = Limits::new().time(Duration::from_millis(150));
            let mut thinker = thinker::<G>(count);
            let thoughts = thinker.run(&position, &limits.stop(reports.stop.clone()), 1, |_| {});
            let thoughts = thoughts.map_err(|error| Refusal(error.to_string()))?;
            reports.send("moves", &tell(&position, &thoughts, None));
            if thoughts.lines.len() == count && thoughts.lines.iter().all(|line| line.proven) {
                reports.send("lines", &tell(&position, &thoughts, Some((&drawn, ask.lines))));
                return Ok(());
            }
        }
        let lines = ask.lines.clamp(1, MOST_MOVES);
        let limits = Limits::new().time(LONGEST).stop(reports.stop.clone());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let report = |thoughts: Thoughts<G::Move>| {
            reports.send("lines", &tell(&position, &thoughts, Some((&drawn, lines))));
        };
        let result = thinker::<G>(lines).run(&position, &limits, threads, report);
        let thoughts = result.map_err(|error| Refusal(error.to_string()))?;
        reports.send("lines", &tell(&position, &thoughts, Some((&drawn, lines))));
        Ok(())
    }
}

fn thinker<G: AnyGame>(lines: usize) -> Thinker<G> {
    Thinker::new(Effort { lines, table_bytes: TABLE_BYTES, table: Table::Keyed })
}

/// What a search found; with the arrows of so many lines, if there is a picture.
fn tell<G: AnyGame>(
    position: &G,
    thoughts: &Thoughts<G::Move>,
    drawn: Option<(&Picture<G>, usize)>,
) -> Value {
    let mut lines = thoughts.lines.clone();
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
        json!({
            "moves": moves,
            "places": line.first().map(|&m| position.places(m)),
            "score": in_words(*score, *proven),
            "proven": proven,
            "worth": worth(*score, *proven),
        })
    };
    json!({
        "depth": thoughts.depth,
        "nodes": thoughts.nodes,
        "speed": thoughts.nodes_per_second(),
        "lines": lines.iter().map(line).collect::<Value>(),
        "overlay": overlay,
    })
}

/// What kind of score it is, and its size.
fn worth(score: Score, proven: bool) -> Value {
    match score.kind() {
        ScoreKind::Win(plies) => json!(["win", plies]),
        ScoreKind::Loss(plies) => json!(["loss", plies]),
        ScoreKind::Value(0) if proven => json!(["draw", 0]),
        ScoreKind::Value(value) => json!(["value", value]),
    }
}

/// What every position of a game was worth to each player, and the best move there.
pub(super) async fn curve(
    State(jobs): State<Jobs>,
    Query(ask): Query<Ask>,
) -> Result<impl IntoResponse, Refusal> {
    let game = ask.game()?;
    Ok(jobs.report(move |reports| game.run(Curve(ask, reports))))
}

struct Curve<'r>(Ask, &'r Reports);

impl Task for Curve<'_> {
    type Output = Result<(), Refusal>;

    fn run<G: AnyGame>(self) -> Self::Output {
        const MOST_PLIES: usize = 600;
        let Self(ask, reports) = self;
        let Line { start: mut position, moves } = ask.read::<G>()?;
        let mut thinker = thinker::<G>(1);
        let played = moves.iter().map(Some).chain([None]).take(MOST_PLIES);
        for (ply, m) in played.enumerate() {
            if reports.stop.is_raised() {
                break;
            }
            if position.outcome().is_none() {
                let limits = Limits::new().time(Duration::from_millis(100));
                let thoughts =
                    thinker.run(&position, &limits.stop(reports.stop.clone()), 1, |_| {});
                let thoughts = thoughts.map_err(|error| Refusal(error.to_string()))?;
                let told = tell(&position, &thoughts, None);
                let turn = seat(&position, position.turn());
                reports
                    .send("point", &json!({ "ply": ply, "seat": turn, "best": told["lines"][0] }));
            }
            if let Some(&m) = m {
                position.play_unchecked(m);
            }
        }
        Ok(())
    }
}
