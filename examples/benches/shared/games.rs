//! The games that are measured, each with its evaluator and a fixed list of positions.

use std::ops::Range;

use engine::{Limits, Search, Start, Techniques, playout, seeded};
use fourfold::connect_four::{self, OpenLines};

use crate::subject::{Position, Subject};

/// A game of this workspace.
pub(crate) trait Entrant: Subject<Position: Start> {
    const NAME: &'static str;

    /// How far to look ahead.
    const DEPTH: u32;

    /// After how many random plies positions are taken.
    const PLIES: Range<usize>;

    /// Positions that are not decided within the depth, nor by the noisy moves beyond it.
    ///
    /// Position `n` is what the start of seed `n` has become after random plies by that seed; those
    /// that are decided are passed over.
    fn positions(count: usize, depth: u32) -> Vec<Position<Self>> {
        let mut search = Search::new(Self::judge()).with_techniques(Techniques::exact());
        let reached = (0..).map(|seed: u64| {
            let start = Position::<Self>::start(&Default::default(), seed);
            let plies = Self::PLIES.start + seed as usize % Self::PLIES.len();
            playout(&start, plies, &mut seeded(seed)).position
        });
        let open = reached.filter(|position| {
            search.clear();
            let analysis = search.run(position, &Limits::new().depth(depth));
            analysis.is_ok_and(|analysis| !analysis.proven && analysis.score.distance().is_none())
        });
        open.take(count).collect()
    }
}

pub(crate) struct ConnectFour;

impl Subject for ConnectFour {
    type Position = connect_four::Position;
    type Judge = OpenLines;

    fn judge() -> OpenLines {
        OpenLines
    }
}

impl Entrant for ConnectFour {
    const NAME: &'static str = "Connect Four";
    const DEPTH: u32 = 13;
    const PLIES: Range<usize> = 0..12;
}

pub(crate) struct CollateralCheckers;

impl Subject for CollateralCheckers {
    type Position = collateral_checkers::Position;
    type Judge = collateral_checkers::Evaluation;

    fn judge() -> Self::Judge {
        Self::Judge::default()
    }
}

impl Entrant for CollateralCheckers {
    const NAME: &'static str = "Collateral Checkers";
    const DEPTH: u32 = 7;
    const PLIES: Range<usize> = 0..20;
}

pub(crate) struct Compass;

impl Subject for Compass {
    type Position = compass::Position;
    type Judge = compass::Evaluation;

    fn judge() -> Self::Judge {
        Self::Judge::new()
    }
}

impl Entrant for Compass {
    const NAME: &'static str = "Compass";
    const DEPTH: u32 = 8;
    const PLIES: Range<usize> = 4..20;
}

pub(crate) struct Collapsi;

impl Subject for Collapsi {
    type Position = collapsi::Position;
    type Judge = collapsi::Evaluation;

    fn judge() -> collapsi::Evaluation {
        collapsi::Evaluation
    }
}

impl Entrant for Collapsi {
    const NAME: &'static str = "Collapsi";
    const DEPTH: u32 = 11;
    const PLIES: Range<usize> = 0..2;
}
