//! The faults that conformance checks find.

use std::fmt;

use crate::game::Game;
use crate::score::Score;
use crate::text::counted;

/// A law that a game breaks: where, how, and what the usual cause is.
///
/// Positions and moves are shown by their `Debug` text, or by their notation where that is checked.
/// `Debug` prints the same as `Display`, so that `unwrap` in a test shows the message.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
pub enum Violation {
    #[error("no positions were given to explore from")]
    NoPositions,
    #[error("{a} and {b} are equal by ==, but Hash tells them apart")]
    EqualPositionsOtherHashes { a: String, b: String },
    #[error("players() is {players}, which is empty or names a player twice, in {position}")]
    Players { position: String, players: String },
    #[error("players() changes from {before} to {after} when {m} is played in {position}")]
    PlayersChange { position: String, m: String, before: String, after: String },
    #[error("{source_of} names {player}, who is not among players(), in {position}")]
    UnknownPlayer { position: String, source_of: &'static str, player: String },
    #[error("outcome() gives points to {given}, not to each of the players once, in {position}")]
    Points { position: String, given: String },
    #[error(
        "outcome() is None but there is no legal move in {position}; a player who cannot move has \
         lost, has drawn or must have a pass as a move"
    )]
    RunningWithoutMoves { position: String },
    #[error("the game is over by outcome() but {m} is listed as a legal move in {position}")]
    FinishedWithMoves { position: String, m: String },
    #[error(
        "{generator} must append to the list it is given, but changed what was in it, in {position}"
    )]
    NotAppended { position: String, generator: &'static str },
    #[error("generate_moves() lists other moves when it is called again in {position}")]
    NotRepeatable { position: String },
    #[error("generate_moves() lists {m} twice in {position}")]
    DuplicateMove { position: String, m: String },
    #[error(
        "generate_moves() lists {} but count_moves() counts {counted}, in {position}",
        crate::counted(*listed, "move")
    )]
    Miscounted { position: String, listed: usize, counted: u64 },
    #[error("generate_moves() lists {m}, but check() refuses it ({reason}) in {position}")]
    LegalMoveRefused { position: String, m: String, reason: String },
    #[error("check() accepts {m}, which generate_moves() does not list, in {position}")]
    IllegalMoveAccepted { position: String, m: String },
    #[error("check() and play() disagree about {m} in {position}")]
    PlayDisagreesWithCheck { position: String, m: String },
    #[error("play() and play_unchecked() lead to different positions with {m} in {position}")]
    PlayDiffers { position: String, m: String },
    #[error("play() refuses {m} but changes the position {position} to {changed}")]
    RefusedMoveChanges { position: String, m: String, changed: String },
    #[error(
        "playing {m} on a copy of {position} changes the original to {changed}; do they share \
         state behind a reference?"
    )]
    CopiesShareState { position: String, m: String, changed: String },
    #[error("{generator} lists {m}, which is not a legal move, in {position}")]
    ListedMoveIllegal { position: String, m: String, generator: &'static str },
    #[error("no move of generate_distinct_moves() leads where {m} leads in {position}")]
    DistinctMoveMissing { position: String, m: String },
    #[error(
        "{a} and {b} are equal by ==, but differ in {what}; equality must look at everything that \
         matters for the rest of the game (mover, stage of the turn, counters, rule options)"
    )]
    EqualPositionsDiffer { a: String, b: String, what: &'static str },
    #[error(
        "{a} and {b} are equal but have the keys {key_a:#018x} and {key_b:#018x}; does the key \
         depend on how the position was reached?"
    )]
    EqualPositionsOtherKeys { a: String, b: String, key_a: u64, key_b: u64 },
    #[error(
        "{a} and {b} are different but share the key {key:#018x}; is every field mixed in, the \
         mover included?"
    )]
    SameKey { a: String, b: String, key: u64 },
    #[error(
        "{a} and {b}, and {} more among {}, have keys that agree in their {half} 32 bits; mix fields \
         in as whole random words",
        counted(*more, "pair"), counted(*positions, "position")
    )]
    WeakKey { a: String, b: String, half: &'static str, more: usize, positions: usize },
    #[error("the position prints as \"{text}\", which parse() refuses: {reason}")]
    PositionUnreadable { text: String, reason: String },
    #[error("{position} prints as \"{text}\", which parse() reads as {read}")]
    PositionMisread { position: String, text: String, read: String },
    #[error(
        "parse() reads \"{text}\" as a position that prints as \"{printed}\", and that {problem}"
    )]
    DamagedTextMisread { text: String, printed: String, problem: String },
    #[error("\"{text}\" is read as a move that prints as \"{printed}\", which is not read back")]
    DamagedMoveMisread { text: String, printed: String },
    #[error("{m} prints as \"{text}\", which cannot be read: {reason}")]
    MoveUnreadable { m: String, text: String, reason: String },
    #[error("{m} prints as \"{text}\", which is read as {read}")]
    MoveMisread { m: String, text: String, read: String },
    #[error("option \"{name}\" of {position} reads as {value}, but setting it to that {problem}")]
    OptionRoundTrip { position: String, name: &'static str, value: String, problem: String },
    #[error("none of the symmetries of {position} leaves it as it is; the identity must be listed")]
    NoIdentity { position: String },
    #[error(
        "{what} of {position} and of its image {image} do not correspond; a symmetry must keep the \
         rules"
    )]
    SymmetryBroken { position: String, image: String, what: &'static str },
    #[error("{position} and its image {image} have different canonical forms")]
    CanonicalFormsDiffer { position: String, image: String },
    #[error(
        "the canonical form {canonical} of {position} is not the image by the symmetry with it"
    )]
    CanonicalFormForeign { position: String, canonical: String },
    #[error("the evaluation is {first} for one player and {second} for the other in {position}")]
    NotZeroSum { position: String, first: i32, second: i32 },
    #[error(
        "outcome_score() answers {scores} for the players in {position}; a win or a loss must be in 0 \
         plies, and of two players one gains what the other loses"
    )]
    WrongOutcomeScore { position: String, scores: String },
    #[error("noisy_moves() are said to be forced but miss where {m} leads in {position}")]
    NotForced { position: String, m: String },
    #[error("probe() answers {claim} in {position}, but {truth}")]
    WrongProbe { position: String, claim: Score, truth: String },
    #[error("bounds() are {least} to {most} in {position}, but {truth}")]
    WrongBounds { position: String, least: Score, most: Score, truth: String },
    #[error(
        "look_ahead() by {}, asked about more than {alpha}, answers {claim} in {position}, but a \
         search finds {truth}",
        counted(*depth, "ply")
    )]
    WrongLookAhead { position: String, depth: u32, alpha: Score, claim: Score, truth: Score },
    #[error(
        "the best of candidate_moves() in {position} is worth {found} by {}, but the best of all \
         moves {best}",
        counted(*depth, "ply")
    )]
    CandidateMissing { position: String, depth: u32, found: String, best: Score },
    #[error("the picture of {position} has two places called {name:?}")]
    PlaceTwice { position: String, name: String },
    #[error("the piece {piece:?} is drawn where no place was drawn before, in {position}")]
    PieceOnNoPlace { position: String, piece: String },
    #[error(
        "places() or route() of {m} names the square {name}, which is not drawn, in {position}"
    )]
    UnknownSquare { position: String, m: String, name: String },
    #[error("places() of {m} is empty in {position}, so the move cannot be made by pointing")]
    NoPlaces { position: String, m: String },
    #[error("{a} and {b} are made by pointing at the same places in {position}")]
    SamePlaces { position: String, a: String, b: String },
    #[error("the unchanged draft of {position} {found}")]
    DraftDiffers { position: String, found: String },
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

/// Checks that the moves that a generator has listed are legal.
pub(super) fn all_legal<G: Game + fmt::Debug>(
    position: &G,
    moves: &[G::Move],
    generator: &'static str,
) -> Result<(), Violation> {
    match moves.iter().find(|&&m| position.check(m).is_err()) {
        Some(m) => {
            let (position, m) = (show(position), show(m));
            Err(Violation::ListedMoveIllegal { position, m, generator })
        }
        None => Ok(()),
    }
}
