//! Simple rules of play, judged over whole games: in 2,000 random deals both sides play perfectly, choosing
//! at random among optimal moves. In each position with a winning and a losing move, how likely is it that
//! a rule chooses a winning one?

use collapsi::engine::game::seeded;
use collapsi::{Deal, Game, Move, Position, PositionError, Rules, Solver};
use rand::seq::IteratorRandom;

const DEALS: u64 = 2_000;

/// How bad a move is by a rule: between equal moves chance decides.
type Cost = fn(&Looked) -> i32;

const RULES: [(&str, Cost); 9] = [
    ("any move", |_| 0),
    ("lowest card", |seen| seen.card),
    ("highest card", |seen| -seen.card),
    ("fewest replies", |seen| seen.replies),
    ("most squares next", |seen| -seen.next),
    ("fewest squares next", |seen| seen.next),
    ("nearest to opponent", |seen| seen.distance),
    ("farthest from opponent", |seen| -seen.distance),
    ("squares next less replies", |seen| seen.replies - seen.next),
];

/// What a move looks like without a search.
struct Looked {
    wins: bool,
    /// The most steps from the card moved to.
    card: i32,
    /// The opponent's moves.
    replies: i32,
    /// The squares in reach on the next turn, as if the opponent had not moved.
    next: i32,
    distance: i32,
}

fn main() -> Result<(), PositionError> {
    for rules in [Rules::V1_1, Rules::V1_3] {
        let mut kept = [[0.; 15]; RULES.len()];
        let mut positions = [0; 15];
        for seed in 0..DEALS {
            let mut solver = Solver::new();
            let mut rng = seeded(seed);
            let mut position = Deal::random(seed).position(rules);
            for ply in 1.. {
                let moves = position.legal_moves();
                let looked = moves.iter().map(|&to| look(&mut solver, &position, to));
                let looked = looked.collect::<Result<Vec<_>, _>>()?;
                if looked.iter().any(|seen| seen.wins) && looked.iter().any(|seen| !seen.wins) {
                    positions[ply] += 1;
                    for (kept, (_, cost)) in kept.iter_mut().zip(RULES) {
                        kept[ply] += chance_to_win(&looked, cost);
                    }
                }
                let optimal = solver.solve(&position).moves;
                let Some(to) = optimal.into_iter().choose(&mut rng) else { break };
                position.play_unchecked(to);
            }
        }
        print(rules, &positions, &kept);
    }
    Ok(())
}

fn look(solver: &mut Solver, position: &Position, to: Move) -> Result<Looked, PositionError> {
    let mover = position.turn();
    let mut after = *position;
    after.play_unchecked(to);
    let mut again = after.setup();
    again.turn = mover;
    Ok(Looked {
        wins: solver.winner(&after) == mover,
        card: position.card(to).map_or(0, |card| card as i32),
        replies: after.moves().len() as i32,
        next: Position::from_setup(&again)?.moves().len() as i32,
        distance: to.distance(position.pawn(!mover)).into(),
    })
}

fn chance_to_win(moves: &[Looked], cost: Cost) -> f64 {
    let least = moves.iter().map(cost).min();
    let best = moves.iter().filter(|&seen| Some(cost(seen)) == least);
    let (winning, all) =
        best.fold((0, 0), |(winning, all), seen| (winning + i32::from(seen.wins), all + 1));
    f64::from(winning) / f64::from(all)
}

fn print(rules: Rules, positions: &[u32; 15], kept: &[[f64; 15]; RULES.len()]) {
    let row = |name: &str, all: String, by_ply: [String; 12]| {
        println!("{name:25}{all:>6}{}", by_ply.map(|value| format!("{value:>5}")).concat());
    };
    let plies: [usize; 12] = std::array::from_fn(|index| index + 1);
    let all: u32 = positions.iter().sum();
    row(&format!("{rules}, ply"), "all".to_owned(), plies.map(|ply| ply.to_string()));
    row("positions", all.to_string(), plies.map(|ply| positions[ply].to_string()));
    for ((name, _), kept) in RULES.iter().zip(kept) {
        let percent = |kept: f64, positions: u32| 100. * kept / f64::from(positions.max(1));
        let game = format!("{:.1}", percent(kept.iter().sum(), all));
        row(name, game, plies.map(|ply| format!("{:.0}", percent(kept[ply], positions[ply]))));
    }
}
