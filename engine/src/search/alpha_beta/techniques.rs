//! The techniques of a search beyond plain alpha-beta, to be switched on and off one by one.

/// The techniques that make a [`Search`](crate::Search) faster or let it see more, each with its switch.
/// The presets are [`PLAY`](Techniques::PLAY), the default, and [`EXACT`](Techniques::EXACT); they are
/// changed as in `Techniques { history: false, ..Techniques::EXACT }`.
///
/// All but quiescence, reductions and extensions change no result, only how soon it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch")]
pub struct Techniques {
    /// The transposition table: scores of positions met again, and their best moves first. The entry
    /// of the least depth and the greatest age is replaced first.
    pub table: bool,
    /// The table keeps only positions at an odd number of plies from the root: half of the reads and writes, for
    /// somewhat more nodes. It pays where a node takes hardly longer than a read of memory.
    pub alternate: bool,
    /// Principal variation search: after the first move, others need only be refuted (Marsland and
    /// Campbell, *Parallel search of strongly ordered game trees*, 1982).
    pub null_window: bool,
    /// Each depth is begun with a narrow window around the score of the one before.
    pub aspiration: bool,
    /// The evaluator's [order](crate::Evaluator::order) of moves.
    pub order: bool,
    /// Where the order makes no difference, moves that often refuted something, anywhere in the tree, come
    /// early (Schaeffer, *The history heuristic*, 1989).
    pub history: bool,
    /// Beyond the depth, [noisy moves](crate::Evaluator::noisy_moves) are followed until the position is quiet.
    pub quiescence: bool,
    /// Late moves, and positions without a known best move, are searched less deeply at first.
    pub reductions: bool,
    /// Where a single one of several moves is a [candidate](crate::Evaluator::candidate_moves), the reply
    /// to a threat, the search goes a ply deeper; in all to twice the depth at most.
    pub extensions: bool,
}

impl Techniques {
    /// None: plain alpha-beta to a fixed depth, deeper and deeper.
    pub const NONE: Self = Self {
        table: false,
        alternate: false,
        null_window: false,
        aspiration: false,
        order: false,
        history: false,
        quiescence: false,
        reductions: false,
        extensions: false,
    };

    /// For exact answers, time to a depth and solving: nothing is left out or added. The score is that of
    /// plain [`minimax`](crate::search::minimax) to the same depth.
    ///
    /// (For a position met again, the table may have a deeper score than was asked for.)
    pub const EXACT: Self = Self { reductions: false, extensions: false, ..Self::PLAY };

    /// For the best move in the time there is: every technique.
    ///
    /// What is [proven](crate::Analysis::proven) is proven all the same, but a win or a loss within
    /// the depth may be found a few depths later.
    pub const PLAY: Self = Self {
        table: true,
        alternate: false,
        null_window: true,
        aspiration: true,
        order: true,
        history: true,
        quiescence: true,
        reductions: true,
        extensions: true,
    };
}
