//! The crate `minimax`: what it wants to know of a game, its options, and which of them make it
//! fastest.
//!
//! It is told all that it has a place for. Its move generator lists the moves as they are or sorted
//! by our evaluator. Its evaluator judges a position as ours does, or looks a ply or two ahead and
//! lets the search be as much shallower: as each sees fit, by what is faster.

use std::cell::Cell;
use std::cmp::Reverse;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use engine::{Game, Keyed, Limits, Score, ScoreKind};
use minimax::{
    BEST_EVAL, Evaluation, IterativeOptions, IterativeSearch, Replacement, Strategy, WORST_EVAL,
    Winner,
};

pub(crate) type Move<S> = <<S as Told>::Position as Game>::Move;

/// A game, with all that the rival can be told of it.
pub(crate) trait Told: 'static {
    type Position: Keyed + 'static;

    /// What an unfinished position promises the player to move.
    fn evaluate(position: &Self::Position) -> i32;

    /// How early a move should be tried: larger is earlier.
    fn order(position: &Self::Position, m: Move<Self>) -> i32;

    /// The moves that are worth a look; more than one ply of depth is left.
    fn moves(position: &Self::Position, moves: &mut Vec<Move<Self>>) {
        position.generate_distinct_moves(moves);
    }

    /// The player who has won, or is known to win.
    fn winner(position: &Self::Position) -> Option<Winner> {
        let outcome = position.outcome()?;
        Some(match outcome.winner() {
            Some(winner) if winner == position.turn() => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
            None => Winner::Draw,
        })
    }

    /// How many plies before the end [`winner`](Told::winner) sees it.
    const FORESIGHT: u32 = 0;

    /// How many plies an evaluator may look ahead, at most 2; 0 where moves are followed beyond the
    /// depth.
    const LOOKS_AHEAD: u32 = 0;

    /// Moves to follow beyond the depth. The rival takes them for forced.
    fn noisy_moves(_position: &Self::Position, _moves: &mut Vec<Move<Self>>) {}

    /// The score that a search of this depth would find, if it is known without one.
    fn look_ahead(_position: &Self::Position, _plies: u32) -> Option<Score> {
        None
    }

    /// How many indices there are.
    const INDICES: u16;

    /// A small number for a move, for the rival's tables of countermoves and history.
    fn index(m: Move<Self>) -> u16;

    /// Any move, for the rival to fill its table of countermoves with.
    fn filler() -> Option<Move<Self>>;
}

/// The rules as the rival wants them: positions are copied, as its documentation advises for small
/// ones, and its hash is our key.
struct Rules<T, const SORTED: bool, const AHEAD: u32>(PhantomData<T>);

impl<T: Told, const SORTED: bool, const AHEAD: u32> minimax::Game for Rules<T, SORTED, AHEAD> {
    type S = T::Position;
    type M = Move<T>;

    fn generate_moves(position: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        if T::FORESIGHT > 0
            && let Some(winner) = T::winner(position)
        {
            return Some(winner);
        }
        // The rival's last ply is not the last one where the evaluator looks ahead.
        if AHEAD + T::FORESIGHT > 0 {
            T::moves(position, moves);
        } else {
            position.generate_distinct_moves(moves);
        }
        if moves.is_empty() {
            return T::winner(position);
        }
        if SORTED {
            const FEW: usize = 12;
            if moves.len() <= FEW {
                moves.sort_by_key(|&m| Reverse(T::order(position, m)));
            } else {
                moves.sort_by_cached_key(|&m| Reverse(T::order(position, m)));
            }
        }
        None
    }

    fn apply(position: &mut Self::S, m: Self::M) -> Option<Self::S> {
        let mut after = position.clone();
        after.play_unchecked(m);
        Some(after)
    }

    fn get_winner(position: &Self::S) -> Option<Winner> {
        T::winner(position)
    }

    fn zobrist_hash(position: &Self::S) -> u64 {
        position.key()
    }

    /// Null moves are never searched; without one there would be no table of countermoves.
    fn null_move(_position: &Self::S) -> Option<Self::M> {
        T::filler()
    }

    fn table_index(m: Self::M) -> u16 {
        T::index(m)
    }

    fn max_table_index() -> u16 {
        T::INDICES - 1
    }
}

/// The evaluator as the rival wants it.
struct Judge<T: Told, const SORTED: bool, const AHEAD: u32> {
    /// Memory for looking ahead.
    moves: Cell<Vec<Move<T>>>,
}

impl<T: Told, const SORTED: bool, const AHEAD: u32> minimax::Evaluator for Judge<T, SORTED, AHEAD> {
    type G = Rules<T, SORTED, AHEAD>;

    fn evaluate(&self, position: &T::Position) -> Evaluation {
        self.ahead(position, AHEAD)
    }

    fn generate_noisy_moves(&self, position: &T::Position, moves: &mut Vec<Move<T>>) {
        T::noisy_moves(position, moves);
    }
}

impl<T: Told, const SORTED: bool, const AHEAD: u32> Judge<T, SORTED, AHEAD> {
    /// The value of a position by a search of this depth.
    fn ahead(&self, position: &T::Position, plies: u32) -> Evaluation {
        if plies == 0 {
            return value::<T>(position);
        }
        if let Some(score) = T::look_ahead(position, plies) {
            return in_its_terms(score);
        }
        let mut moves = self.moves.take();
        moves.clear();
        position.generate_distinct_moves(&mut moves);
        let best = moves.iter().map(|&m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            let ended = T::winner(&after).map(|winner| winner.evaluate());
            -ended.unwrap_or_else(|| self.ahead(&after, plies - 1))
        });
        let best = best.max().unwrap_or(WORST_EVAL);
        self.moves.set(moves);
        best
    }
}

/// What the evaluator says, clear of what the rival takes for a win.
fn value<T: Told>(position: &T::Position) -> Evaluation {
    const MOST: i32 = BEST_EVAL as i32 - 200;
    T::evaluate(position).clamp(-MOST, MOST) as Evaluation
}

/// A score as the rival tells it: wins and losses without their distance.
fn in_its_terms(score: Score) -> Evaluation {
    match score.kind() {
        ScoreKind::Win(_) => BEST_EVAL,
        ScoreKind::Loss(_) => WORST_EVAL,
        ScoreKind::Value(value) => value as Evaluation,
    }
}

/// The rival's search with some options.
pub(crate) trait Rival<T: Told> {
    /// Searches a position that is not over to this depth.
    fn search(&mut self, position: &T::Position, depth: u32) -> Found;

    /// Chooses a move, unless there is no time for even one ply.
    fn choose(&mut self, position: &T::Position, time: Duration) -> Option<Move<T>>;
}

impl<T: Told, const SORTED: bool, const AHEAD: u32> Rival<T>
    for IterativeSearch<Judge<T, SORTED, AHEAD>>
{
    fn search(&mut self, position: &T::Position, depth: u32) -> Found {
        let beyond = AHEAD + T::FORESIGHT;
        self.set_max_depth(depth.saturating_sub(beyond) as u8);
        self.choose_move(position);
        // Nodes and depth are to be had as text alone: "Explored 7 nodes to depth 1."
        let stats = self.stats(&mut position.clone());
        let after = |word: &str| {
            let (_, rest) = stats.split_once(word)?;
            rest.split([' ', '.']).next()?.parse::<u64>().ok()
        };
        Found {
            score: self.root_value(),
            depth: after("to depth ").unwrap_or_default() as u32 + beyond,
            nodes: after("Explored ").unwrap_or_default(),
        }
    }

    fn choose(&mut self, position: &T::Position, time: Duration) -> Option<Move<T>> {
        self.set_timeout(time);
        self.choose_move(position)
    }
}

/// What the rival found out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Wins and losses are the largest and least; it does not say in how many plies.
    score: Evaluation,
    depth: u32,
    pub(crate) nodes: u64,
}

impl Found {
    /// Whether this is the score that a search to this depth is to find.
    ///
    /// It does not say how far away a win or a loss is, but ends at the first depth that shows it: a
    /// ply later with double steps, and earlier where its table knows more from an earlier search.
    pub(crate) fn is(&self, score: Score, depth: u32) -> bool {
        self.score == in_its_terms(score)
            && match score.distance() {
                Some(plies) => self.depth <= plies + 1,
                None => self.depth == depth,
            }
    }
}

/// The rival's options.
#[derive(Clone)]
pub(crate) struct Configuration {
    sorted: bool,
    ahead: u32,
    options: IterativeOptions,
    names: Vec<&'static str>,
}

/// Methods of the rival's options, by their names; of each group one is chosen at most.
type Group = &'static [(&'static str, fn(IterativeOptions) -> IterativeOptions)];

/// Without null moves and singular extensions, which change the scores.
const GROUPS: [Group; 3] = [
    &[
        ("without null windows", |options| options.with_null_window_search(false)),
        ("aspiration window 5", |options| options.with_aspiration_window(5)),
        ("aspiration window 50", |options| options.with_aspiration_window(50)),
        ("MTD(f)", IterativeOptions::with_mtdf),
    ],
    &[("double steps", IterativeOptions::with_double_step_increment)],
    &[
        ("depth preferred", |options| {
            options.with_replacement_strategy(Replacement::DepthPreferred)
        }),
        ("always replaced", |options| options.with_replacement_strategy(Replacement::Always)),
    ],
];

/// Its tables of moves, to be tried with every way to list and judge them.
const MOVE_TABLES: Group = &[
    ("countermoves", IterativeOptions::with_countermoves),
    ("history", IterativeOptions::with_countermove_history),
    ("countermoves and history", |options| options.with_countermoves().with_countermove_history()),
];

impl Configuration {
    /// The rival's own defaults, with a table of at least this size: it makes the number of entries
    /// a power of two, the next larger one.
    pub(crate) fn new(table_bytes: usize) -> Self {
        let options = IterativeOptions::new()
            .with_table_byte_size(table_bytes)
            .with_quiescence_search_depth(Limits::QUIESCENCE_PLIES as u8);
        Self { sorted: false, ahead: 0, options, names: Vec::new() }
    }

    fn with(&self, group: Group) -> impl Iterator<Item = Self> {
        group.iter().map(|(name, set)| {
            let names = self.names.iter().copied().chain([*name]).collect();
            Self { options: set(self.options), names, ..self.clone() }
        })
    }

    /// A new search.
    pub(crate) fn rival<T: Told>(&self) -> Box<dyn Rival<T>> {
        fn new<T: Told, const S: bool, const A: u32>(
            options: IterativeOptions,
        ) -> Box<dyn Rival<T>> {
            let judge = Judge::<T, S, A> { moves: Cell::default() };
            Box::new(IterativeSearch::new(judge, options))
        }
        match (self.sorted, self.ahead) {
            (false, 0) => new::<T, false, 0>(self.options),
            (false, 1) => new::<T, false, 1>(self.options),
            (false, _) => new::<T, false, 2>(self.options),
            (true, 0) => new::<T, true, 0>(self.options),
            (true, 1) => new::<T, true, 1>(self.options),
            (true, _) => new::<T, true, 2>(self.options),
        }
    }

    /// The fastest configuration by `time`, which says how many seconds a new search takes for
    /// something, or how many it took when that was more than it is told; `None` if what it finds is
    /// wrong.
    ///
    /// All ways to list and to judge moves are tried with all tables of moves, then the other groups
    /// of options in turn, keeping what was best.
    pub(crate) fn fastest<T: Told>(
        table_bytes: usize,
        mut time: impl FnMut(&dyn Fn() -> Box<dyn Rival<T>>, f64) -> Option<f64>,
    ) -> Self {
        let mut best = (Self::new(table_bytes), f64::INFINITY);
        let mut try_all = |all: Vec<Self>, best: &mut (Self, f64)| {
            for configuration in all {
                let mut once = || time(&|| configuration.rival(), best.1);
                let mut seconds = once();
                if seconds.is_some_and(|first| first < 1.5 * best.1) {
                    seconds = once().and_then(|second| Some(second.min(seconds?)));
                }
                let shown = seconds.map_or("wrong".to_owned(), |s| format!("{s:.3} s"));
                eprintln!("  {shown:>10}  {configuration}");
                if seconds.is_some_and(|seconds| seconds < best.1) {
                    *best = (configuration, seconds.unwrap_or(best.1));
                }
            }
        };
        for ahead in 0..=T::LOOKS_AHEAD {
            for sorted in [false, true] {
                let way = Self { sorted, ahead, ..Self::new(table_bytes) };
                try_all(way.with(MOVE_TABLES).chain([way.clone()]).collect(), &mut best);
            }
        }
        for group in GROUPS {
            try_all(best.0.with(group).collect(), &mut best);
        }
        best.0
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.sorted { "moves sorted" } else { "moves as listed" })?;
        if self.ahead > 0 {
            write!(f, ", {} ply ahead", self.ahead)?;
        }
        self.names.iter().try_for_each(|name| write!(f, ", {name}"))
    }
}
