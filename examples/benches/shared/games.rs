//! The games that are measured, each with its evaluator and a fixed list of positions.

use std::ops::Range;
use std::sync::LazyLock;

use engine::{Evaluator, Keyed, Limits, Search, Start, Techniques, playout, seeded};
use fourfold::connect_four::{self, OpenLines};

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
    Search::with_table_bytes(evaluator, table_bytes).with_techniques(Techniques::exact())
}

pub(crate) struct ConnectFour;

impl Entrant for ConnectFour {
    type Position = connect_four::Position;
    type Judge = OpenLines;
    const NAME: &'static str = "Connect Four";
    const DEPTH: u32 = 13;
    const PLIES: Range<usize> = 0..12;

    fn judge() -> &'static OpenLines {
        &OpenLines
    }
}

pub(crate) struct CollateralCheckers;

impl Entrant for CollateralCheckers {
    type Position = collateral_checkers::Position;
    type Judge = collateral_checkers::Evaluation;
    const NAME: &'static str = "Collateral Checkers";
    const DEPTH: u32 = 7;
    const PLIES: Range<usize> = 0..20;

    fn judge() -> &'static Self::Judge {
        static JUDGE: LazyLock<collateral_checkers::Evaluation> = LazyLock::new(Default::default);
        &JUDGE
    }
}

pub(crate) struct Compass;

impl Entrant for Compass {
    type Position = compass::Position;
    type Judge = compass::Evaluation;
    const NAME: &'static str = "Compass";
    const DEPTH: u32 = 8;
    const PLIES: Range<usize> = 4..20;

    fn judge() -> &'static Self::Judge {
        static JUDGE: LazyLock<compass::Evaluation> = LazyLock::new(Default::default);
        &JUDGE
    }
}

pub(crate) struct Collapsi;

impl Entrant for Collapsi {
    type Position = collapsi::Position;
    type Judge = collapsi::Evaluation;
    const NAME: &'static str = "Collapsi";
    const DEPTH: u32 = 11;
    const PLIES: Range<usize> = 0..2;

    fn judge() -> &'static Self::Judge {
        &collapsi::Evaluation
    }
}

/// Players move several plies in a row, so that the rival cannot play it.
pub(crate) struct RollingMountains;

impl Entrant for RollingMountains {
    type Position = rolling_mountains::Position;
    type Judge = rolling_mountains::Evaluation;
    const NAME: &'static str = "Rolling Mountains";
    const DEPTH: u32 = 4;
    const PLIES: Range<usize> = 0..60;

    fn judge() -> &'static Self::Judge {
        static JUDGE: LazyLock<rolling_mountains::Evaluation> = LazyLock::new(Default::default);
        &JUDGE
    }
}
