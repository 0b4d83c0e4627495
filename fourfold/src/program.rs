//! The program: its games.

use std::path::Path;

use kit::{Catalogue, Failure, Kit};
use page::Board;

/// The program with any games, as in the [example](crate).
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Program {
    name: Option<String>,
    games: Catalogue,
}

impl Program {
    /// A program without games, called as the file that runs.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same program by another name, as help and `--version` call it.
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The program `fourfold`, with all games of this workspace.
    #[cfg(feature = "games")]
    pub fn fourfold() -> Self {
        Self { name: Some("fourfold".to_owned()), games: games::all() }
    }

    /// Adds a game. One of the same name is replaced.
    pub fn game(self, kit: impl Into<Kit>) -> Self {
        Self { games: self.games.game(kit), ..self }
    }

    /// The games.
    pub fn games(&self) -> &Catalogue {
        &self.games
    }

    /// Finds a game; says which there are if there is none of this name.
    pub(crate) fn named(&self, name: &str) -> Result<&Kit, Failure> {
        self.games.find(name).map_err(|error| Failure::Usage(error.to_string()))
    }

    /// The name of the program.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| {
            let file = std::env::current_exe().unwrap_or_default();
            let stem = file.file_stem().unwrap_or("fourfold".as_ref());
            stem.to_string_lossy().into_owned()
        })
    }

    /// Has a page without a server ask about the games.
    #[cfg(target_family = "wasm")]
    pub fn main(&self) -> std::process::ExitCode {
        self.games.games().cloned().fold(Board::new(), Board::game).answer_page();
        std::process::ExitCode::SUCCESS
    }

    pub(crate) fn board(&self, file: Option<&Path>) -> Result<Board, Failure> {
        if file.is_some() && !self.games.games().any(|kit| kit.has_endings()) {
            return Err(Failure::usage("--tablebase", "no game of this program has tablebases"));
        }
        self.games.games().try_fold(Board::new(), |board, kit| {
            let endings = file.map(|file| kit.endings(file, None)).transpose()?.flatten();
            Ok(board.game_with(kit.clone(), endings))
        })
    }
}
