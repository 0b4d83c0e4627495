//! Facts about a position, shown beside its picture.

crate::words! {
    /// The colours of pieces, as in the [class](crate::svg#classes) `red`.
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
