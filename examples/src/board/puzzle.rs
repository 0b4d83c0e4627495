//! Puzzles: positions with a single winning move, proven by search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::study::puzzle;
use engine::{Evaluator, Limits, Options, Search, StopFlag, seeded};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::ask::Ask;
use super::jobs::Refusal;
use super::playable::Playable;

/// The puzzle of a seed, by the rules that are asked for or else by `settings`, won in so many plies at least, from the ends of random games.
pub(super) fn find<G: Playable, E: Evaluator<G>>(
    ask: &Ask,
    evaluator: &Arc<E>,
    settings: &str,
    stop: &StopFlag,
) -> Result<Value, Refusal> {
    const GAMES: u64 = 300;
    const PATIENCE: Duration = Duration::from_secs(20);
    const TABLE_BYTES: usize = 1 << 20;
    const MOST_MOVES: usize = 200;
    let started = Instant::now();
    let rules = ask.rules::<G>(settings)?;
    let mut search = Search::with_table_bytes(Arc::clone(evaluator), TABLE_BYTES);
    let least = ask.lines.clamp(1, 9) as u32;
    for game in 0..GAMES {
        let seed = ask.seed.wrapping_mul(GAMES).wrapping_add(game);
        for position in ending(&G::start(&rules, seed), seed, least as usize) {
            if stop.is_raised() || started.elapsed() > PATIENCE {
                break;
            }
            if !(3..=MOST_MOVES).contains(&position.legal_moves().len()) {
                continue;
            }
            let limits = Limits::new().nodes(20_000).stop(stop.clone());
            let found = puzzle(&position, &mut search, &limits);
            if let Some(found) = found.filter(|found| found.plies >= least) {
                return Ok(json!({
                    "position": position.to_string(),
                    "rules": rules.changes_from(&G::Rules::default()),
                    "turn": position.turn().to_string(),
                    "solution": found.solution.to_string(),
                    "plies": found.plies,
                }));
            }
        }
    }
    Err(Refusal("no puzzle was found; ask for an easier one or another day".to_owned()))
}

/// The positions near the end of a random game, the last ones first.
fn ending<G: Playable>(start: &G, seed: u64, least: usize) -> Vec<G> {
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
    positions.into_iter().rev().skip(least).take(4).collect()
}
