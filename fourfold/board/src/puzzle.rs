//! Puzzles: positions with a single winning move, proven by search.

use std::sync::Arc;

use arena::study::{Puzzle, puzzle};
use engine::game::seeded;
use engine::svg::Picture;
use engine::{Evaluator, Game, Limits, Options, ScoreKind, Search, StopFlag};
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::ask::Ask;
use super::playable::Playable;
use super::refusal::Refusal;

/// The highest level: puzzles that are won in this many plies or more.
const HARDEST: u32 = 9;

/// The puzzle of a seed, by the rules of the request or else by `settings`, from the ends of random games.
/// It is won in `ask.lines` plies or one more; if none is found, a harder or else an easier one is taken, and
/// the answer says which level it has.
///
/// The solution is a move on the board, not a pass or the end of the game.
pub(super) fn find<G: Playable, E: Evaluator<G>>(
    ask: &Ask,
    evaluator: &Arc<E>,
    settings: &str,
    stop: &StopFlag,
) -> Result<Value, Refusal> {
    const TABLE_BYTES: usize = 1 << 20;
    let rules = ask.rules::<G>(settings)?;
    let mut search = Search::new(Arc::clone(evaluator)).with_memory(TABLE_BYTES);
    let least = (ask.lines as u32).clamp(1, HARDEST) | 1;
    let levels = (least..=HARDEST).step_by(2).chain((1..least).rev().skip(1).step_by(2));
    for level in levels {
        if let Some((position, puzzle)) = of_level(&rules, ask.seed, level, &mut search, stop)? {
            return Ok(json!({
                "position": position.to_string(),
                "rules": rules.changes_from(&G::Rules::default()),
                "turn": position.turn().to_string(),
                "solution": puzzle.solution.to_string(),
                "plies": puzzle.plies,
                "level": level,
            }));
        }
    }
    Err(Refusal("no puzzle was found; ask for another one".to_owned()))
}

type Found<G> = (G, Puzzle<<G as Game>::Move>);

/// A position with a puzzle that is won in `plies` plies or one more.
fn of_level<G: Playable, E: Evaluator<G>>(
    rules: &G::Rules,
    seed: u64,
    plies: u32,
    search: &mut Search<G, E>,
    stop: &StopFlag,
) -> Result<Option<Found<G>>, Refusal> {
    const GAMES: u64 = 100;
    const MOST_MOVES: usize = 200;
    for game in 0..GAMES {
        let seed = seed.wrapping_mul(GAMES).wrapping_add(game);
        for position in ending(&G::start(rules, seed), seed, plies as usize) {
            if stop.is_raised() {
                return Ok(None);
            }
            if !(3..=MOST_MOVES).contains(&position.legal_moves().len()) {
                continue;
            }
            let limits = Limits::new().nodes(20_000).stop(stop.clone());
            let wins = search.run(&position, &limits.clone().depth(plies + 1))?.score;
            let ScoreKind::Win(found) = wins.kind() else { continue };
            if found < plies || found > plies + 1 && plies < HARDEST {
                continue;
            }
            let Some(unique) = puzzle(&position, search, &limits) else { continue };
            let places = position.places(unique.solution);
            if places.first().is_some_and(|place| Picture::new(&position).has_place(place)) {
                return Ok(Some((position, Puzzle { plies: found, ..unique })));
            }
        }
    }
    Ok(None)
}

/// The positions near the end of a random game, the last ones first.
fn ending<G: Playable>(start: &G, seed: u64, least: usize) -> Vec<G> {
    const LONGEST: usize = 400;
    let mut rng = seeded(seed);
    let mut positions = vec![start.clone()];
    while let Some(position) = positions.last().filter(|_| positions.len() < LONGEST) {
        let Some(&m) = position.legal_moves().choose(&mut rng) else { break };
        positions.push(position.after(m));
    }
    if positions.last().is_some_and(|last| last.outcome().is_none()) {
        return Vec::new();
    }
    positions.into_iter().rev().skip(least).take(4).collect()
}
