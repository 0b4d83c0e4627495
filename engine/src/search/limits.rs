//! The limits of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::game::{StopFlag, Stopped};
use system::clock::Instant;

/// The limits of a search; it stops at whichever is reached first.
///
/// Without any, it continues until the position is solved or [`MAX_DEPTH`](Limits::MAX_DEPTH) is searched.
///
/// ```
/// use std::time::Duration;
/// use engine::Limits;
/// use engine::search::Clock;
///
/// let limits = Limits::new().depth(12).time(Duration::from_millis(100));
/// let clock = Clock::new(Duration::from_secs(60)).increment(Duration::from_secs(1));
/// let by_the_clock = Limits::new().clock(clock);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Limits {
    /// The most plies to look ahead; `None` is [`MAX_DEPTH`](Limits::MAX_DEPTH).
    pub depth: Option<u32>,
    /// The most positions to visit, by all threads together.
    pub nodes: Option<u64>,
    /// The time after which the search ends with what it has found.
    pub time: Option<Duration>,
    /// The clock of the player to move, of which one move takes a share.
    pub clock: Option<Clock>,
    /// The flag that ends the search.
    pub stop: Option<StopFlag>,
    pub(crate) solves: bool,
}

impl Limits {
    /// The deepest search there is, in plies. Larger depths count as this one.
    ///
    /// Searches recurse once a ply. For positions of up to 512 bytes the default stack of a thread, 2 MiB,
    /// is enough; unoptimised code needs about twice as much.
    pub const MAX_DEPTH: u32 = 1000;

    /// The largest size of positions for which a search of [`MAX_DEPTH`](Limits::MAX_DEPTH) fits the stack
    /// of a thread.
    pub(crate) const POSITION_BYTES: usize = 512;

    /// The number of plies that [noisy moves](crate::Evaluator::noisy_moves) are followed beyond the depth.
    pub const QUIESCENCE_PLIES: u32 = 64;

    /// No limits: the search goes on until the position is solved, or [`MAX_DEPTH`](Self::MAX_DEPTH) is done.
    pub fn new() -> Self {
        Self::default()
    }

    /// Look at most this many plies ahead. Depth 0 evaluates the position and its moves statically.
    pub fn depth(self, plies: u32) -> Self {
        Self { depth: Some(plies), ..self }
    }

    /// Visit at most this many positions. With one thread the search is then the same every time.
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Search for about this long, or until the position is solved.
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Take about the time left divided by the moves to go. A depth under way may take three times that, as
    /// long as later moves keep half of theirs; a tenth of the time is held back.
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// Stop soon after this flag is raised.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
    /// # use nim::*;
    /// use engine::{Limits, NoEvaluation, Search, StopFlag};
    ///
    /// let stop = StopFlag::new();
    /// let limits = Limits::new().stop(stop.clone());
    /// let thread = std::thread::spawn(move || {
    ///     Search::new(NoEvaluation).run(&Nim::new([70, 70, 70]), &limits)
    /// });
    /// stop.raise();
    /// let best = thread.join().unwrap()?.best();
    /// assert!(best.is_some(), "a running game gets a move, however soon it is stopped");
    /// # Ok::<_, engine::SearchError>(())
    /// ```
    pub fn stop(self, flag: StopFlag) -> Self {
        Self { stop: Some(flag), ..self }
    }

    /// Solve a position whose game ends within this many plies.
    ///
    /// Only the last depth gives the answer, and to search all others first costs as much again.
    /// [`Search`](crate::Search) therefore looks 12 plies ahead, which settles most games that are decided soon,
    /// and then straight to the end. Where that look takes more than 50,000 positions, a search to the end needs
    /// what shallower ones learn: then it searches every second depth. Where the evaluator
    /// [orders](crate::Evaluator::order) moves, it does without history. Other searches take this as a
    /// [depth](Limits::depth).
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/nim.rs")); }
    /// # use nim::*;
    /// use engine::{Limits, NoEvaluation, Search};
    ///
    /// let analysis = Search::new(NoEvaluation).run(&Nim::new([5, 7, 9]), &Limits::new().solve(21))?;
    /// assert!(analysis.proven);
    /// # Ok::<_, engine::SearchError>(())
    /// ```
    pub fn solve(self, plies: u32) -> Self {
        Self { depth: Some(plies), solves: true, ..self }
    }

    /// Whether anything but the depth ends a search.
    pub(crate) fn is_bounded(&self) -> bool {
        let timed = self.time.is_some() || self.clock.is_some();
        timed || self.nodes.is_some() || self.stop.is_some()
    }

    pub(crate) fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(Self::MAX_DEPTH).min(Self::MAX_DEPTH)
    }
}

/// The clock of a player, for a whole game or for some moves of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Clock {
    /// The time left before this move.
    pub left: Duration,
    /// The time that is added after each move.
    pub increment: Duration,
    /// The moves that the time has to last for, if there is a next time control.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// The number of moves that the time has to last for, if the clock does not state it.
    const MOVES: u32 = 30;

    /// The time reserved between the end of a search and the moment the clock stops.
    const LAG: Duration = Duration::from_millis(10);

    /// This much time is left for the rest of the game, and none is added.
    pub const fn new(left: Duration) -> Self {
        Self { left, increment: Duration::ZERO, moves_to_go: None }
    }

    /// The time added after every move.
    pub const fn increment(self, increment: Duration) -> Self {
        Self { increment, ..self }
    }

    /// More time is added after this many moves.
    pub const fn moves_to_go(self, moves: u32) -> Self {
        Self { moves_to_go: Some(moves), ..self }
    }

    /// The time that may be used up: all but a tenth, or the lag if that is more.
    fn usable(self) -> Duration {
        self.left.saturating_sub(Self::LAG.max(self.left / 10))
    }

    fn moves(self) -> u32 {
        self.moves_to_go.unwrap_or(Self::MOVES).clamp(1, Self::MOVES)
    }

    /// A part of the time left and most of the increment, within the usable time.
    fn with_increment(self, part: Duration) -> Duration {
        part.saturating_add(self.increment / 4 * 3).min(self.usable())
    }

    /// The time for one move.
    fn fair(self) -> Duration {
        self.with_increment(self.usable() / self.moves())
    }

    /// The time after which no further depth is begun, as it would rarely be finished in time.
    fn soft(self) -> Duration {
        self.fair() / 2
    }

    /// The time after which the search is interrupted: three times the fair time, but later moves keep half
    /// of their share.
    fn hard(self) -> Duration {
        let moves = self.moves();
        let most = self.with_increment(self.usable() / (2 * moves) * (moves + 1));
        // Rounding can make `most` a nanosecond less than the fair time.
        self.fair().saturating_mul(3).min(most.max(self.fair()))
    }
}

/// State shared by the threads of one search.
#[derive(Debug, Default)]
pub(crate) struct Team {
    halt: AtomicBool,
    /// The nodes that threads may visit, visited ones included.
    granted: AtomicU64,
}

impl Team {
    pub(crate) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Grants a thread more nodes, at most `most` to all threads.
    fn grant(&self, most: u64) -> u64 {
        let more = |all| Watch::WORK_BETWEEN_LOOKS.min(most - all);
        let all = self.granted.update(Ordering::Relaxed, Ordering::Relaxed, |all| all + more(all));
        more(all)
    }
}

/// Counts the nodes of a running search and watches its [limits](Limits), for searches of your own.
#[derive(Clone)]
pub struct Watch<'a> {
    limits: &'a Limits,
    started: Instant,
    /// The time after which no further depth is begun.
    soft_deadline: Option<Instant>,
    /// The time at which a fair part of the clock is used.
    fair_deadline: Option<Instant>,
    deadline: Option<Instant>,
    nodes: u64,
    /// The number of nodes this thread may visit in all; in a team, until it asks for more.
    granted: u64,
    /// The work until the next check of the clock and the flag; at most the nodes left.
    until_look: u64,
    /// The number of nodes of this thread after which a first look is given up.
    first_look: Option<u64>,
    team: Option<&'a Team>,
}

impl<'a> Watch<'a> {
    /// Looking at the clock takes about as long as a fast node.
    const WORK_BETWEEN_LOOKS: u64 = 256;

    /// Begins now.
    pub fn new(limits: &'a Limits) -> Self {
        let started = Instant::now();
        let at = |time: Option<Duration>| time.and_then(|time| started.checked_add(time));
        let times = [limits.time, limits.clock.map(Clock::hard)];
        Self {
            limits,
            started,
            soft_deadline: at(limits.clock.map(Clock::soft)),
            fair_deadline: at(limits.clock.map(Clock::fair)),
            deadline: at(times.into_iter().flatten().min()),
            nodes: 0,
            granted: limits.nodes.unwrap_or(u64::MAX),
            until_look: 0,
            first_look: None,
            team: None,
        }
    }

    /// The watch of one thread of many.
    pub(crate) fn of(&self, team: &'a Team) -> Self {
        Self { team: Some(team), granted: 0, ..self.clone() }
    }

    /// The number of nodes visited by all threads; while others search, up to a few hundred for each of them more.
    pub fn nodes(&self) -> u64 {
        let left = self.granted - self.nodes;
        self.team.map_or(self.nodes, |team| team.granted.load(Ordering::Relaxed) - left)
    }

    /// The time since it began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether it is too late to begin another depth.
    pub(crate) fn is_late(&self) -> bool {
        self.soft_deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether a fair part of the clock is used: the time to stop for a search that can do so anywhere.
    pub(crate) fn is_due(&self) -> bool {
        self.fair_deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts one node, unless that would be one too many.
    ///
    /// # Errors
    ///
    /// A limit is reached, or the stop flag raised.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        if self.until_look == 0 {
            self.look()?;
        }
        self.until_look = self.until_look.checked_sub(1).ok_or(Stopped)?;
        self.nodes += 1;
        Ok(())
    }

    /// Counts work that takes time without being a node, such as listing moves.
    ///
    /// # Errors
    ///
    /// See [`count_node`](Watch::count_node).
    #[inline]
    pub fn count_work(&mut self, amount: u64) -> Result<(), Stopped> {
        match self.until_look.checked_sub(amount) {
            Some(left) => self.until_look = left,
            None => self.look()?,
        }
        Ok(())
    }

    /// Begins a first look, which is given up when it has taken too many nodes.
    pub(crate) fn begin_first_look(&mut self) {
        const MOST: u64 = 50_000;
        (self.first_look, self.until_look) = (Some(self.nodes + MOST), 0);
    }

    /// Ends a first look.
    pub(crate) fn end_first_look(&mut self) {
        (self.first_look, self.until_look) = (None, 0);
    }

    /// Gives back to the team the nodes that are left.
    pub(crate) fn give_back(&mut self) {
        if let Some(team) = self.team {
            team.granted.fetch_sub(self.granted - self.nodes, Ordering::Relaxed);
            (self.granted, self.until_look) = (self.nodes, 0);
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.give_back();
        if let Some(team) = self.team {
            self.granted += team.grant(self.limits.nodes.unwrap_or(u64::MAX));
        }
        let left = self.first_look.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
        self.until_look = Self::WORK_BETWEEN_LOOKS.min(self.granted - self.nodes).min(left);
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let told = self.limits.stop.as_ref().is_some_and(StopFlag::is_raised);
        let halted = self.team.is_some_and(|team| team.halt.load(Ordering::Relaxed));
        if late || told || halted {
            self.until_look = 0;
            return Err(Stopped);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any clock, those with little left among them.
    fn clock() -> impl Strategy<Value = Clock> {
        let nanos = |most: u32| (0..=most).prop_flat_map(|bits| 0..=u64::MAX >> (63 - bits));
        let moves = prop_oneof![Just(None), (0..50_u32).prop_map(Some), Just(Some(u32::MAX))];
        (nanos(63), nanos(50), moves).prop_map(|(left, increment, moves_to_go)| Clock {
            left: Duration::from_nanos(left),
            increment: Duration::from_nanos(increment),
            moves_to_go,
        })
    }

    proptest! {
        #[test]
        fn a_clock_is_never_used_up(clock in clock()) {
            prop_assert!(clock.soft() <= clock.fair() && clock.fair() <= clock.hard());
            prop_assert!(clock.hard() + Clock::LAG.min(clock.left) <= clock.left);
            prop_assert!(clock.hard() <= clock.left / 10 * 9 + Duration::from_nanos(9));
        }

        #[test]
        fn every_move_leaves_half_of_their_share_to_those_after(left in 0..1_u64 << 50, moves in 1..30_u32) {
            let clock = Clock::new(Duration::from_nanos(left)).moves_to_go(moves);
            prop_assert!(clock.hard() + clock.fair() / 2 * (moves - 1) <= clock.usable());
        }

        #[test]
        fn slow_moves_do_not_lose_on_time(mut clock in clock(), moves in 1..200_u32) {
            clock.left = clock.left.max(Duration::from_millis(1));
            for _ in 0..moves {
                let used = clock.hard();
                prop_assert!(used < clock.left);
                clock.left = clock.left.saturating_sub(used).saturating_add(clock.increment);
                clock.moves_to_go = clock.moves_to_go.map(|moves| moves.saturating_sub(1).max(1));
            }
        }

        #[test]
        fn more_time_is_more_time(clock in clock(), more in 0..1_u64 << 40) {
            let richer = Clock { left: clock.left + Duration::from_nanos(more), ..clock };
            prop_assert!(richer.fair() >= clock.fair() && richer.hard() >= clock.hard());
        }
    }

    #[test]
    fn time_is_shared_among_the_moves_to_come() {
        let minute = Clock::new(Duration::from_mins(1));
        let fair = |clock: Clock| clock.fair().as_millis();
        assert_eq!(fair(minute), 1_800);
        assert_eq!(fair(minute.increment(Duration::from_secs(2))), 3_300);
        assert_eq!(fair(minute.moves_to_go(2)), 27_000);
        assert_eq!(fair(minute.moves_to_go(100)), 1_800);
        let hard = |clock: Clock| clock.hard().as_millis();
        assert_eq!(hard(minute), 5_400);
        assert_eq!(
            [1, 2, 3, 4].map(|n| hard(minute.moves_to_go(n))),
            [54_000, 40_500, 36_000, 33_750]
        );
        let flagging = Clock::new(Duration::from_millis(200)).increment(Duration::from_secs(5));
        assert_eq!((fair(flagging), hard(flagging)), (180, 180));
        assert_eq!(hard(Clock::new(Duration::from_millis(10))), 0);
    }
}
