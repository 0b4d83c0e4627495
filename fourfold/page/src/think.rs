//! Searches for the page: moves of players, live analysis, the curve of a game, puzzles.

use std::cmp::Reverse;
use std::time::Duration;

use arena::study::Puzzle;
use engine::game::seeded;
use engine::search::Variation;
use engine::{Analysis, Bot, Limits, Score, ScoreKind, StopFlag, Wdl};
use kit::{AnySearch, Dynamic, Move};
use rand::RngExt;
use serde_json::{Value, json};

use super::ask::{Ask, Line, Refusal, Reports};
use super::board::Hosted;

const TABLE_BYTES: usize = 32 << 20;

/// The longest search for the page.
const LONGEST: Duration = Duration::from_mins(2);

/// The limits of a quick search: some tenths of a second, with the same result on every machine unless a
/// game is very slow.
fn quick() -> Limits {
    Limits::new().nodes(60_000).time(Duration::from_secs(2))
}

pub(super) fn choose(hosted: &Hosted, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal> {
    let (mut bot, limits) = hosted.player(&ask.player).map_err(Refusal)?;
    let position = ask.read(&hosted.kit)?.now;
    let time = limits.time.unwrap_or(LONGEST).min(LONGEST);
    bot.new_game(&position, ask.luck);
    let chosen = bot.decide(&position, &limits.time(time).stop(stop.clone()), &mut |_| ());
    let refuse = |error| Refusal(format!("{} makes no move: {error}", ask.player));
    Ok(json!({ "move": chosen.map_err(refuse)?.m.as_str() }))
}

/// Reports the scores of a position and its moves: first of every move by a quick search, then of the
/// lines of the request with growing depth. A known result replaces a score that the search has not proven.
pub(super) fn analyse(hosted: &Hosted, ask: &Ask, reports: &Reports<'_>) -> Result<(), Refusal> {
    const MOST_MOVES: usize = 64;
    let position = &ask.read(&hosted.kit)?.now;
    let count = position.list_distinct().len();
    if position.outcome().is_some() {
        return Ok(());
    }
    let result = hosted.known(position).map(|result| worth(score(result), true));
    let show = |found: &Analysis<Move>, lines: &[Variation<Move>]| {
        let mut told = tell(position, found, lines);
        told["known"] = json!(result);
        reports.send("lines", &told);
    };
    if count <= MOST_MOVES {
        let limits = quick().stop(reports.stop.clone());
        let found = search(hosted, count).run(position, &limits)?;
        let mut lines = variations(position, &found, hosted);
        let is_complete = lines.len() == count || complete(position, &mut lines, hosted);
        reports.send("moves", &tell(position, &found, &lines));
        if is_complete && lines.iter().all(|line| line.proven) {
            show(&found, &lines[..ask.lines.max(1).min(lines.len())]);
            return Ok(());
        }
    }
    let lines = ask.lines.clamp(1, MOST_MOVES);
    let limits = Limits::new().time(LONGEST).stop(reports.stop.clone());
    let mut report = |found: &Analysis<Move>| show(found, &variations(position, found, hosted));
    let mut search = search(hosted, lines);
    let found = search.run_among(position, None, &limits, reports.threads, &mut report)?;
    report(&found);
    Ok(())
}

fn search(hosted: &Hosted, lines: usize) -> Box<dyn AnySearch> {
    hosted.search().with_memory(TABLE_BYTES).with_lines(lines)
}

/// The distance of wins and losses of unknown distance.
const FAR: u32 = Score::MAX_DISTANCE;

/// The lines of a search, best first, with known results instead of evaluations.
fn variations(at: &Dynamic, found: &Analysis<Move>, hosted: &Hosted) -> Vec<Variation<Move>> {
    let mut lines = found.clone().into_variations();
    for line in lines.iter_mut().filter(|line| !line.proven) {
        let result = line.line.first().and_then(|m| result_of(at, m, hosted));
        if let Some(result) = result {
            (line.proven, line.score) = (true, score(result));
        }
    }
    lines.sort_by_key(|line| Reverse(line.score));
    lines
}

/// Adds the moves that the lines leave out and whose results are known; whether these are all.
fn complete(position: &Dynamic, lines: &mut Vec<Variation<Move>>, hosted: &Hosted) -> bool {
    let mut moves = position.list();
    moves.retain(|m| !lines.iter().any(|line| line.line.first() == Some(m)));
    let count = moves.len();
    let line = |m: Move| {
        let score = score(result_of(position, &m, hosted)?);
        Some(Variation { line: vec![m], score, proven: true })
    };
    let added: Vec<_> = moves.into_iter().filter_map(line).collect();
    let is_all = added.len() == count;
    lines.extend(added);
    lines.sort_by_key(|line| Reverse(line.score));
    is_all
}

/// What is known of a move that does not end the game, for the player who makes it.
fn result_of(position: &Dynamic, m: &Move, hosted: &Hosted) -> Option<Wdl> {
    let mut child = position.clone();
    child.play(m.as_str()).ok()?;
    let result = child.outcome().is_none().then(|| hosted.known(&child)).flatten()?;
    let goes_on = child.seat_to_move() == position.seat_to_move();
    Some(if goes_on { result } else { -result })
}

fn score(result: Wdl) -> Score {
    match result {
        Wdl::Win => Score::win_in(FAR),
        Wdl::Draw => Score::DRAW,
        Wdl::Loss => Score::loss_in(FAR),
    }
}

/// A search result as JSON, with some of its lines.
fn tell(position: &Dynamic, found: &Analysis<Move>, lines: &[Variation<Move>]) -> Value {
    let first = |line: &Variation<Move>| position.find_move(line.line.first()?.as_str()).ok();
    let told = |line: &Variation<Move>| {
        let (places, route) = first(line).map(|m| (m.places, m.route)).unzip();
        json!({
            "moves": line.line.iter().take(24).map(Move::as_str).collect::<Value>(),
            "places": places,
            "route": route,
            "proven": line.proven,
            "worth": worth(line.score, line.proven),
        })
    };
    json!({
        "depth": found.depth,
        "nodes": found.nodes,
        "speed": found.nodes_per_second(),
        "lines": lines.iter().map(told).collect::<Value>(),
    })
}

/// The kind of a score with its size; wins and losses of unknown distance have no size.
fn worth(score: Score, proven: bool) -> Value {
    match score.kind() {
        ScoreKind::Win(FAR) => json!(["win"]),
        ScoreKind::Loss(FAR) => json!(["loss"]),
        ScoreKind::Win(plies) => json!(["win", plies]),
        ScoreKind::Loss(plies) => json!(["loss", plies]),
        ScoreKind::Value(0) if proven => json!(["draw", 0]),
        ScoreKind::Value(value) => json!(["value", value]),
    }
}

/// The score of a position for the player to move and a line of best play, by a quick search; of a finished
/// one the results of the seats.
pub(super) fn judge(hosted: &Hosted, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal> {
    let position = ask.read(&hosted.kit)?.now;
    point(&position, &mut *search(hosted, 1), stop)
}

fn point(
    position: &Dynamic,
    search: &mut dyn AnySearch,
    stop: &StopFlag,
) -> Result<Value, Refusal> {
    if let Some(outcome) = position.outcome() {
        let shares = (0..position.seats().len()).map(|seat| outcome.wdl(seat).reward());
        return Ok(json!({ "shares": shares.collect::<Value>() }));
    }
    let found = search.run(position, &quick().stop(stop.clone()))?;
    let told = tell(position, &found, &found.clone().into_variations());
    Ok(json!({ "seat": position.seat_to_move(), "best": told["lines"][0] }))
}

/// Reports the score of every position of a game for the player to move, and the best move; from the one
/// after `ask.from` plies on.
pub(super) fn curve(hosted: &Hosted, ask: &Ask, reports: &Reports<'_>) -> Result<(), Refusal> {
    const MOST_PLIES: usize = 600;
    let Line { passed, before, now, .. } = ask.read(&hosted.kit)?;
    let mut search = search(hosted, 1);
    let positions = (passed..MOST_PLIES).zip(before.iter().chain([&now]));
    for (ply, position) in positions.skip_while(|&(ply, _)| ply < ask.from) {
        if reports.stop.is_raised() {
            break;
        }
        let mut told = point(position, &mut *search, &reports.stop)?;
        told["ply"] = ply.into();
        reports.send("point", &told);
    }
    Ok(())
}

/// The highest level: puzzles that are won in this many plies or more.
const HARDEST: u32 = 9;

/// The puzzle of a seed, by the rules of the request or else by those for puzzles, from the ends of random
/// games. It is won in `ask.lines` plies or one more; if none is found, a harder or else an easier one is
/// taken, and the answer says which level it has.
///
/// The solution is a move on the board, not a pass or the end of the game.
pub(super) fn puzzle(hosted: &Hosted, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal> {
    const TABLE_BYTES: usize = 1 << 20;
    let none = || Refusal("this game has no puzzles".to_owned());
    let usual = hosted.kit.about.puzzles.as_ref().ok_or_else(none)?;
    let rules = if ask.rules.is_empty() { usual } else { &ask.rules };
    let mut search = hosted.search().with_memory(TABLE_BYTES);
    let least = (ask.lines as u32).clamp(1, HARDEST) | 1;
    let levels = (least..=HARDEST).step_by(2).chain((1..least).rev().skip(1).step_by(2));
    for level in levels {
        let found = find_puzzle(hosted, rules, ask.seed, level, &mut *search, stop)?;
        if let Some((position, puzzle)) = found {
            let seats = position.seats();
            return Ok(json!({
                "position": position.to_string(),
                "rules": position.rule_changes(),
                "turn": seats.get(position.seat_to_move()).map(|seat| &seat.name),
                "solution": puzzle.solution,
                "plies": puzzle.plies,
                "level": level,
            }));
        }
    }
    Err(Refusal("no puzzle was found; ask for another one".to_owned()))
}

/// A puzzle that is won in `least` plies or one more.
fn find_puzzle(
    hosted: &Hosted,
    rules: &str,
    seed: u64,
    least: u32,
    search: &mut dyn AnySearch,
    stop: &StopFlag,
) -> Result<Option<(Dynamic, Puzzle<Move>)>, Refusal> {
    const GAMES: u64 = 100;
    const MOST_MOVES: usize = 200;
    let limits = Limits::new().nodes(20_000).stop(stop.clone());
    let deep = limits.clone().depth(least + 1);
    for number in 0..GAMES {
        let seed = seed.wrapping_mul(GAMES).wrapping_add(number);
        let start = hosted.kit.start(rules, seed)?;
        for position in ending(start, seed, least as usize)? {
            if stop.is_raised() {
                return Ok(None);
            }
            if !(3..=MOST_MOVES).contains(&position.count_moves()) {
                continue;
            }
            let ScoreKind::Win(plies) = search.run(&position, &deep)?.score.kind() else {
                continue;
            };
            if plies < least || plies > least + 1 && least < HARDEST {
                continue;
            }
            let Some(unique) = search.puzzle(&position, &limits)? else { continue };
            let places = position.find_move(&unique.solution)?.places;
            if places.first().is_some_and(|place| position.picture().has_place(place)) {
                return Ok(Some((position, Puzzle { plies, ..unique })));
            }
        }
    }
    Ok(None)
}

/// The positions near the end of a random game, the last ones first.
fn ending(start: Dynamic, seed: u64, least: usize) -> Result<Vec<Dynamic>, Refusal> {
    const LONGEST: usize = 400;
    let mut rng = seeded(seed);
    let (mut before, mut now) = (Vec::new(), start);
    while now.outcome().is_none() {
        let count = now.count_moves();
        if count == 0 || before.len() + 1 == LONGEST {
            return Ok(Vec::new());
        }
        before.push(now.clone());
        now.play_number(rng.random_range(..count))?;
    }
    before.push(now);
    Ok(before.into_iter().rev().skip(least).take(4).collect())
}
