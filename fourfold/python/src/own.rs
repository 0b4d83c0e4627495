//! Games written in Python: subclasses of `fourfold.Game`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use engine::observe::Observe;
use engine::svg::{Canvas, Draw, Explain, disc};
use engine::{
    Evaluator, Game, Keyed, NotLegal, Notation, Outcome, ParseError, Points, StopFlag, key,
};
use kit::{AnyError, Dynamic, Kit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::error::{bad, text_of};
use crate::failure::{Watch, whole};
use crate::text::Text;
use crate::wait::aside;

/// What all positions of a game share.
struct Class {
    python: Py<PyType>,
    name: String,
    players: Vec<Text>,
    size: (u8, u8),
    places: Vec<String>,
    kinds: Vec<String>,
}

/// A game in Python.
#[derive(Clone)]
pub(crate) struct OwnGame {
    class: Arc<Class>,
    watch: Watch,
}

impl OwnGame {
    /// Asks Python; there is no answer if that fails, or if a method has failed before.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.watch.has_failed() {
            return None;
        }
        match Python::attach(question) {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.watch.add(error);
                None
            }
        }
    }

    /// Asks Python once: an answer is kept. Threads that ask at the same time are told the same, so none
    /// waits for another.
    fn ask_once<'a, T>(
        &self,
        kept: &'a OnceLock<T>,
        question: impl FnOnce(Python<'_>) -> PyResult<T>,
    ) -> Option<&'a T> {
        if kept.get().is_none()
            && let Some(answer) = self.ask(question)
        {
            drop(kept.set(answer));
        }
        kept.get()
    }
}

/// A position of a game in Python.
#[derive(Clone)]
pub(crate) struct Own {
    game: OwnGame,
    state: Arc<State>,
}

/// What is known of a position: only what Python answered, nothing that stands for a missing answer.
struct State {
    object: Py<PyAny>,
    text: String,
    seat: OnceLock<usize>,
    outcome: OnceLock<Option<Outcome<Text>>>,
    moves: OnceLock<Vec<Text>>,
}

impl Own {
    fn new(game: &OwnGame, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !object.is_instance(game.class.python.bind(object.py()))? {
            let found = text_of(&object.get_type())?;
            return Err(bad(format!("{found} is no position of {}", game.class.name)));
        }
        let (text, object) = (text_of(object)?, object.clone().unbind());
        let (seat, outcome, moves) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let state = Arc::new(State { object, text, seat, outcome, moves });
        Ok(Self { game: game.clone(), state })
    }

    /// What stands for a start that no method gives: a drawn game, of which nothing is asked.
    fn drawn(game: &OwnGame, py: Python<'_>) -> Self {
        let state = State {
            object: py.None(),
            text: String::new(),
            seat: OnceLock::from(0),
            outcome: OnceLock::from(Some(Outcome::Draw)),
            moves: OnceLock::from(Vec::new()),
        };
        Self { game: game.clone(), state: Arc::new(state) }
    }

    fn seat(&self) -> usize {
        let seat = self.game.ask_once(&self.state.seat, |py| {
            let name: String = self.state.object.getattr(py, "turn")?.extract(py)?;
            let seat = self.game.class.players.iter().position(|player| player.as_str() == name);
            seat.ok_or_else(|| bad(format!("turn is {name:?}, which is none of the players")))
        });
        seat.copied().unwrap_or_default()
    }

    fn listed(&self) -> &[Text] {
        let moves = self.game.ask_once(&self.state.moves, |py| {
            let moves: Vec<String> = self.state.object.getattr(py, "legal_moves")?.extract(py)?;
            moves.iter().map(|text| text.parse().map_err(bad)).collect()
        });
        moves.map_or(&[], Vec::as_slice)
    }

    fn read_outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome<Text>>> {
        let found = self.state.object.bind(py).getattr("outcome")?;
        let players = &self.game.class.players;
        if found.is_none() {
            return Ok(None);
        }
        if let Ok(points) = found.extract::<Vec<i32>>()
            && points.len() == players.len()
        {
            let points = players.iter().copied().zip(points);
            return Ok(Some(Outcome::Points(Points::new(points))));
        }
        let text = text_of(&found)?;
        let winner = players.iter().find(|player| player.as_str() == text);
        match winner {
            Some(&winner) => Ok(Some(Outcome::Winner(winner))),
            None if text == "draw" => Ok(Some(Outcome::Draw)),
            None => Err(bad(format!(
                "outcome is {text:?}: expected None, a player, \"draw\" or the points of each player"
            ))),
        }
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state)
            || (self.game.class.name == other.game.class.name
                && self.state.text == other.state.text)
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.text.hash(state);
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.game.class.name, self.state.text)
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.state.text)
    }
}

impl Game for Own {
    type Player = Text;
    type Move = Text;
    type IllegalMove = NotLegal;

    fn players(&self) -> &[Text] {
        &self.game.class.players
    }

    fn turn(&self) -> Text {
        self.game.class.players[self.seat()]
    }

    /// Once a method has failed every game is drawn, so that whatever asks comes to an end.
    fn outcome(&self) -> Option<Outcome<Text>> {
        let outcome = self.game.ask_once(&self.state.outcome, |py| self.read_outcome(py)).cloned();
        if self.game.watch.has_failed() { Some(Outcome::Draw) } else { outcome.flatten() }
    }

    fn generate_moves(&self, moves: &mut Vec<Text>) {
        if Game::outcome(self).is_none() {
            moves.extend(self.listed());
        }
    }

    fn check(&self, m: Text) -> Result<(), NotLegal> {
        NotLegal::check(self, m)
    }

    fn play_unchecked(&mut self, m: Text) {
        let next = self.game.ask(|py| {
            let next = self.state.object.call_method1(py, "play", (m.as_str(),))?;
            Self::new(&self.game, next.bind(py))
        });
        if let Some(next) = next {
            *self = next;
        }
    }
}

impl Keyed for Own {
    fn key(&self) -> u64 {
        key::key_of(self)
    }
}

impl Notation for Own {
    type Rules = ();

    fn rules(&self) {}

    fn parse(_text: &str, (): &()) -> Result<Self, ParseError> {
        Err(ParseError::because("only the class of a game in Python reads its positions"))
    }
}

impl Draw for Own {
    fn size(&self) -> (u8, u8) {
        self.game.class.size
    }

    fn draw(&self, canvas: &mut Canvas) {
        let (files, ranks) = self.game.class.size;
        for (file, rank) in (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank))) {
            let shade = if (file + rank) % 2 == 0 { "dark" } else { "light" };
            canvas.square((file as i8, rank as i8), shade);
        }
        let pieces = self.game.ask(|py| {
            let pieces = self.state.object.getattr(py, "pieces")?;
            let pieces = pieces.bind(py).cast::<PyDict>()?.iter();
            let piece = |(k, v): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                Ok((k.extract::<String>()?, v.extract::<String>()?))
            };
            pieces.map(piece).collect::<PyResult<Vec<_>>>()
        });
        for (place, piece) in pieces.into_iter().flatten() {
            let players = &self.game.class.players;
            let player = players.iter().find(|player| player.as_str() == piece);
            let class = player.map_or_else(|| "white".to_owned(), |&p| self.colour(p).to_string());
            let letter = piece.chars().next().filter(|_| player.is_none());
            let letter = letter.map_or(String::new(), |letter| {
                let letter = escaped(letter);
                format!(
                    r#"<text class="sign" transform="translate(50 63) scale(.92)">{letter}</text>"#
                )
            });
            canvas.piece_at(&place, &class, &piece, disc(32) + &letter);
        }
    }

    fn places(&self, m: Text) -> Vec<String> {
        let places = self
            .game
            .ask(|py| self.state.object.call_method1(py, "places_of", (m.as_str(),))?.extract(py));
        places.unwrap_or_default()
    }
}

impl Explain for Own {}

impl Observe for Own {
    fn all_places(&self) -> Vec<String> {
        self.game.class.places.clone()
    }

    fn all_pieces(&self) -> Vec<String> {
        let Class { players, kinds, .. } = &*self.game.class;
        players.iter().map(ToString::to_string).chain(kinds.iter().cloned()).collect()
    }
}

/// A letter as XML has it.
fn escaped(letter: char) -> String {
    if letter.is_alphanumeric() { letter.to_string() } else { format!("&#{};", u32::from(letter)) }
}

/// The method `evaluate` of a position, 0 unless the game has one of its own.
struct OwnEvaluation;

impl Evaluator<Own> for OwnEvaluation {
    fn evaluate(&self, position: &Own, player: Text) -> i32 {
        let value = position.game.ask(|py| {
            position.state.object.call_method1(py, "evaluate", (player.as_str(),))?.extract(py)
        });
        value.unwrap_or_default()
    }
}

impl OwnGame {
    /// The game of a class, whose exceptions go to whoever asks.
    pub(crate) fn new(class: &Bound<'_, PyType>) -> PyResult<Self> {
        let py = class.py();
        if !class.is_subclass(&py.import("fourfold")?.getattr("Game")?)? {
            let found = text_of(class)?;
            return Err(bad(format!("{found} is no game: expected a subclass of fourfold.Game")));
        }
        let players: Vec<String> = class.getattr("players")?.extract()?;
        if players.is_empty() {
            return Err(bad("players is empty: expected the names of the players"));
        }
        let (files, ranks): (u8, u8) = class.getattr("size")?.extract()?;
        if !((1..=26).contains(&files) && (1..=99).contains(&ranks)) {
            return Err(bad(format!(
                "size is {files}, {ranks}: expected up to 26 files, 99 ranks"
            )));
        }
        let class = Arc::new(Class {
            name: text_of(class.qualname()?.as_any())?,
            players: players
                .iter()
                .map(|name| name.parse().map_err(bad))
                .collect::<PyResult<_>>()?,
            size: (files, ranks),
            places: class.call_method0("all_places")?.extract()?,
            kinds: class.getattr("kinds")?.extract()?,
            python: class.clone().unbind(),
        });
        Ok(Self { class, watch: Watch::Asker })
    }

    /// The same game, whose exceptions go there.
    pub(crate) fn watched(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// The game as an object.
    pub(crate) fn kit(&self, py: Python<'_>) -> Kit {
        let (name, dealer, reader) = (&self.class.name, self.clone(), self.clone());
        let deal = move |&(): &(), seed| dealer.start(seed);
        let parse =
            move |text: &str, &(): &()| reader.made(|class| class.call_method1("parse", (text,)));
        Kit::dealt(name, OwnEvaluation, Own::drawn(self, py), deal, parse).build()
    }

    /// The start of a game.
    pub(crate) fn start(&self, seed: u64) -> Result<Own, AnyError> {
        self.made(|class| class.call_method1("start", (seed,)))
    }

    /// The position that a class method returns; of a failure `failure` tells.
    fn made(
        &self,
        make: impl for<'py> FnOnce(&Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>>,
    ) -> Result<Own, AnyError> {
        let found = self.ask(|py| Own::new(self, &make(self.class.python.bind(py))?));
        let failed = || AnyError::Position(ParseError::because("a method of the game failed"));
        found.ok_or_else(failed)
    }
}

/// Whether a position is of a game in Python, which needs Python to be searched.
pub(crate) fn is_own(position: &Dynamic) -> bool {
    position.of_type::<Own>().is_ok()
}

/// Does work that asks positions: here if they need Python, else in a thread of its own.
pub(crate) fn work_on<R: Send>(
    py: Python<'_>,
    is_own: bool,
    work: impl FnOnce(&StopFlag) -> R + Send,
) -> PyResult<R> {
    if is_own { whole(|| work(&StopFlag::new())) } else { aside(py, work) }
}

/// A copy for Python: what its methods raise goes to whoever asks it, also if it comes from a match.
pub(crate) fn handed_over(position: &Dynamic) -> Dynamic {
    let Ok(Own { game, state }) = position.of_type() else { return position.clone() };
    Own { game: game.clone().watched(Watch::Asker), state: Arc::clone(state) }.into()
}

/// The object of a position of a game in Python.
pub(crate) fn state(py: Python<'_>, position: &Dynamic) -> Option<Py<PyAny>> {
    position.of_type().ok().map(|own: &Own| own.state.object.clone_ref(py))
}

/// The game and the position of an object, if that is a position of a game in Python.
pub(crate) fn of_instance(object: &Bound<'_, PyAny>) -> PyResult<Option<(Kit, Dynamic)>> {
    let base = object.py().import("fourfold")?.getattr("Game")?;
    if !object.is_instance(&base)? {
        return Ok(None);
    }
    let game = OwnGame::new(&object.get_type())?;
    Ok(Some((game.kit(object.py()), Own::new(&game, object)?.into())))
}
