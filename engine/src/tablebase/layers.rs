//! From the ends of the games backwards, distance by distance.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use super::build::BuildError;
use super::graph::{Graph, State};
use super::options::{BuildOptions, Pass};

/// Positions in blocks, each with the least distance in it that is still to be looked at: so a layer
/// costs little more than its own positions.
struct Layers<'g> {
    graph: &'g Graph,
    nearest: Vec<AtomicU32>,
}

const BLOCK: usize = 1 << 10;

/// Starting a thread takes longer than to look at a few blocks.
const BLOCKS_AT_ONCE: u64 = 8;

/// Nothing is to be looked at.
const NOTHING: u32 = u32::MAX;

/// Decides what can be decided. What stays open then is drawn.
pub(super) fn decide(
    graph: &Graph,
    class: usize,
    options: &BuildOptions<'_>,
) -> Result<(), BuildError> {
    let blocks = graph.len().div_ceil(BLOCK);
    let nearest = (0..blocks).map(|_| AtomicU32::new(0)).collect();
    let layers = Layers { graph, nearest };
    let pass = Pass { options, class, part: 0.9..0.9 };
    // Looking at distance 0 finds out what else there is.
    let mut distance = 0;
    while distance != NOTHING {
        let nearest = |&block: &usize| layers.nearest[block].load(Ordering::Acquire);
        let at_work: Vec<usize> = (0..blocks).filter(|block| nearest(block) == distance).collect();
        let spread = |(): &mut (), few: Range<u64>| {
            for &block in &at_work[few.start as usize..few.end as usize] {
                layers.spread_block(block, distance);
            }
            Ok::<_, BuildError>(())
        };
        pass.run(at_work.len() as u64, BLOCKS_AT_ONCE, || (), spread)?;
        distance = (0..blocks).map(|block| nearest(&block)).min().unwrap_or(NOTHING);
    }
    Ok(())
}

impl Layers<'_> {
    /// Has the positions of a block that are decided at this distance decide those before them.
    ///
    /// Whoever decides a position notes its distance afterwards. So what is not seen here will be
    /// found noted, since the note is taken away before the positions are looked at.
    fn spread_block(&self, block: usize, distance: u32) {
        self.nearest[block].swap(NOTHING, Ordering::AcqRel);
        let end = self.graph.len().min((block + 1) * BLOCK);
        let mut later = NOTHING;
        for index in block * BLOCK..end {
            let state = self.graph.state(index);
            match state.decided() {
                Some(plies) if plies == distance => self.spread(index, state, distance + 1),
                Some(plies) if plies > distance => later = later.min(plies),
                _ => {}
            }
        }
        self.note(block, later);
    }

    fn note(&self, block: usize, distance: u32) {
        self.nearest[block].fetch_min(distance, Ordering::AcqRel);
    }

    /// Tells the positions before this one that it is decided, `plies` - 1 from the end.
    fn spread(&self, index: usize, state: State, plies: u32) {
        for edge in self.graph.edges(index) {
            let from = edge.from();
            let wins = matches!(state, State::Win(_)) != edge.other_moves();
            if wins {
                if self.graph.set_win(from, plies) {
                    self.note(from / BLOCK, plies);
                }
            } else if self.graph.close(from)
                && let State::Open(least) = self.graph.state(from)
            {
                // All moves lose: those within the class in this many plies at most, as they were
                // found in this order, and the others in `least`.
                let plies = plies.max(least);
                self.graph.set(from, State::Loss(plies));
                self.note(from / BLOCK, plies);
            }
        }
    }
}
