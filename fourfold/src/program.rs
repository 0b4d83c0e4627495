//! The program: its games.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use board::{Board, Playable};
use engine::Evaluator;

use crate::commands::OfGame;
use crate::failure::{Failure, unknown_game};
use crate::games::{self, list};
use crate::hooks::{Hooks, OwnPlayer, Plain, RulesOf};
use crate::outcome::options;
use crate::serve;

/// The program with any games: `play`, `analyse`, `review`, `solve`, `perft`, `arena`, `study`, `board`,
/// `ugi` and the others.
///
/// ```no_run
/// use connect_four::{OpenLines, Position};
/// use fourfold::Program;
///
/// fn main() -> std::process::ExitCode {
///     Program::new().game::<Position>("connect-four", OpenLines).main()
/// }
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct Program {
    games: Vec<Arc<dyn Entry>>,
}

impl Program {
    /// A program without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The program `fourfold`, with all games of this workspace.
    pub fn fourfold() -> Self {
        Self::new()
            .hooks(games::Collapsi)
            .hooks(games::CollateralCheckers)
            .hooks(games::Compass)
            .hooks(games::ConnectFour)
            .hooks(games::RollingMountains)
    }

    /// Adds a game under this name, such as `tic-tac-toe`, with an evaluator for everything that searches.
    pub fn game<G: Playable + Debug>(
        self,
        name: impl Into<String>,
        evaluator: impl Evaluator<G> + Send + Sync + 'static,
    ) -> Self {
        let (name, evaluator) = (name.into(), Arc::new(evaluator));
        self.hooks(Plain { name, evaluator, game: PhantomData })
    }

    /// Adds a game with more than that. A game of the same name is replaced.
    pub fn hooks(mut self, hooks: impl Hooks) -> Self {
        self.games.retain(|game| game.name() != hooks.name());
        self.games.push(Arc::new(hooks));
        self
    }

    /// The games in the order in which they were added.
    pub(crate) fn games(&self) -> impl Iterator<Item = &dyn Entry> {
        self.games.iter().map(|game| &**game)
    }

    /// The game of this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Arc<dyn Entry>> {
        self.games.iter().find(|game| game.name() == name)
    }

    /// [Finds](Self::find) a game; says which there are if there is none of this name.
    pub(crate) fn named(&self, name: &str) -> Result<&Arc<dyn Entry>, String> {
        self.find(name).ok_or_else(|| unknown_game(name, &self.names()))
    }

    /// The names of the games.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.games().map(Entry::name).collect()
    }

    /// Adds all games to a board.
    pub(crate) fn board(&self, file: Option<&Path>) -> Result<Board, Failure> {
        self.games.iter().try_fold(Board::new(), |board, game| Arc::clone(game).add(board, file))
    }
}

impl Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// A game of the program, of any type.
pub(crate) trait Entry: Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// What the command `games` says of it.
    fn listed(&self) -> list::Listed;

    /// The players that only it has, a line each.
    fn own_players(&self) -> String;

    /// Its rule options, a line each.
    fn options(&self) -> String;

    /// Runs a command that is about it.
    fn run(&self, command: OfGame) -> Result<(), Failure>;

    /// Adds it to a board, with a file of endings of any game.
    fn add(self: Arc<Self>, board: Board, file: Option<&Path>) -> Result<Board, Failure>;
}

impl<H: Hooks> Entry for H {
    fn name(&self) -> &str {
        Hooks::name(self)
    }

    fn listed(&self) -> list::Listed {
        list::Listed::of(self)
    }

    fn own_players(&self) -> String {
        let line =
            |OwnPlayer { name, about, .. }| format!("\n  {name:9} {}: {about}", Hooks::name(self));
        Hooks::own_players(self).into_iter().map(line).collect()
    }

    fn options(&self) -> String {
        options::<RulesOf<H>>()
    }

    fn run(&self, command: OfGame) -> Result<(), Failure> {
        command.run(self)
    }

    fn add(self: Arc<Self>, board: Board, file: Option<&Path>) -> Result<Board, Failure> {
        serve::add(&self, board, file)
    }
}
