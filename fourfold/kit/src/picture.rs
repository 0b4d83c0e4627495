//! Boards and rules on the terminal.

/// A board with notes beside it. Lines may hold colours as ANSI codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The lines of the board from the top.
    pub board: Vec<String>,
    /// The lines beside the board.
    pub notes: Vec<String>,
}

/// The rules of a game for a first-time player. Paragraphs are wrapped when printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HowToPlay {
    /// The rules.
    pub rules: &'static str,
    /// An example position; may be empty.
    pub board: &'static str,
    /// About the example.
    pub notes: &'static str,
    /// How moves are written, in a sentence or two.
    pub moves: &'static str,
}

impl Default for HowToPlay {
    fn default() -> Self {
        let rules = "This program does not know how the game is explained.";
        Self { rules, board: "", notes: "", moves: "" }
    }
}

/// The side from which a board on the terminal is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Rank 1 is below.
    #[default]
    Upright,
    /// Rank 1 is above.
    Turned,
}

impl View {
    /// The ranks of a board from the top.
    pub fn ranks(self, count: u8) -> Vec<u8> {
        self.other().files(count)
    }

    /// The files of a board from the left.
    pub fn files(self, count: u8) -> Vec<u8> {
        match self {
            Self::Upright => (0..count).collect(),
            Self::Turned => (0..count).rev().collect(),
        }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Upright => Self::Turned,
            Self::Turned => Self::Upright,
        }
    }
}
