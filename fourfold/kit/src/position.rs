//! A position of any game.

use std::any::Any;
use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;

use engine::game::{Game, Keyed, Notation, Options, Outcome, PlayTextError, Points, Start};
use engine::observe::Observe;
#[cfg(not(target_family = "wasm"))]
use engine::observe::{Places, Pointing, Write};
use engine::svg::{Colour, Draft, Draw, Explain, Picture, Task, state};

use crate::AnyError;
use crate::sealed;
use crate::text::Move;

/// The requirements of [any positions](AnyPosition). Implemented by every type that meets them.
pub trait Shown: Notation + Explain + Observe + Keyed + Eq + Hash + Debug {}

impl<G> Shown for G where G: Notation + Explain + Observe + Keyed + Eq + Hash + Debug {}

/// The requirements of [any game](super::AnyGame). Implemented by every type that meets them.
pub trait Playable: Shown + Start {}

impl<G: Shown + Start> Playable for G {}

/// A position of any game. Moves are text, or the numbers of the legal moves in the order in which the game
/// lists them; players are numbers of seats, from 0. [`Display`] is the text of the position. Positions are
/// equal if they are of the same game and equal there.
pub trait AnyPosition:
    PositionTools + sealed::Position + Any + Debug + Display + Send + Sync
{
    /// A copy, which [`Clone`] of the box makes too.
    fn copy(&self) -> Box<dyn AnyPosition>;

    /// Whether the other position is the same.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// The [key](Keyed::key).
    fn key(&self) -> u64;

    /// Every rule option with its value.
    fn rules(&self) -> Vec<(&'static str, String)>;

    /// The rule options that are not the default, as in `hold_turns=2,quiet_limit=none`.
    fn rule_changes(&self) -> String;

    /// Every rule option with its value, as in `hold_turns=3,quiet_limit=100`.
    fn rule_settings(&self) -> String;

    /// The players in the order of their seats.
    fn seats(&self) -> Vec<Seat>;

    /// The seat of the player to move.
    fn seat_to_move(&self) -> usize;

    /// The outcome by seat, or `None` while the game is running.
    fn outcome(&self) -> Option<Outcome<usize>>;

    /// The player to move, or the outcome: `white to move`, `white wins 12-7`.
    fn state(&self) -> String;

    /// The number of legal moves.
    fn count_moves(&self) -> usize;

    /// The legal moves.
    fn list(&self) -> Vec<Move>;

    /// The [distinct](Game::distinct_moves) moves: as many as a whole analysis has lines.
    fn list_distinct(&self) -> Vec<Move>;

    /// The legal moves with these numbers, as far as there are any.
    fn moves(&self, numbers: Range<usize>) -> Vec<AnyMove>;

    /// A legal move by its text.
    ///
    /// # Errors
    ///
    /// The text is no move, or the move is illegal.
    fn find_move(&self, text: &str) -> Result<AnyMove, AnyError>;

    /// Checks a move.
    ///
    /// # Errors
    ///
    /// The text is no move, or the move is illegal.
    fn check(&self, text: &str) -> Result<(), AnyError>;

    /// The moves of a [word](Notation::parse_word), which may be illegal.
    ///
    /// # Errors
    ///
    /// The word is no move.
    fn parse_word(&self, word: &str) -> Result<Vec<Move>, AnyError>;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The text is no move, or the move is illegal; the position is then unchanged.
    fn play(&mut self, text: &str) -> Result<(), AnyError>;

    /// Plays the legal move with this number.
    ///
    /// # Errors
    ///
    /// There are not so many; the position is then unchanged.
    fn play_number(&mut self, number: usize) -> Result<(), AnyError>;

    /// Plays moves separated by single spaces, and returns them, also those that the game
    /// [writes](Notation::parse_word) as one word.
    ///
    /// # Errors
    ///
    /// Names the first move that cannot be read or played; the position is then the one before it.
    fn play_text(&mut self, moves: &str) -> Result<Vec<Move>, PlayTextError>;

    /// The [task](Explain::task) of the player to move.
    fn task(&self) -> Task;

    /// The [reason](Explain::ending) why the game is over.
    fn ending(&self) -> Option<String>;

    /// The places that [decided](Explain::decisive) the game.
    fn decisive(&self) -> Vec<String>;

    /// The [reason](Explain::refusal) why these places make no move.
    fn refusal(&self, places: &[&str]) -> Option<String>;

    /// This position as a [draft](Draw::draft).
    fn draft(&self) -> Option<Box<dyn Draft>>;

    /// A picture of this position.
    fn picture(&self) -> Picture;

    /// A picture of the position [after](Picture::after) a move.
    ///
    /// # Errors
    ///
    /// The text is no move, or the move is illegal.
    fn picture_after(&self, text: &str) -> Result<Picture, AnyError>;
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Seat {
    /// Its name.
    pub name: String,
    /// The colour of its pieces.
    pub colour: Colour,
}

/// A legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AnyMove {
    /// Its text.
    pub text: Move,
    /// Its [places](Draw::places).
    pub places: Vec<String>,
    /// Its [route](Draw::route).
    pub route: Vec<String>,
}

impl<G: Shown> sealed::Position for G {}

impl<G: Shown> AnyPosition for G {
    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        other.of_type() == Ok(self)
    }

    fn key(&self) -> u64 {
        Keyed::key(self)
    }

    fn rules(&self) -> Vec<(&'static str, String)> {
        let rules = Notation::rules(self);
        let names = G::Rules::SPECS.iter().map(|spec| spec.name);
        names.filter_map(|name| Some((name, rules.get(name)?))).collect()
    }

    fn rule_changes(&self) -> String {
        Notation::rules(self).changes_from(&G::Rules::default())
    }

    fn rule_settings(&self) -> String {
        Notation::rules(self).settings()
    }

    fn seats(&self) -> Vec<Seat> {
        let seat = |&p: &G::Player| Seat { name: p.to_string(), colour: self.colour(p) };
        self.players().iter().map(seat).collect()
    }

    fn seat_to_move(&self) -> usize {
        Game::seat_to_move(self)
    }

    fn outcome(&self) -> Option<Outcome<usize>> {
        Some(of_players(Game::outcome(self)?, |player| self.seat(player).unwrap_or_default()))
    }

    fn state(&self) -> String {
        state(self)
    }

    fn count_moves(&self) -> usize {
        Game::count_moves(self, &mut Vec::new()) as usize
    }

    fn list(&self) -> Vec<Move> {
        texts(&self.legal_moves())
    }

    fn list_distinct(&self) -> Vec<Move> {
        texts(&self.distinct_moves())
    }

    fn moves(&self, numbers: Range<usize>) -> Vec<AnyMove> {
        let moves = self.legal_moves().into_iter().take(numbers.end).skip(numbers.start);
        moves.map(|m| describe(self, m)).collect()
    }

    fn find_move(&self, text: &str) -> Result<AnyMove, AnyError> {
        Ok(describe(self, legal(self, text)?))
    }

    fn check(&self, text: &str) -> Result<(), AnyError> {
        legal(self, text).map(drop)
    }

    fn parse_word(&self, word: &str) -> Result<Vec<Move>, AnyError> {
        let mut moves = Vec::new();
        G::parse_word(word, &mut moves)
            .map_err(|error| AnyError::Move { reason: error.to_string() })?;
        Ok(texts(&moves))
    }

    fn play(&mut self, text: &str) -> Result<(), AnyError> {
        self.play_unchecked(legal(self, text)?);
        Ok(())
    }

    fn play_number(&mut self, number: usize) -> Result<(), AnyError> {
        let moves = self.legal_moves();
        let missing = AnyError::Number { number, count: moves.len() };
        self.play_unchecked(*moves.get(number).ok_or(missing)?);
        Ok(())
    }

    fn play_text(&mut self, moves: &str) -> Result<Vec<Move>, PlayTextError> {
        Ok(texts(&Notation::play_text(self, moves)?))
    }

    fn task(&self) -> Task {
        Explain::task(self)
    }

    fn ending(&self) -> Option<String> {
        Explain::ending(self)
    }

    fn decisive(&self) -> Vec<String> {
        Explain::decisive(self)
    }

    fn refusal(&self, places: &[&str]) -> Option<String> {
        Explain::refusal(self, places)
    }

    fn draft(&self) -> Option<Box<dyn Draft>> {
        Draw::draft(self)
    }

    fn picture(&self) -> Picture {
        Picture::new(self)
    }

    fn picture_after(&self, text: &str) -> Result<Picture, AnyError> {
        Picture::after(self, read(text)?).map_err(illegal)
    }
}

/// What a program asks of a position: planes for learners, proofs, counts.
#[cfg(not(target_family = "wasm"))]
pub trait PositionTools {
    /// The places of its game, [numbered](Places).
    fn places(&self) -> Places;

    /// Begins a move that is [pointed at](Places::begin_in).
    fn begin_in(&self, places: &Places, pointing: &mut Pointing);

    /// Hands out the [planes](Places::observe) of the position.
    fn observe(&self, places: &Places, pointed: &[u16], write: &mut Write<'_>);

    /// Whether the player of a seat can force a win, by a [`ProofSearch`](solve::ProofSearch) with a table of this many bytes, without an
    /// [estimate](solve::ProofSearch::with_estimate) of the game.
    ///
    /// # Errors
    ///
    /// See [`SearchError`](engine::SearchError); there is no such seat.
    fn prove(
        &self,
        seat: usize,
        memory: usize,
        limits: &engine::Limits,
    ) -> Result<solve::Answer, AnyError>;

    /// The shortest game from here that any player [wins](solve::shortest_win) if all cooperate.
    fn shortest_win(&self, most_positions: usize) -> solve::ShortestWin<Move>;

    /// The number of legal sequences of so many plies, as [`perft`](engine::perft) counts them; `None` if the
    /// flag is raised first.
    fn perft(&self, depth: u32, stop: &engine::StopFlag) -> Option<u64>;
}

#[cfg(not(target_family = "wasm"))]
impl<G: Shown> PositionTools for G {
    fn places(&self) -> Places {
        Places::of(self)
    }

    fn begin_in(&self, places: &Places, pointing: &mut Pointing) {
        places.begin_in(self, pointing);
    }

    fn observe(&self, places: &Places, pointed: &[u16], write: &mut Write<'_>) {
        places.observe(self, pointed, write);
    }

    fn prove(
        &self,
        seat: usize,
        memory: usize,
        limits: &engine::Limits,
    ) -> Result<solve::Answer, AnyError> {
        let player = *self.players().get(seat).ok_or(engine::SearchError::UnknownPlayer)?;
        Ok(solve::ProofSearch::new().with_memory(memory).run(self, player, limits)?)
    }

    fn shortest_win(&self, most_positions: usize) -> solve::ShortestWin<Move> {
        match solve::shortest_win(self, most_positions) {
            solve::ShortestWin::Found(line) => solve::ShortestWin::Found(texts(&line)),
            solve::ShortestWin::LongerThan(plies) => solve::ShortestWin::LongerThan(plies),
            solve::ShortestWin::Never => solve::ShortestWin::Never,
        }
    }

    fn perft(&self, depth: u32, stop: &engine::StopFlag) -> Option<u64> {
        engine::game::perft_until(self, depth, stop)
    }
}

/// A page has no tools.
#[cfg(target_family = "wasm")]
pub trait PositionTools {}

#[cfg(target_family = "wasm")]
impl<T> PositionTools for T {}

impl dyn AnyPosition {
    /// The position as one of this game.
    ///
    /// # Errors
    ///
    /// It is of another game.
    pub fn of_type<G: Shown>(&self) -> Result<&G, AnyError> {
        (self as &dyn Any).downcast_ref().ok_or(AnyError::OtherGame)
    }
}

/// The same outcome for players of another type.
pub(crate) fn of_players<P, Q>(outcome: Outcome<P>, player: impl Fn(P) -> Q) -> Outcome<Q>
where
    P: Copy + Eq,
    Q: Copy + Eq,
{
    match outcome {
        Outcome::Winner(winner) => Outcome::Winner(player(winner)),
        Outcome::Draw => Outcome::Draw,
        Outcome::Points(points) => {
            Outcome::Points(Points::new(points.iter().map(|(one, n)| (player(one), n))))
        }
    }
}

pub(crate) fn texts<M: Display>(moves: &[M]) -> Vec<Move> {
    moves.iter().map(Move::of).collect()
}

fn read<M: std::str::FromStr<Err: Error>>(text: &str) -> Result<M, AnyError> {
    text.parse().map_err(|error: M::Err| AnyError::Move { reason: error.to_string() })
}

fn illegal(error: impl Error) -> AnyError {
    AnyError::Illegal { reason: error.to_string() }
}

fn legal<G: Shown>(position: &G, text: &str) -> Result<G::Move, AnyError> {
    let m = read(text)?;
    position.check(m).map_err(illegal)?;
    Ok(m)
}

fn describe<G: Shown>(position: &G, m: G::Move) -> AnyMove {
    AnyMove { text: Move::of(m), places: position.places(m), route: position.route(m) }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.copy()
    }
}
