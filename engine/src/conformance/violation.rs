//! The faults that conformance checks find.

use std::fmt;

use crate::score::Score;

/// A law that a game breaks: where, how, and what the usual cause is.
///
/// Positions and moves are shown by their `Debug` text, or by their notation where that is checked.
/// `Debug` prints the same as `Display`, so that `unwrap` in a test shows a readable message.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each variant's message says what its fields are")]
pub enum Violation {
    /// There is nothing to check.
    #[error("no positions were given to explore from")]
    NoPositions,

    /// Positions that are equal have different hashes.
    #[error("{a} and {b} are equal by ==, but Hash tells them apart")]
    EqualPositionsOtherHashes { a: String, b: String },

    /// [`Game::players`](crate::Game::players) is empty or lists a player twice.
    #[error("players() is {players}, which is empty or names a player twice, in {position}")]
    Players { position: String, players: String },

    /// The players change in the course of a game.
    #[error("players() changes from {before} to {after} when {m} is played in {position}")]
    PlayersChange { position: String, m: String, before: String, after: String },

    /// A player is named who is not one of the players.
    #[error("{source_of} names {player}, who is not among players(), in {position}")]
    UnknownPlayer { position: String, source_of: &'static str, player: String },

    /// Not every player has points, or one has them twice.
    #[error("outcome() gives points to {given}, not to each of the players once, in {position}")]
    Points { position: String, given: String },

    /// There is no legal move, but the game is said to go on.
    #[error(
        "outcome() is None but there is no legal move in {position}; a player who cannot move has \
         lost, has drawn or must have a pass as a move"
    )]
    RunningWithoutMoves { position: String },

    /// The game is over, but there are moves.
    #[error("the game is over by outcome() but {m} is listed as a legal move in {position}")]
    FinishedWithMoves { position: String, m: String },

    /// [`Game::generate_moves`](crate::Game::generate_moves) touches moves that were there before.
    #[error(
        "{generator} must append to the list it is given, but changed what was in it, in {position}"
    )]
    NotAppended { position: String, generator: &'static str },

    /// The same position lists other moves when asked again.
    #[error("generate_moves() lists other moves when it is called again in {position}")]
    NotRepeatable { position: String },

    /// A move is listed twice.
    #[error("generate_moves() lists {m} twice in {position}")]
    DuplicateMove { position: String, m: String },

    /// The number of moves is wrong.
    #[error(
        "generate_moves() lists {listed} moves but count_moves() counts {counted}, in {position}"
    )]
    Miscounted { position: String, listed: usize, counted: u64 },

    /// A listed move is refused.
    #[error("generate_moves() lists {m}, but check() refuses it ({reason}) in {position}")]
    LegalMoveRefused { position: String, m: String, reason: String },

    /// A move that is not listed is accepted.
    #[error("check() accepts {m}, which generate_moves() does not list, in {position}")]
    IllegalMoveAccepted { position: String, m: String },

    /// [`Game::play`](crate::Game::play) and [`Game::check`](crate::Game::check) disagree.
    #[error("check() and play() disagree about {m} in {position}")]
    PlayDisagreesWithCheck { position: String, m: String },

    /// The two ways to play lead to different positions.
    #[error("play() and play_unchecked() lead to different positions with {m} in {position}")]
    PlayDiffers { position: String, m: String },

    /// A refused move changed the position.
    #[error("play() refuses {m} but changes the position {position} to {changed}")]
    RefusedMoveChanges { position: String, m: String, changed: String },

    /// Playing on a copy changed the original.
    #[error(
        "playing {m} on a copy of {position} changes the original to {changed}; do they share \
         state behind a reference?"
    )]
    CopiesShareState { position: String, m: String, changed: String },

    /// A distinct move is not legal.
    #[error("generate_distinct_moves() lists {m}, which is not a legal move, in {position}")]
    DistinctMoveIllegal { position: String, m: String },

    /// The distinct moves miss a position.
    #[error("no move of generate_distinct_moves() leads where {m} leads in {position}")]
    DistinctMoveMissing { position: String, m: String },

    /// Positions that are equal behave differently.
    #[error(
        "{a} and {b} are equal by ==, but differ in {what}; equality must look at everything that \
         matters for the rest of the game (mover, stage of the turn, counters, rule options)"
    )]
    EqualPositionsDiffer { a: String, b: String, what: &'static str },

    /// Equal positions have different keys.
    #[error(
        "{a} and {b} are equal but have the keys {key_a:#018x} and {key_b:#018x}; does the key \
         depend on how the position was reached?"
    )]
    EqualPositionsOtherKeys { a: String, b: String, key_a: u64, key_b: u64 },

    /// Different positions have the same key.
    #[error(
        "{a} and {b} are different but share the key {key:#018x}; is every field mixed in, the \
         mover included?"
    )]
    SameKey { a: String, b: String, key: u64 },

    /// Too many keys agree in half of their bits.
    #[error(
        "{a} and {b}, and {more} more pairs among {positions} positions, have keys that agree in \
         their {half} 32 bits; mix fields in as whole random words"
    )]
    WeakKey { a: String, b: String, half: &'static str, more: usize, positions: usize },

    /// The text of a position cannot be read.
    #[error("the position prints as \"{text}\", which parse() refuses: {reason}")]
    PositionUnreadable { text: String, reason: String },

    /// The text of a position is read as another one.
    #[error("{position} prints as \"{text}\", which parse() reads as {read}")]
    PositionMisread { position: String, text: String, read: String },

    /// A damaged text is read as a position whose own text is not read back.
    #[error(
        "parse() reads \"{text}\" as a position that prints as \"{printed}\", and that {problem}"
    )]
    DamagedTextMisread { text: String, printed: String, problem: String },

    /// A damaged text is read as a move whose own text is not read back.
    #[error("\"{text}\" is read as a move that prints as \"{printed}\", which is not read back")]
    DamagedMoveMisread { text: String, printed: String },

    /// The text of a move cannot be read.
    #[error("{m} prints as \"{text}\", which cannot be read: {reason}")]
    MoveUnreadable { m: String, text: String, reason: String },

    /// The text of a move is read as another one.
    #[error("{m} prints as \"{text}\", which is read as {read}")]
    MoveMisread { m: String, text: String, read: String },

    /// A rule option cannot be set to what it is.
    #[error("option \"{name}\" of {position} reads as {value}, but setting it to that {problem}")]
    OptionRoundTrip { position: String, name: &'static str, value: String, problem: String },

    /// No symmetry is the identity.
    #[error("none of the symmetries of {position} leaves it as it is; the identity must be listed")]
    NoIdentity { position: String },

    /// A symmetry does not keep the rules.
    #[error(
        "{what} of {position} and of its image {image} do not correspond; a symmetry must keep the \
         rules"
    )]
    SymmetryBroken { position: String, image: String, what: &'static str },

    /// Positions that a symmetry takes to each other have different canonical forms.
    #[error("{position} and its image {image} have different canonical forms")]
    CanonicalFormsDiffer { position: String, image: String },

    /// The canonical form is not an image of the position.
    #[error("the canonical form {canonical} of {position} is none of its images")]
    CanonicalFormForeign { position: String, canonical: String },

    /// The values for two players do not cancel out.
    #[error("the evaluation is {first} for one player and {second} for the other in {position}")]
    NotZeroSum { position: String, first: i32, second: i32 },

    /// A noisy move is not legal.
    #[error("noisy_moves() lists {m}, which is not a legal move, in {position}")]
    NoisyMoveIllegal { position: String, m: String },

    /// Noisy moves are said to be forced, but there are others.
    #[error("noisy_moves() are said to be forced but miss where {m} leads in {position}")]
    NotForced { position: String, m: String },

    /// What `probe` knows is not so.
    #[error("probe() answers {claim} in {position}, but {truth}")]
    WrongProbe { position: String, claim: Score, truth: String },

    /// The score is not within its bounds.
    #[error("bounds() are {least} to {most} in {position}, but {truth}")]
    WrongBounds { position: String, least: Score, most: Score, truth: String },

    /// A search by some plies finds something else than what is said.
    #[error(
        "look_ahead() by {depth} plies, asked about more than {alpha}, answers {claim} in {position}, \
         but a search finds {truth}"
    )]
    WrongLookAhead { position: String, depth: u32, alpha: Score, claim: Score, truth: Score },

    /// A candidate move is not legal.
    #[error("candidate_moves() lists {m}, which is not a legal move, in {position}")]
    CandidateIllegal { position: String, m: String },

    /// The best move is not among the candidates.
    #[error(
        "the best of candidate_moves() in {position} is worth {found} by {depth} plies, but the best \
         of all moves {best}"
    )]
    CandidateMissing { position: String, depth: u32, found: String, best: Score },

    /// A value is out of range.
    #[error("the evaluation {value} is beyond ±{} in {position}", crate::Score::MAX_VALUE)]
    ValueOutOfRange { position: String, value: i32 },
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The `Debug` text of a value, for a message.
pub(super) fn show<T: fmt::Debug>(value: &T) -> String {
    format!("{value:?}")
}
