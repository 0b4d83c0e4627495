//! The program: its games.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use board::{Board, Playable};
use engine::Evaluator;
use kit::Catalogue;

#[cfg(not(target_family = "wasm"))]
use crate::commands::{OnTerminal, entrant::AnyPlayer};
use crate::failure::Failure;
use crate::games;
use crate::hooks::{Hooks, Plain};
use crate::page;

/// The program with any games, as in the [example](crate).
#[derive(Clone, Default)]
#[must_use]
pub struct Program {
    name: Option<String>,
    pub(crate) games: Vec<Arc<dyn Entry>>,
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
    pub fn fourfold() -> Self {
        Self::new()
            .name("fourfold")
            .hooks(games::Collapsi)
            .hooks(games::CollateralCheckers)
            .hooks(games::Compass)
            .hooks(games::ConnectFour)
            .hooks(games::RollingMountains)
    }

    /// Adds a game under this name, such as `tic-tac-toe`, with an evaluator for everything that searches.
    pub fn game<G: Playable>(
        self,
        name: impl Into<String>,
        evaluator: impl Evaluator<G> + Send + Sync + 'static,
    ) -> Self {
        let (name, evaluator) = (name.into(), Arc::new(evaluator));
        self.hooks(Plain { name, evaluator, game: PhantomData })
    }

    /// Adds a game with its hooks. A game of the same name is replaced.
    pub fn hooks(mut self, hooks: impl Hooks) -> Self {
        self.games.retain(|game| game.name() != hooks.name());
        self.games.push(Arc::new(hooks));
        self
    }

    /// The games, each with its best evaluator.
    pub fn catalogue(&self) -> Catalogue {
        self.games.iter().fold(Catalogue::new(), |games, game| game.list(games))
    }

    /// A player of a game, described as on the command line: `level:3`, `search:nodes=1000`.
    ///
    /// # Errors
    ///
    /// There is no such game, or no such player in it.
    #[cfg(not(target_family = "wasm"))]
    pub fn player(&self, game: &str, description: &str) -> Result<AnyPlayer, Failure> {
        Arc::clone(self.named(game)?).player(description)
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

    pub(crate) fn names(&self) -> Vec<&str> {
        self.games.iter().map(|game| game.name()).collect()
    }

    pub(crate) fn board(&self, file: Option<&Path>) -> Result<Board, Failure> {
        self.games.iter().try_fold(Board::new(), |board, game| Arc::clone(game).add(board, file))
    }
}

impl Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// There is none.
#[cfg(target_family = "wasm")]
pub(crate) trait OnTerminal {}

#[cfg(target_family = "wasm")]
impl<H: Hooks> OnTerminal for H {}

/// A game of the program, of any type.
pub(crate) trait Entry: OnTerminal + Send + Sync {
    fn name(&self) -> &str;

    /// Adds it to a catalogue.
    fn list(&self, games: Catalogue) -> Catalogue;

    /// Adds it to a board, with a file of endings of any game.
    fn add(self: Arc<Self>, board: Board, file: Option<&Path>) -> Result<Board, Failure>;
}

impl<H: Hooks> Entry for H {
    fn name(&self) -> &str {
        Hooks::name(self)
    }

    fn list(&self, games: Catalogue) -> Catalogue {
        games.game::<H::Game, _>(Hooks::name(self), self.judge())
    }

    fn add(self: Arc<Self>, board: Board, file: Option<&Path>) -> Result<Board, Failure> {
        let known = file.map(|file| self.knowledge(file, None)).transpose()?.flatten();
        Ok(page::add(&self, board, known))
    }
}
