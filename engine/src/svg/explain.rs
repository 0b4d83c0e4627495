//! What a program tells beside a picture.

use super::Draw;

/// A game which tells people what to do and why. All of it has defaults.
///
/// # Laws
///
/// A [`task`](Explain::task) is not empty while the game is running; an [`ending`](Explain::ending) and
/// [`decisive`](Explain::decisive) places come when it is over. [`refusal`](Explain::refusal) has no reason for
/// the places of a legal move, and takes any text.
/// [`Conformance::explanations`](crate::Conformance::explanations) checks this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not explain itself to people",
    note = "all of `engine::svg::Explain` has defaults: `impl Explain for {Self} {{}}`"
)]
pub trait Explain: Draw {
    /// The colour of a player's pieces; by default the one that the player is called by, or else that of the seat.
    fn colour(&self, player: Self::Player) -> Colour {
        let seat = self.seat(player).unwrap_or_default();
        player.to_string().parse().unwrap_or(Colour::ALL[seat % Colour::ALL.len()])
    }

    /// The task of the player to move.
    fn task(&self) -> Task {
        Task::new("choose a move")
    }

    /// The reason why the game is over, such as "four in a row"; by default nothing.
    fn ending(&self) -> Option<String> {
        None
    }

    /// The places in the picture that decided the game, such as the four in a row; by default none.
    fn decisive(&self) -> Vec<String> {
        Vec::new()
    }

    /// The reason why these places make no move, in words for a person: "the piece on d2 is black's". Any places may
    /// be asked about: the answer is `None` where a legal move begins with them. By default it is always `None`: no reason
    /// is known.
    fn refusal(&self, _places: &[&str]) -> Option<String> {
        None
    }
}

crate::words! {
    /// The colours of pieces, as in the [class](crate::svg#classes) `red`.
    #[non_exhaustive]
    pub enum Colour {
        /// The first seat, unless the game states otherwise.
        Red: "red",
        /// The second one.
        Blue: "blue",
        /// The third one.
        Yellow: "yellow",
        /// The fourth one.
        Green: "green",
        /// A fifth colour.
        Purple: "purple",
        /// A pale one.
        White: "white",
        /// A dark one.
        Black: "black",
    }
}

/// The task of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    /// A demand that can follow a name: "Red: walk 2 steps".
    pub say: String,
    /// The way to do it, where that helps.
    pub help: Option<String>,
}

impl Task {
    /// A task without help.
    pub fn new(say: impl Into<String>) -> Self {
        Self { say: say.into(), help: None }
    }

    /// The same task with help.
    #[must_use]
    pub fn help(self, text: impl Into<String>) -> Self {
        Self { help: Some(text.into()), ..self }
    }
}
