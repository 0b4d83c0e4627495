//! Retrograde analysis: from finished games backwards, distance by distance.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::error::BuildError;
use super::expand::NextMover;
use super::graph::{Graph, State};
use super::options::BuildOptions;
use super::pass::Pass;

/// Positions in blocks, each with the least distance in it that is still to be propagated. So only the
/// blocks of a layer are scanned for it.
struct Layers<'g> {
    graph: &'g Graph,
    nearest: Vec<AtomicU32>,
}

const BLOCK: usize = 1 << 10;

/// Starting a thread takes longer than scanning a few blocks.
const BLOCKS_AT_ONCE: u64 = 8;

/// Nothing in the block is to be propagated.
const NOTHING: u32 = u32::MAX;

/// Decides all wins and losses. Positions that are open afterwards are drawn.
pub(super) fn decide(
    graph: &Graph,
    class: usize,
    options: &BuildOptions<'_>,
) -> Result<(), BuildError> {
    let blocks = graph.len().div_ceil(BLOCK);
    let nearest = (0..blocks).map(|_| AtomicU32::new(0)).collect();
    let layers = Layers { graph, nearest };
    let pass = Pass { options, class, part: 0.9..0.9 };
    // The scan for distance 0 covers all blocks, and notes their next distance.
    let mut distance = 0;
    while distance != NOTHING {
        let nearest = |&block: &usize| layers.nearest[block].load(Ordering::Acquire);
        let at_work: Vec<usize> = (0..blocks).filter(|block| nearest(block) == distance).collect();
        let propagate = |(): &mut (), few: Range<u64>| {
            for &block in &at_work[few.start as usize..few.end as usize] {
                layers.propagate_block(block, distance);
            }
            Ok::<_, BuildError>(())
        };
        pass.run(at_work.len() as u64, BLOCKS_AT_ONCE, || (), propagate)?;
        distance = (0..blocks).map(|block| nearest(&block)).min().unwrap_or(NOTHING);
    }
    Ok(())
}

impl Layers<'_> {
    /// Propagates the positions of a block that are decided at this distance to their predecessors.
    ///
    /// Clears the mark before scanning: a thread that decides a position meanwhile marks the block again afterwards.
    fn propagate_block(&self, block: usize, distance: u32) {
        self.nearest[block].swap(NOTHING, Ordering::AcqRel);
        let end = self.graph.len().min((block + 1) * BLOCK);
        let mut later = NOTHING;
        for index in block * BLOCK..end {
            let state = self.graph.state(index);
            match state.decided() {
                Some(plies) if plies == distance => self.propagate(index, state, distance + 1),
                Some(plies) if plies > distance => later = later.min(plies),
                _ => {}
            }
        }
        self.note(block, later);
    }

    fn note(&self, block: usize, distance: u32) {
        self.nearest[block].fetch_min(distance, Ordering::AcqRel);
    }

    /// Updates the predecessors of a decided position, for which the end is `plies` away.
    fn propagate(&self, index: usize, state: State, plies: u32) {
        for edge in self.graph.edges(index) {
            let from = edge.from();
            let wins = matches!(state, State::Win(_)) == (edge.next() == NextMover::Same);
            if wins {
                if self.graph.set_win(from, plies) {
                    self.note(from / BLOCK, plies);
                }
            } else if self.graph.close(from)
                && let State::Open(least) = self.graph.state(from)
            {
                // All moves lose: those within the class in at most this many plies, as distances rise,
                // and the others in at most `least`.
                let plies = plies.max(least);
                self.graph.set(from, State::Loss(plies));
                self.note(from / BLOCK, plies);
            }
        }
    }
}
