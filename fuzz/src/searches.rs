//! Every search on positions of real games, within limits that leave hardly any time.

use std::time::Duration;

use engine::search::{BotFn, MaxN, Mcts};
use engine::{Bot, Evaluator, Limits, Search, StopFlag};

use crate::input::Input;
use crate::rules::{self, AnyGame};

/// Plays a game to some position and lets every search choose a move there.
///
/// # Panics
///
/// If a search finds no move in a running game, or one that is not legal.
pub fn choose<G, E>(data: &[u8])
where
    G: AnyGame + Send + Sync,
    E: Evaluator<G> + Default + Sync,
{
    let input = &mut Input::new(data);
    let limits = limits(input);
    let table = [0, 1, 1 << 10, 1 << 16][input.below(4)];
    let threads = input.below(6);
    let position = rules::position::<G>(input);
    let evaluator = E::default;
    check(&mut MaxN::new(evaluator()).with_memory(table), &position, &limits);
    check(&mut Mcts::new(evaluator()), &position, &limits);
    let search = || Search::new(evaluator()).with_memory(table);
    check(&mut search(), &position, &limits);
    check(&mut search().with_lines(1 + input.below(4)), &position, &limits);
    let mut parallel = BotFn(|position: &G, limits: &Limits| {
        search().run_parallel(position, limits, threads, |_| {}).ok()?.best()
    });
    check(&mut parallel, &position, &limits);
}

/// Limits that end every search soon, those of nothing among them.
pub(crate) fn limits(input: &mut Input<'_>) -> Limits {
    let limits = Limits::new().nodes(input.below(500) as u64);
    match input.below(4) {
        0 => limits.time(Duration::ZERO),
        1 => limits.depth(input.below(6) as u32),
        2 => {
            let stop = StopFlag::new();
            stop.raise();
            limits.stop(stop)
        }
        _ => limits,
    }
}

#[track_caller]
fn check<G: AnyGame>(bot: &mut dyn Bot<G>, position: &G, limits: &Limits) {
    match bot.choose(position, limits) {
        Some(m) => assert!(position.check(m).is_ok(), "{position}: {m} is not legal"),
        None => assert!(position.outcome().is_some(), "{position}: no move"),
    }
}
