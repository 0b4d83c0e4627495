//! How strong the shared search with the evaluator [`Evaluation`] is, for two players.
//!
//! `cargo bench -p rolling-mountains --bench strength -- GAMES MILLISECONDS` plays, with each side
//! half of the games, against uniform random play and against a player that always makes the ply
//! after which its own way out is shortest, and prints the results.

use std::time::{Duration, Instant};

use engine::{Game, Limits, Outcome, Search, SeededRng, Start, seeded};
use rand::seq::IndexedRandom;
use rolling_mountains::{Evaluation, Move, Player, Position, Rules};

type Opponent = fn(&Position, &mut SeededRng) -> Option<Move>;

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let games = numbers.first().copied().unwrap_or(20);
    let limit = Limits::new().time(Duration::from_millis(numbers.get(1).copied().unwrap_or(50)));
    let opponents: [(&str, Opponent); 2] = [("random", random), ("greedy", greedy)];
    for (name, opponent) in opponents {
        let began = Instant::now();
        let (mut won, mut drawn, mut turns) = (0, 0, 0);
        for game in 0..games {
            let player = if game % 2 == 0 { Player::Red } else { Player::Yellow };
            let end = play(player, opponent, &limit, game);
            match end.outcome() {
                Some(Outcome::Winner(winner)) if winner == player => won += 1,
                Some(Outcome::Winner(_)) => {}
                _ => drawn += 1,
            }
            turns += end.turns();
        }
        println!(
            "against {name}: won {won}, drawn {drawn}, lost {} of {games}; {} turns a game, {:.0} s",
            games - won - drawn,
            turns / games.max(1) as u32,
            began.elapsed().as_secs_f64()
        );
    }
}

fn play(player: Player, opponent: Opponent, limit: &Limits, seed: u64) -> Position {
    let mut rng = seeded(seed);
    let mut search = Search::new(Evaluation);
    let mut position = Position::start(&Rules::default(), 0);
    while position.outcome().is_none() {
        let m = if position.turn() == player {
            search.run(&position, limit).ok().and_then(|analysis| analysis.best())
        } else {
            opponent(&position, &mut rng)
        };
        let Some(m) = m else { break };
        position.play_unchecked(m);
    }
    position
}

fn random(position: &Position, rng: &mut SeededRng) -> Option<Move> {
    position.legal_moves().choose(rng).copied()
}

/// Shortens its own way as much as one ply can, and knows nothing of the opponent.
fn greedy(position: &Position, rng: &mut SeededRng) -> Option<Move> {
    let player = position.turn();
    let way = |m: Move| {
        let mut after = *position;
        after.play_unchecked(m);
        if after.has_won(player) { i32::MIN } else { Evaluation.way(&after, player) }
    };
    let moves = position.legal_moves();
    let least = moves.iter().map(|&m| way(m)).min()?;
    let best: Vec<Move> = moves.into_iter().filter(|&m| way(m) == least).collect();
    best.choose(rng).copied()
}
