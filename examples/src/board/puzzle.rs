//! Puzzles: positions with a single winning move, proven by search.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Query, State};
use engine::{Limits, Options, ScoreKind, StopFlag, seeded};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::ask::Ask;
use super::jobs::{Jobs, Refusal};
use crate::games::{AnyGame, Task};
use crate::think::{Effort, Table, Thinker};

/// The puzzle of a seed: its number is `seed`, and `lines` says in how many plies it is won at least.
pub(super) async fn puzzle(
    State(jobs): State<Jobs>,
    Query(ask): Query<Ask>,
) -> Result<Json<Value>, Refusal> {
    let game = ask.game()?;
    jobs.search(move |stop| game.run(Find(ask, stop))).await.map(Json)
}

struct Find(Ask, StopFlag);

impl Task for Find {
    type Output = Result<Value, Refusal>;

    /// Looks through the ends of random games.
    fn run<G: AnyGame>(self) -> Self::Output {
        const GAMES: u64 = 300;
        const PATIENCE: Duration = Duration::from_secs(20);
        let started = Instant::now();
        let Self(ask, stop) = self;
        let rules = ask.read::<G>()?.start.rules();
        let effort = Effort { lines: 1000, table_bytes: 1 << 20, table: Table::Keyed };
        let mut thinker = Thinker::<G>::new(effort);
        let least = ask.lines.clamp(1, 9) as u32;
        for game in 0..GAMES {
            if stop.is_raised() || started.elapsed() > PATIENCE {
                break;
            }
            let seed = ask.seed.wrapping_mul(GAMES).wrapping_add(game);
            for position in ending(&G::start(&rules, seed), seed, least) {
                let found = single_win(&mut thinker, &position, least, &stop);
                if let Some((m, plies)) = found {
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
}

/// The positions near the end of a random game, the last ones first.
fn ending<G: AnyGame>(start: &G, seed: u64, least: u32) -> Vec<G> {
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
fn single_win<G: AnyGame>(
    thinker: &mut Thinker<G>,
    position: &G,
    least: u32,
    stop: &StopFlag,
) -> Option<(G::Move, u32)> {
    let count = position.legal_moves().len();
    if !(3..=200).contains(&count) {
        return None;
    }
    let limits = Limits::new().nodes(100_000).stop(stop.clone());
    let lines = thinker.run(position, &limits, 1, |_| {}).ok()?.lines;
    let best = lines.first().filter(|best| best.proven)?;
    let ScoreKind::Win(plies) = best.score.kind() else { return None };
    let others_fail = lines[1..]
        .iter()
        .all(|other| other.proven && !matches!(other.score.kind(), ScoreKind::Win(_)));
    let all = others_fail && plies >= least && lines.len() > 1;
    best.line.first().filter(|_| all).map(|&m| (m, plies))
}
