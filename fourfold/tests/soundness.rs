//! However tight the limits, every search and every bot gives a legal move in a running game.

use std::fmt::Debug;
use std::hash::Hash;
use std::time::Duration;

use engine::game::seeded;
use engine::search::{Clock, GreedyBot, MaxN, Mcts, RandomBot};
use engine::{Bot, Evaluator, Game, Keyed, Limits, Search, Start, StopFlag, playout};

/// Limits that leave no time.
fn nothing() -> [Limits; 5] {
    let raised = StopFlag::new();
    raised.raise();
    [
        Limits::new().time(Duration::ZERO),
        Limits::new().clock(Clock::new(Duration::ZERO)),
        Limits::new().stop(raised),
        Limits::new().nodes(0),
        Limits::new().depth(0).time(Duration::ZERO),
    ]
}

/// Running positions: starts, and what random play comes to.
fn positions<G: Start>(rules: &G::Rules) -> Vec<G> {
    let mut positions = Vec::new();
    for seed in 0..3 {
        let start = G::start(rules, seed);
        for plies in [0, 1, 4, 9, 20] {
            let position = playout(&start, plies, &mut seeded(seed)).position;
            if position.outcome().is_none() {
                positions.push(position);
            }
        }
    }
    positions
}

#[track_caller]
fn is_legal<G: Game + Debug>(position: &G, m: Option<G::Move>, who: &str) {
    let m = m.unwrap_or_else(|| panic!("no move from {who} in {position:?}"));
    assert!(position.check(m).is_ok(), "{m:?} from {who} in {position:?}");
}

/// Asks everything that chooses moves.
fn all_choose<G, E>(evaluator: &E, rules: &G::Rules)
where
    G: Start + Keyed + Eq + Hash + Debug + Send + Sync,
    E: Evaluator<G> + Sync,
{
    let positions = positions::<G>(rules);
    assert!(positions.len() >= 10, "{} positions", positions.len());
    for limits in nothing() {
        for (number, position) in positions.iter().enumerate() {
            let bytes = [0, 1, 64, 65_536][number % 4];
            let lines = 1 + number % 3;
            let mut search = Search::new(evaluator).with_memory(bytes).with_lines(lines);
            for threads in [0, 1, 2, [3, 8, 64][number % 3]] {
                let found = search.run_parallel(position, &limits, threads, |_| {});
                is_legal(position, found.unwrap().best(), &format!("{threads} threads"));
            }
            let mut bots: [(&str, Box<dyn Bot<G> + '_>); 4] = [
                ("max^n", Box::new(MaxN::new(evaluator).with_memory(bytes))),
                ("Monte Carlo", Box::new(Mcts::new(evaluator).with_memory(bytes))),
                ("greedy", Box::new(GreedyBot::new(evaluator, 1))),
                ("random", Box::new(RandomBot::new(1))),
            ];
            for (name, bot) in &mut bots {
                is_legal(position, bot.choose(position, &limits), name);
            }
        }
    }
}

#[test]
fn collapsi() {
    all_choose::<collapsi::Position, _>(&collapsi::Evaluation, &collapsi::Rules::default());
    all_choose::<collapsi::Position, _>(&collapsi::Exact::new(), &collapsi::Rules::V1_3);
}

#[test]
fn collateral_checkers() {
    let evaluation = collateral_checkers::Evaluation::default();
    all_choose::<collateral_checkers::Position, _>(
        &evaluation,
        &collateral_checkers::Rules::default(),
    );
}

#[test]
fn compass() {
    let evaluation = compass::Evaluation::default();
    all_choose::<compass::Position, _>(&evaluation, &compass::Rules::default());
}

#[test]
fn connect_four() {
    all_choose::<connect_four::Position, _>(&connect_four::OpenLines, &());
}

#[test]
fn rolling_mountains() {
    let evaluation = rolling_mountains::Evaluation::default();
    for players in ["2", "3", "4"] {
        let mut rules = rolling_mountains::Rules::default();
        engine::Options::set(&mut rules, "players", players).unwrap();
        all_choose::<rolling_mountains::Position, _>(&evaluation, &rules);
    }
}
