//! Puzzles: positions with a single winning move, proven by search.

use arena::study::Puzzle;
use engine::game::seeded;
use engine::{Limits, ScoreKind, StopFlag};
use kit::{AnySearch, Dynamic, Move};
use rand::RngExt;
use serde_json::{Value, json};

use super::ask::Ask;
use super::hosted::Hosted;
use super::refusal::Refusal;

/// The highest level: puzzles that are won in this many plies or more.
const HARDEST: u32 = 9;

/// The puzzle of a seed, by the rules of the request or else by those for puzzles, from the ends of random
/// games. It is won in `ask.lines` plies or one more; if none is found, a harder or else an easier one is
/// taken, and the answer says which level it has.
///
/// The solution is a move on the board, not a pass or the end of the game.
pub(super) fn find(hosted: &Hosted, ask: &Ask, stop: &StopFlag) -> Result<Value, Refusal> {
    const TABLE_BYTES: usize = 1 << 20;
    let none = || Refusal("this game has no puzzles".to_owned());
    let usual = hosted.kit.puzzles().ok_or_else(none)?;
    let rules = if ask.rules.is_empty() { usual } else { &ask.rules };
    let mut search = hosted.search().with_memory(TABLE_BYTES);
    let least = (ask.lines as u32).clamp(1, HARDEST) | 1;
    let levels = (least..=HARDEST).step_by(2).chain((1..least).rev().skip(1).step_by(2));
    for level in levels {
        let sought = Sought { hosted, rules, seed: ask.seed, plies: level };
        if let Some((position, puzzle)) = sought.find(&mut *search, stop)? {
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

/// A puzzle that is won in `plies` plies or one more.
struct Sought<'a> {
    hosted: &'a Hosted,
    rules: &'a str,
    seed: u64,
    plies: u32,
}

type Found = (Dynamic, Puzzle<Move>);

impl Sought<'_> {
    fn find(&self, search: &mut dyn AnySearch, stop: &StopFlag) -> Result<Option<Found>, Refusal> {
        const GAMES: u64 = 100;
        const MOST_MOVES: usize = 200;
        for number in 0..GAMES {
            let seed = self.seed.wrapping_mul(GAMES).wrapping_add(number);
            let start = self.hosted.kit.start(self.rules, seed)?;
            for position in ending(start, seed, self.plies as usize)? {
                if stop.is_raised() {
                    return Ok(None);
                }
                if !(3..=MOST_MOVES).contains(&position.count_moves()) {
                    continue;
                }
                let limits = Limits::new().nodes(20_000).stop(stop.clone());
                let deep = limits.clone().depth(self.plies + 1);
                let ScoreKind::Win(plies) = search.run(&position, &deep)?.score.kind() else {
                    continue;
                };
                if plies < self.plies || plies > self.plies + 1 && self.plies < HARDEST {
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
