//! The program: its games and its subcommands.

use std::ffi::OsString;
use std::fmt::{self, Debug, Write as _};
use std::marker::PhantomData;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use board::{Board, Playable};
use clap::Subcommand;
use engine::{Evaluator, Options};

use crate::failure::{self, Failure, quote};
use crate::games::list;
use crate::hooks::{Hooks, OwnPlayer, Plain, RulesOf};
use crate::{
    analyse, arena, args, games, generate, perft, play, regret, replay, review, rules, serve,
    solve, study, survey, tablebase, ugi,
};

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

    /// Runs the program with the arguments of the process, and returns its exit code. `--help`, `--version`
    /// and Ctrl-C may end the process.
    pub fn main(&self) -> ExitCode {
        self.run(std::env::args_os())
    }

    /// Runs the program with these arguments, the first of which is its name.
    pub fn run(&self, args: impl IntoIterator<Item: Into<OsString>>) -> ExitCode {
        let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        failure::exit(args::parse(self, &args).and_then(|command| command.run(self)))
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
        let names = || self.games().map(Entry::name).collect::<Vec<_>>().join(", ");
        self.find(name).ok_or_else(|| format!("game {}: expected {}", quote(name), names()))
    }

    /// Says whether it has a game.
    fn with(&self, name: &str) -> Result<(), Failure> {
        self.named(name).map(|_| ()).map_err(Failure::Usage)
    }

    /// The players that only one game has, a line each.
    pub(crate) fn own_players(&self) -> String {
        self.games().map(Entry::own_players).collect()
    }

    /// Adds all games to a board.
    pub(crate) fn board(&self, file: Option<&Path>) -> Result<Board, Failure> {
        self.games.iter().try_fold(Board::new(), |board, game| Arc::clone(game).add(board, file))
    }
}

impl Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games().map(Entry::name)).finish()
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
        match command {
            OfGame::Play(args) => args.run(self),
            OfGame::Analyse(args) => args.run(self),
            OfGame::Review(args) => args.run(self),
            OfGame::Solve(args) => args.run(self),
            OfGame::Perft(args) => args.run(self),
            OfGame::Replay(args) => args.run(self),
            OfGame::Rules(args) => args.run(self),
            OfGame::Arena(args) => args.run(self),
            OfGame::Study(args) => args.run(self),
            OfGame::Regret(args) => args.run(self),
            OfGame::Ugi(args) => args.run(self),
        }
    }

    fn add(self: Arc<Self>, board: Board, file: Option<&Path>) -> Result<Board, Failure> {
        serve::add(&self, board, file)
    }
}

/// Rule options with their defaults and values, each on a line of its own.
pub(crate) fn options<R: Options>() -> String {
    let (rules, mut text) = (R::default(), String::new());
    for spec in R::SPECS {
        let default = rules.get(spec.name).unwrap_or_default();
        let _ = write!(text, "\n  {}={default}: {}", spec.name, spec.values);
    }
    if text.is_empty() { "\n  none".to_owned() } else { text }
}

/// The subcommands.
#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    OfGame(Box<OfGame>),
    Games(list::GamesArgs),
    Board(serve::BoardArgs),
    Tablebase(tablebase::TablebaseArgs),
    Survey(survey::SurveyArgs),
    Generate(generate::GenerateArgs),
}

/// The subcommands about one game.
#[derive(Subcommand)]
pub(crate) enum OfGame {
    Play(play::PlayArgs),
    Analyse(analyse::AnalyseArgs),
    Review(review::ReviewArgs),
    Solve(solve::SolveArgs),
    Perft(perft::PerftArgs),
    Replay(replay::ReplayArgs),
    Rules(rules::RulesArgs),
    Arena(arena::ArenaArgs),
    Study(study::StudyArgs),
    Regret(regret::RegretArgs),
    Ugi(ugi::UgiArgs),
}

impl Command {
    fn run(self, program: &Program) -> Result<(), Failure> {
        match self {
            Self::OfGame(mut command) => {
                let game = command.game(program)?;
                program.named(&game).map_err(Failure::Usage)?.run(*command)
            }
            Self::Games(args) => args.run(program),
            Self::Board(args) => args.run(program),
            Self::Tablebase(args) => program.with("collateral-checkers").and_then(|()| args.run()),
            Self::Survey(args) => program.with("collapsi").and_then(|()| args.run()),
            Self::Generate(args) => args.run(program),
        }
    }
}

impl OfGame {
    /// The name of the game.
    fn game(&mut self, program: &Program) -> Result<String, Failure> {
        Ok(match self {
            Self::Play(play::PlayArgs { game, .. })
            | Self::Analyse(analyse::AnalyseArgs { game, .. })
            | Self::Perft(perft::PerftArgs { game, .. })
            | Self::Replay(replay::ReplayArgs { game, .. })
            | Self::Rules(rules::RulesArgs { game, .. })
            | Self::Arena(arena::ArenaArgs { game, .. })
            | Self::Study(study::StudyArgs { game, .. })
            | Self::Regret(regret::RegretArgs { game, .. })
            | Self::Ugi(ugi::UgiArgs { game, .. }) => game.clone(),
            Self::Solve(args) => args.game(program)?,
            Self::Review(args) => args.read(program)?,
        })
    }
}
