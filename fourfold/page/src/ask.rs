//! Requests: their parameters, what a search reports to them, and why they are refused.

use std::fmt::Display;
use std::thread::available_parallelism;

use engine::StopFlag;
use engine::board::Direction;
use engine::game::PlayTextError;
use kit::{AnyError, Dynamic, Kit, Move};
use serde::Deserialize;
use serde_json::Value;

/// The parameters of a request. All but the game are optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Ask {
    pub(super) game: String,
    /// The rule options that are not the default, as in `hold_turns=2,quiet_limit=none`.
    pub(super) rules: String,
    /// The position at the start; empty for the usual start.
    start: String,
    /// The seed of the usual start.
    pub(super) seed: u64,
    /// The moves, separated by single spaces.
    moves: String,
    /// A tree of moves: see [`tree`](super::answer::tree).
    pub(super) nodes: String,
    /// Places, separated by commas.
    pub(super) places: String,
    /// The side of the board from which it is seen: `s`, `w`, `n` or `e`.
    side: String,
    /// Whether the parts of pictures are told by their texts, too.
    pub(super) texts: bool,
    /// The player that chooses a move.
    pub(super) player: String,
    /// The seed of its chance: the same one leads to the same move, but for limits of time.
    pub(super) luck: u64,
    /// For an analysis, the number of lines; for a puzzle, the fewest plies to the win.
    pub(super) lines: usize,
    /// How many moves are passed over by what tells of each.
    pub(super) from: usize,
    /// The edits that set up a position: see [`set_up`](super::answer::set_up).
    pub(super) edits: String,
}

/// A game: its moves, how many of them are passed over, the position before each of the others, and the one after all.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) start: Dynamic,
    pub(super) moves: Vec<Move>,
    pub(super) passed: usize,
    pub(super) before: Vec<Dynamic>,
    pub(super) now: Dynamic,
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

    pub(super) fn start(&self, game: &Kit) -> Result<Dynamic, Refusal> {
        Ok(if self.start.is_empty() {
            game.start(&self.rules, self.seed)?
        } else {
            game.parse(&self.start, &self.rules)?
        })
    }

    pub(super) fn read(&self, game: &Kit) -> Result<Line, Refusal> {
        let start = self.start(game)?;
        let mut now = start.clone();
        let text = self.moves.trim();
        // But for the last move, which is told.
        let end = text.match_indices(' ').take(self.from).last();
        let (passed, rest) = end.map_or(("", text), |(i, _)| (&text[..i], &text[i + 1..]));
        let mut moves = play(&mut now, passed, 0).map_err(Refusal::new)?;
        let passed = moves.len();
        moves.extend(play(&mut now.clone(), rest, passed).map_err(Refusal::new)?);
        check_length(moves.len())?;
        let mut before = Vec::new();
        for m in &moves[passed..] {
            before.push(now.clone());
            now.play(m)?;
        }
        Ok(Line { start, moves, passed, before, now })
    }
}

/// Plays moves after so many others.
pub(super) fn play(
    position: &mut Dynamic,
    moves: &str,
    others: usize,
) -> Result<Vec<Move>, PlayTextError> {
    let mut played = position.play_text(moves);
    if let Err(PlayTextError::Parse { number, .. } | PlayTextError::Illegal { number, .. }) =
        &mut played
    {
        *number += others;
    }
    played
}

pub(super) fn check_length(moves: usize) -> Result<(), Refusal> {
    const MOST_MOVES: usize = 5_000;
    if moves <= MOST_MOVES { Ok(()) } else { Err(Refusal(format!("more than {MOST_MOVES} moves"))) }
}

/// Why a request is refused, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub(crate) String);

impl Refusal {
    pub(crate) fn new(error: impl Display) -> Self {
        Self(error.to_string())
    }
}

impl From<AnyError> for Refusal {
    fn from(error: AnyError) -> Self {
        Self::new(error)
    }
}

/// Where a search reports to.
pub struct Reports<'a> {
    send: &'a (dyn Fn(&str, &Value) + Sync),
    pub(crate) stop: StopFlag,
    /// How many threads an analysis has.
    pub(crate) threads: usize,
}

impl<'a> Reports<'a> {
    /// Reports are sent to a function, with the kind of each. The search ends when the flag is raised.
    pub fn new(send: &'a (dyn Fn(&str, &Value) + Sync), stop: StopFlag) -> Self {
        Self { send, stop, threads: available_parallelism().map_or(1, usize::from) }
    }

    pub(crate) fn send(&self, kind: &str, report: &Value) {
        (self.send)(kind, report);
    }
}

system::debug_some!(['a] Reports<'a> stop);
