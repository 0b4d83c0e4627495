//! Which depth is searched next.

use crate::limits::Limits;

/// Goes from depth to depth up to the limit.
///
/// If nothing but the last depth can end the search, depths are passed over: nobody needs their
/// results, and those two plies apart are most alike. Where the search grows fast, none is: what a
/// depth costs is little then against the next, and what it learns may be much.
pub(super) struct Deepening {
    last: u32,
    passes_over: bool,
    /// The depth done last.
    done: Option<u32>,
    /// How many nodes were visited when it was begun.
    nodes: u64,
    /// How many it took.
    cost: u64,
}

impl Deepening {
    /// By how many times a ply more may cost more for depths to be passed over.
    const SLOW_GROWTH: u64 = 4;

    pub(super) fn new(limits: &Limits) -> Self {
        let (last, passes_over) = (limits.max_depth(), limits.is_depth_alone());
        Self { last, passes_over, done: None, nodes: 0, cost: 0 }
    }

    /// The next depth, now that about so many nodes were visited in all, and `done` is the depth done last,
    /// if any.
    pub(super) fn next(&mut self, done: Option<u32>, nodes: u64) -> Option<u32> {
        let plies = done.unwrap_or(0) - self.done.unwrap_or(0).min(done.unwrap_or(0));
        let cost = nodes.saturating_sub(self.nodes);
        let slow = Self::SLOW_GROWTH.saturating_pow(plies).saturating_mul(self.cost);
        let grows_fast = cost > slow.max(1);
        (self.done, self.nodes, self.cost) = (done, nodes, cost);
        let next = done.map_or(0, |done| done + 1);
        let left = self.last.checked_sub(next)?;
        let passed = self.passes_over && next > 0 && !(next > 2 && grows_fast);
        Some(if passed { next + left % 2 } else { next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::StopFlag;

    /// The depths searched if a depth costs so many nodes.
    fn depths(limits: &Limits, cost: impl Fn(u32) -> u64) -> Vec<u32> {
        let mut deepening = Deepening::new(limits);
        let (mut depths, mut nodes) = (Vec::new(), 0);
        while let Some(depth) = deepening.next(depths.last().copied(), nodes) {
            nodes += cost(depth);
            depths.push(depth);
        }
        depths
    }

    #[test]
    fn depths_are_passed_over_where_nothing_else_can_end_the_search() {
        let slow = |depth| 3_u64.pow(depth);
        assert_eq!(depths(&Limits::new().depth(0), slow), [0]);
        assert_eq!(depths(&Limits::new().depth(1), slow), [0, 1]);
        assert_eq!(depths(&Limits::new().depth(6), slow), [0, 2, 4, 6]);
        assert_eq!(depths(&Limits::new().depth(7), slow), [0, 1, 3, 5, 7]);
        for bounded in [Limits::new().stop(StopFlag::new()), Limits::new().nodes(1_000_000)] {
            assert_eq!(depths(&bounded.depth(4), slow), [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn none_is_passed_over_where_the_search_grows_fast() {
        assert_eq!(depths(&Limits::new().depth(6), |depth| 9_u64.pow(depth)), [0, 2, 3, 4, 5, 6]);
        let sudden = |depth| if depth < 4 { 1 } else { 1000 };
        assert_eq!(depths(&Limits::new().depth(8), sudden), [0, 2, 4, 5, 6, 8]);
    }
}
