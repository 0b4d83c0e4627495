//! Games: the trait that every game implements, the capabilities that it may add, outcomes, options, keys,
//! move counts and random play.

pub mod key;
pub(crate) mod options;
mod outcome;
mod parse_error;
mod perft;
mod random;
mod stop;

pub use options::{OptionError, OptionSpec, Options, Values};
pub use outcome::{Outcome, Points, Wdl};
pub use parse_error::ParseError;
pub use perft::{divide, perft, perft_until};
pub use random::{Playout, SeededRng, nth_seed, playout, seeded};
pub use stop::{StopFlag, Stopped};

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use rand::Rng;
use rand::seq::IndexedRandom;

/// A position of a deterministic game with perfect information.
///
/// The *position* implements the trait: it carries the board, whose turn it is, everything that
/// happened so far and still matters (a move counter, what the mover did earlier in this turn) and
/// the rule options it is played by. A **ply** is one decision by one player, who may decide several in a
/// row; nothing in this crate assumes that players alternate.
///
/// # Laws
///
/// [`Conformance`](crate::Conformance) checks them on your own positions:
///
/// * A running game has at least one move (passing is a move); a finished one has none.
/// * [`check`](Game::check) accepts exactly the moves that
///   [`generate_moves`](Game::generate_moves) lists, each of them once.
/// * `players`, `turn`, `outcome` and the moves are functions of the position alone: equal
///   positions agree in them, and copies do not influence each other.
///
/// # Cost
///
/// A search copies a position for every ply. Up to about 128 bytes that costs little next to generating
/// moves; state on the heap makes a search many times slower.
pub trait Game: Clone {
    /// A player, usually an enum.
    type Player: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// A move: one ply, up to about 16 bytes at best. Searches look up its history by its hash.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The reason why a move is illegal: an error of your own, or [`NotLegal`].
    type IllegalMove: Error + Send + Sync + 'static;

    /// The players in the order of their seats, the same throughout a game.
    fn players(&self) -> &[Self::Player];

    /// The player who decides the next ply; in a finished position, any player.
    fn turn(&self) -> Self::Player;

    /// The outcome, or `None` while the game is running.
    fn outcome(&self) -> Option<Outcome<Self::Player>>;

    /// Appends every legal move to `moves`, in any order that is the same for equal positions.
    fn generate_moves(&self, moves: &mut Vec<Self::Move>);

    /// Checks whether `m` may be played here, and if not, returns the rule that it breaks. Without reasons,
    /// [`NotLegal::check`] is the whole implementation.
    ///
    /// # Errors
    ///
    /// The first rule that `m` breaks.
    fn check(&self, m: Self::Move) -> Result<(), Self::IllegalMove>;

    /// Plays a move that is known to be legal, as searches do.
    ///
    /// An illegal move leaves a meaningless position. Use [`play`](Game::play) for moves from outside.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The seat of a player: the place among the [`players`](Game::players), from 0; `None` if the player
    /// is none of them.
    fn seat(&self, player: Self::Player) -> Option<usize> {
        self.players().iter().position(|&other| other == player)
    }

    /// The seat of the player to move; 0 if that is none of the players, which breaks the laws.
    fn seat_to_move(&self) -> usize {
        self.seat(self.turn()).unwrap_or_default()
    }

    /// Plays a move if it is legal by [`check`](Game::check); otherwise the position is unchanged.
    ///
    /// # Errors
    ///
    /// The error of [`check`](Game::check); the position is then unchanged.
    fn play(&mut self, m: Self::Move) -> Result<(), Self::IllegalMove> {
        self.check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// The position after a move that is known to be legal; this one stays as it is.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// Every legal move, in a new list.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.generate_moves(&mut moves);
        moves
    }

    /// Appends legal moves that together lead to every position that can be reached in one ply, by default
    /// all. Where moves often lead to the same position (chains of captures that take the same pieces),
    /// listing each once saves a search most of the work.
    fn generate_distinct_moves(&self, moves: &mut Vec<Self::Move>) {
        self.generate_moves(moves);
    }

    /// The distinct moves, in a new list.
    fn distinct_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.generate_distinct_moves(&mut moves);
        moves
    }

    /// The number of legal moves. `buffer` is working space, left as it was. The default lists the moves;
    /// [`perft`](crate::perft) is many times faster in games that can count without.
    fn count_moves(&self, buffer: &mut Vec<Self::Move>) -> u64 {
        let start = buffer.len();
        self.generate_moves(buffer);
        let count = buffer.len() - start;
        buffer.truncate(start);
        count as u64
    }

    /// A legal move, each as likely as any other, as `buffer.choose(rng)` takes it from the list of them; `None`
    /// if there is none. `buffer` is room to work in, left as it was. The default lists the moves; random games
    /// are faster where one can be chosen without.
    fn random_move<R: Rng + ?Sized>(
        &self,
        buffer: &mut Vec<Self::Move>,
        rng: &mut R,
    ) -> Option<Self::Move> {
        let start = buffer.len();
        self.generate_moves(buffer);
        let chosen = buffer.get(start..).and_then(|moves| moves.choose(rng)).copied();
        buffer.truncate(start);
        chosen
    }
}

/// A move is not among the legal ones: an error for games that give no reasons, with a
/// [`check`](NotLegal::check) that returns it. The [crate page](crate) shows both in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("it is not among the legal moves")]
pub struct NotLegal;

impl NotLegal {
    /// Whether `m` is among the moves that [`Game::generate_moves`] lists: an implementation of [`Game::check`].
    ///
    /// # Errors
    ///
    /// It is not.
    pub fn check<G: Game>(position: &G, m: G::Move) -> Result<(), Self> {
        if position.legal_moves().contains(&m) { Ok(()) } else { Err(Self) }
    }
}

/// A game whose positions have a 64-bit key, as transposition tables need.
#[diagnostic::on_unimplemented(
    message = "the positions of `{Self}` have no key, which searches with a table need",
    note = "derive `Hash` and write `impl engine::Keyed for {Self} {{ fn key(&self) -> u64 {{ \
            engine::key::key_of(self) }} }}`"
)]
pub trait Keyed: Game {
    /// A number that is equal for equal positions and, except for a chance of about 2⁻⁶⁴ a pair, different
    /// for different ones.
    ///
    /// All fields that equality compares must be mixed in, as whole 64-bit words: the mover, earlier events
    /// of the turn, counters and rule options too. For a position that implements [`Hash`],
    /// [`key_of`](crate::key::key_of) is the whole implementation.
    fn key(&self) -> u64;

    /// Leaves out of a list of legal moves those that lead where one of `skipped` leads: to the same key.
    fn leave_out(&self, skipped: &[Self::Move], moves: &mut Vec<Self::Move>) {
        let end = |&m: &Self::Move| self.after(m).key();
        let ends: Vec<u64> = skipped.iter().map(end).collect();
        moves.retain(|m| !ends.contains(&end(m)));
    }
}

/// A game whose positions and moves have a text form.
///
/// Positions and moves print with [`Display`], moves parse with [`FromStr`]. A position's text leaves out the rule
/// options; [`parse`](Notation::parse) is given them. To keep both together, let `{:#}` of a position append
/// [`changes_from`](Options::changes_from) the default rules, and write `as_text!(Position: Notation)`.
///
/// # Laws
///
/// A printed position that is read by its own rules is the same position, and two positions of the same rules that
/// differ have different texts. The same holds for moves.
#[diagnostic::on_unimplemented(
    message = "the positions and moves of `{Self}` have no text form",
    note = "implement `Display` for the position, its players and its moves, `FromStr` for its moves, and \
            `engine::Notation`; `engine::guide` does so step by step"
)]
pub trait Notation:
    Game<Player: Display, Move: Display + FromStr<Err: Error + Send + Sync + 'static>> + Display
{
    /// The rule options a position can carry; `()` if the game has none.
    type Rules: Options;

    /// The rule options this position is played by.
    fn rules(&self) -> Self::Rules;

    /// Reads a position that is to be played by `rules`.
    ///
    /// # Errors
    ///
    /// The part of the text that is wrong, and what was expected there.
    fn parse(text: &str, rules: &Self::Rules) -> Result<Self, ParseError>;

    /// Reads one word of a list of moves and appends the moves it stands for: by default one. A game whose
    /// notation runs several moves together, as in `L:nne`, takes the word apart here.
    ///
    /// # Errors
    ///
    /// The problem with the word.
    fn parse_word(word: &str, moves: &mut Vec<Self::Move>) -> Result<(), ParseMoveError<Self>> {
        moves.push(word.parse()?);
        Ok(())
    }

    /// Plays moves given as text, in words separated by single spaces, and returns them. If one cannot be
    /// read or played, the position is the one before it.
    ///
    /// # Errors
    ///
    /// Names the first move that cannot be read or played; the position is then the one before it.
    fn play_text(&mut self, moves: &str) -> Result<Vec<Self::Move>, PlayTextError> {
        let mut played = Vec::new();
        for text in moves.split(' ').filter(|_| !moves.is_empty()) {
            let before = played.len();
            Self::parse_word(text, &mut played).map_err(|error| {
                let (text, reason) = (text.to_owned(), error.to_string());
                PlayTextError::Parse { number: before + 1, text, reason }
            })?;
            for (i, &m) in played.iter().enumerate().skip(before) {
                self.play(m).map_err(|error| {
                    let (text, reason) = (m.to_string(), error.to_string());
                    PlayTextError::Illegal { number: i + 1, text, reason }
                })?;
            }
        }
        Ok(played)
    }
}

/// A game whose positions are printed with their rules, as [records](crate::record) are. Every game with a
/// [`Notation`] is one.
pub trait Written: Game<Player: Display, Move: Display> + Display {
    /// Every rule option with its value, as in `width=8,tiles=40`; empty for a game without options.
    fn settings(&self) -> String;
}

impl<G: Notation> Written for G {
    fn settings(&self) -> String {
        self.rules().settings()
    }
}

/// The error in the text of a move.
pub type ParseMoveError<G> = <<G as Game>::Move as FromStr>::Err;

/// The reason why [`Notation::play_text`] stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum PlayTextError {
    /// This is not the text of a move.
    #[error("move {number}, {text:?}: {reason}")]
    Parse { number: usize, text: String, reason: String },
    /// The move cannot be played there.
    #[error("move {number}, {text:?}, is illegal: {reason}")]
    Illegal { number: usize, text: String, reason: String },
}

/// A game that knows where play begins.
pub trait Start: Notation {
    /// The position in which a game by these rules begins, dealt from `seed` if it is dealt: the same seed
    /// always gives the same position.
    fn start(rules: &Self::Rules, seed: u64) -> Self;
}

/// A game whose board has symmetries.
///
/// # Laws
///
/// Transforming a position and playing the transformed move gives the same position as playing the move
/// and transforming.
pub trait Symmetric: Game {
    /// One symmetry of the board, such as a turn or a reflection.
    type Symmetry: Copy;

    /// All symmetries that this position's board has, the identity among them.
    fn symmetries(&self) -> impl Iterator<Item = Self::Symmetry>;

    /// The image of this position under `symmetry`.
    #[must_use]
    fn transform(&self, symmetry: Self::Symmetry) -> Self;

    /// The move that has the effect on the transformed position that `m` has on this one.
    fn transform_move(&self, m: Self::Move, symmetry: Self::Symmetry) -> Self::Move;

    /// The player who has the role of `player` in the transformed position; by default the same.
    fn transform_player(&self, player: Self::Player, _symmetry: Self::Symmetry) -> Self::Player {
        player
    }

    /// The [canonical form](Symmetric::canonical), and a symmetry that leads to it.
    fn to_canonical(&self) -> (Self, Self::Symmetry);

    /// The canonical form: one of the images of this position. Two positions have the same one exactly
    /// if a symmetry maps one to the other.
    #[must_use]
    fn canonical(&self) -> Self {
        self.to_canonical().0
    }
}
