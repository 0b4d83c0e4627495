//! Puzzles: positions with a single winning move, proven by search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Evaluator, Limits, Options, ScoreKind, Search, StopFlag, seeded};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::ask::Ask;
use super::entry::Playable;
use super::jobs::Refusal;

/// The puzzle of a seed, won in so many plies at least, from the ends of random games.
pub(super) fn find<G: Playable, E: Evaluator<G>>(
    ask: &Ask,
    evaluator: &Arc<E>,
    stop: &StopFlag,
) -> Result<Value, Refusal> {
    const GAMES: u64 = 300;
    const PATIENCE: Duration = Duration::from_secs(20);
    const TABLE_BYTES: usize = 1 << 20;
    let started = Instant::now();
    let rules = ask.read::<G>()?.start.rules();
    let evaluator = Arc::clone(evaluator);
    let mut search = Search::with_table_bytes(evaluator, TABLE_BYTES).with_lines(MOST_MOVES);
    let least = ask.lines.clamp(1, 9) as u32;
    for game in 0..GAMES {
        if stop.is_raised() || started.elapsed() > PATIENCE {
            break;
        }
        let seed = ask.seed.wrapping_mul(GAMES).wrapping_add(game);
        for position in ending(&G::start(&rules, seed), seed, least) {
            if let Some((m, plies)) = single_win(&mut search, &position, least, stop) {
                return Ok(json!({
                    "position": position.to_string(),
                    "rules": rules.changes_from(&G::Rules::default()),
                    "turn": position.turn().to_string(),
                    "solution": m.to_string(),
                    "plies": plies,
                }));
            }
        }
    }
    Err(Refusal("no puzzle was found; ask for an easier one or another day".to_owned()))
}

/// Positions with more moves are no puzzles.
const MOST_MOVES: usize = 200;

/// The positions near the end of a random game, the last ones first.
fn ending<G: Playable>(start: &G, seed: u64, least: u32) -> Vec<G> {
    const LONGEST: usize = 400;
    let mut rng = seeded(seed);
    let mut positions = vec![start.clone()];
    while let Some(position) = positions.last().filter(|_| positions.len() < LONGEST) {
        let Some(&m) = position.legal_moves().choose(&mut rng) else { break };
        let mut next = position.clone();
        next.play_unchecked(m);
        positions.push(next);
    }
    if positions.last().is_some_and(|last| last.outcome().is_none()) {
        return Vec::new();
    }
    positions.into_iter().rev().skip(least as usize).take(4).collect()
}

/// The only move that wins, and in how many plies, if there is just one and it takes `least` or more.
fn single_win<G: Playable, E: Evaluator<G>>(
    search: &mut Search<G, E>,
    position: &G,
    least: u32,
    stop: &StopFlag,
) -> Option<(G::Move, u32)> {
    let count = position.legal_moves().len();
    if !(3..=MOST_MOVES).contains(&count) {
        return None;
    }
    let limits = Limits::new().nodes(100_000).stop(stop.clone());
    let found = search.run(position, &limits).ok()?;
    let ScoreKind::Win(plies) = found.score.kind() else { return None };
    let is_win = |score: engine::Score| matches!(score.kind(), ScoreKind::Win(_));
    let others_fail = found.others.iter().all(|other| other.proven && !is_win(other.score));
    let is_puzzle = found.proven && others_fail && plies >= least && !found.others.is_empty();
    found.best().filter(|_| is_puzzle).map(|m| (m, plies))
}
