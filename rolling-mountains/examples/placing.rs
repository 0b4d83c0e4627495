//! What placing walls and mountains at any time changes: turns of games between searches that place something
//! within a movement, and those of them that could have placed it neither before the movement nor after it.

use std::error::Error;

use engine::game::seeded;
use engine::{Game, Limits, Search, Start};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rolling_mountains::{Evaluation, Move, Placing, Position, Rules, Stage};

const GAMES: u64 = 400;
const NODES: u64 = 1_000;

#[derive(Debug, Default)]
struct Counts {
    turns: u64,
    within: u64,
    only_within: u64,
    plies: u64,
    moves: u64,
    plies_within: u64,
    moves_within: u64,
    depth: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    for placing in Placing::ALL {
        let rules = Rules { placing, ..Rules::default() };
        let mut counts = Counts::default();
        for seed in 0..GAMES {
            play(&rules, seed, &mut counts)?;
        }
        let Counts { plies, moves, plies_within, moves_within, depth, .. } = counts;
        let a_ply = |sum: u64, plies: u64| sum as f64 / plies as f64;
        println!("{placing}: {counts:?}");
        println!(
            "moves a ply {:.1}, within movements {:.1}; depth {:.2}",
            a_ply(moves, plies),
            a_ply(moves_within, plies_within),
            a_ply(depth, plies)
        );
    }
    Ok(())
}

fn play(rules: &Rules, seed: u64, counts: &mut Counts) -> Result<(), Box<dyn Error>> {
    let mut rng = seeded(seed);
    let mut search = Search::new(Evaluation::default()).with_memory(1 << 22);
    let mut position = Position::start(rules, 0);
    let mut turn = (position, Vec::new(), None);
    for _ in 0..1_000 {
        let legal = position.legal_moves();
        let is_within = matches!(position.stage(), Stage::Moving(_));
        counts.plies += 1;
        counts.moves += legal.len() as u64;
        counts.plies_within += u64::from(is_within);
        counts.moves_within += if is_within { legal.len() as u64 } else { 0 };
        let analysis = search.run(&position, &Limits::new().nodes(NODES))?;
        counts.depth += u64::from(analysis.depth);
        let best =
            if rng.random_bool(0.05) { legal.choose(&mut rng).copied() } else { analysis.best() };
        let Some(m) = best else { return Ok(()) };
        position.play(m)?;
        match m {
            Move::Wall(_) | Move::Mountain(_) if is_within => turn.2 = Some(m),
            _ => turn.1.push(m),
        }
        if position.stage() == Stage::Start {
            counts.turns += 1;
            counts.within += u64::from(turn.2.is_some());
            counts.only_within +=
                u64::from(turn.2.is_some_and(|m| !is_free(&turn.0, &turn.1, m, &position)));
            turn = (position, Vec::new(), None);
        }
    }
    Ok(())
}

/// Whether the same turn could have placed the same thing before its movement, or after it.
fn is_free(start: &Position, steps: &[Move], placed: Move, end: &Position) -> bool {
    [[&[placed][..], steps], [steps, &[placed]]].iter().any(|moves| {
        let mut position = *start;
        moves.concat().into_iter().all(|m| position.play(m).is_ok()) && position == *end
    })
}
