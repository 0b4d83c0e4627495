//! The parameters of requests: a game, its rules, its start and its moves.

use engine::Options;
use engine::board::Direction;
use serde::Deserialize;

use super::playable::Playable;
use super::refusal::Refusal;

/// The parameters of a request. All but the game are optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Ask {
    /// The name of the game.
    pub(super) game: String,
    /// The rule options that are not the default, as in `hold_turns=2,quiet_limit=none`.
    rules: String,
    /// The position at the start; empty for the usual start.
    start: String,
    /// The seed of the usual start.
    pub(super) seed: u64,
    /// The moves, separated by single spaces.
    moves: String,
    /// A tree of moves: see [`tree`](super::tree::tree).
    pub(super) nodes: String,
    /// Places, separated by commas.
    pub(super) places: String,
    /// The side of the board from which it is seen: `s`, `w`, `n` or `e`.
    side: String,
    /// The player that chooses a move.
    pub(super) player: String,
    /// The seed of its chance: the same one leads to the same move, but for limits of time.
    pub(super) luck: u64,
    /// For an analysis, the number of lines; for a puzzle, the fewest plies to the win.
    pub(super) lines: usize,
    /// For the curve of a game, the plies that are passed over.
    pub(super) from: usize,
    /// The edits that set up a position: see [`set_up`](super::set_up::set_up).
    pub(super) edits: String,
}

/// A game: its start and its moves.
#[derive(Clone, Debug)]
pub(super) struct Line<G: Playable> {
    pub(super) start: G,
    pub(super) moves: Vec<G::Move>,
}

impl<G: Playable> Line<G> {
    /// The position before the last move, and after it.
    pub(super) fn ends(&self) -> (G, G) {
        let (mut before, mut now) = (self.start.clone(), self.start.clone());
        for &m in &self.moves {
            before = now.clone();
            now.play_unchecked(m);
        }
        (before, now)
    }
}

impl Ask {
    /// Reads a query, as in `game=collapsi&seed=7`.
    pub(super) fn from_query(query: &str) -> Result<Self, Refusal> {
        serde_urlencoded::from_str(query).map_err(Refusal::new)
    }

    pub(super) fn side(&self) -> Direction {
        let letter = self.side.chars().next();
        letter.and_then(Direction::from_char).unwrap_or(Direction::South)
    }

    /// The rules of the request, or by the settings `usual` if it has none.
    pub(super) fn rules<G: Playable>(&self, usual: &str) -> Result<G::Rules, Refusal> {
        match if self.rules.is_empty() { usual } else { &self.rules } {
            "" => Ok(G::Rules::default()),
            settings => G::Rules::from_settings(settings).map_err(Refusal::new),
        }
    }

    /// Reads the start.
    pub(super) fn start<G: Playable>(&self) -> Result<G, Refusal> {
        let rules = self.rules::<G>("")?;
        if self.start.is_empty() {
            Ok(G::start(&rules, self.seed))
        } else {
            G::parse(&self.start, &rules).map_err(Refusal::new)
        }
    }

    /// Reads the start and plays the moves.
    pub(super) fn read<G: Playable>(&self) -> Result<Line<G>, Refusal> {
        let start: G = self.start()?;
        let moves = start.clone().play_text(self.moves.trim()).map_err(Refusal::new)?;
        check_length(moves.len())?;
        Ok(Line { start, moves })
    }
}

/// Refuses a game that is too long.
pub(super) fn check_length(moves: usize) -> Result<(), Refusal> {
    const MOST_MOVES: usize = 5_000;
    if moves <= MOST_MOVES { Ok(()) } else { Err(Refusal(format!("more than {MOST_MOVES} moves"))) }
}
