//! The games that are measured, each with its evaluator and a fixed list of positions.

use std::ops::Range;
use std::sync::LazyLock;

use connect_four::{self, OpenLines};
use engine::game::seeded;
use engine::search::Techniques;
use engine::{Evaluator, Keyed, Limits, Search, Start, playout};

/// A game of this workspace.
pub(crate) trait Entrant: 'static {
    type Position: Keyed + Start + Send + Sync + std::fmt::Debug + 'static;
    type Judge: Evaluator<Self::Position> + Sync + 'static;

    const NAME: &'static str;

    /// How far to look ahead.
    const DEPTH: u32;

    /// After how many random plies positions are taken.
    const PLIES: Range<usize>;

    fn judge() -> &'static Self::Judge;

    /// The position of a seed: what its start becomes by random plies.
    fn position(seed: u64) -> Self::Position {
        let start = Self::Position::start(&Default::default(), seed);
        let plies = Self::PLIES.start + seed as usize % Self::PLIES.len();
        playout(&start, plies, &mut seeded(seed)).position
    }

    /// The first positions of these seeds that are decided neither within the depth nor by the
    /// noisy moves beyond it.
    fn positions(
        seeds: impl Iterator<Item = u64>,
        count: usize,
        depth: u32,
    ) -> Vec<Self::Position> {
        let mut search = exact(Self::judge(), 16 << 20);
        let open = seeds.map(Self::position).filter(|position| {
            search.clear();
            let analysis = search.run(position, &Limits::new().depth(depth));
            analysis.is_ok_and(|analysis| !analysis.proven && analysis.score.distance().is_none())
        });
        open.take(count).collect()
    }
}

/// The search that finds the same scores as plain minimax.
pub(crate) fn exact<G: Keyed, E: Evaluator<G>>(evaluator: E, table_bytes: usize) -> Search<G, E> {
    Search::new(evaluator).with_memory(table_bytes).with_techniques(Techniques::EXACT)
}

/// Defines entrants: the game, its position and evaluator, how far to look ahead, and after how many
/// random plies positions are taken.
macro_rules! entrants {
    ($($(#[$doc:meta])* $Game:ident, $name:literal: $Position:ty, $Judge:ty, $depth:literal, $plies:expr;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $Game;

        impl Entrant for $Game {
            type Position = $Position;
            type Judge = $Judge;
            const NAME: &'static str = $name;
            const DEPTH: u32 = $depth;
            const PLIES: Range<usize> = $plies;

            fn judge() -> &'static $Judge {
                static JUDGE: LazyLock<$Judge> = LazyLock::new(Default::default);
                &JUDGE
            }
        }
    )+};
}

entrants! {
    ConnectFour, "Connect Four": connect_four::Position, OpenLines, 13, 0..12;
    CollateralCheckers, "Collateral Checkers":
        collateral_checkers::Position, collateral_checkers::Evaluation, 7, 0..20;
    Compass, "Compass": compass::Position, compass::Evaluation, 8, 4..20;
    Collapsi, "Collapsi": collapsi::Position, collapsi::Evaluation, 11, 0..2;
    /// Players move several plies in a row, so that the rival cannot play it.
    RollingMountains, "Rolling Mountains":
        rolling_mountains::Position, rolling_mountains::Evaluation, 4, 0..60;
}
