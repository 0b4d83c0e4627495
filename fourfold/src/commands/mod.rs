//! The subcommands about one game.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod args;
pub(crate) mod command_line;
pub(crate) mod entrant;
pub(crate) mod enumerate;
pub(crate) mod files;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod matches;
pub(crate) mod memory;
pub(crate) mod merge;
pub(crate) mod outcome;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod progress;
pub(crate) mod prove;
pub(crate) mod records;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod saving;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod study;
pub(crate) mod survey;
pub(crate) mod svg;
pub(crate) mod tablebase;
pub(crate) mod think;
pub(crate) mod ugi;
pub(crate) mod ugi_player;
pub(crate) mod work;

use std::sync::Arc;

use clap::{Args, Subcommand};
use kit::BotOf;

use self::args::JsonArgs;
use self::entrant::{AnyPlayer, Entrant};
use self::games::Listed;
use self::outcome::options;
use crate::failure::{Failure, quote};
use crate::hooks::{Hooks, OwnPlayer, RulesOf};

#[derive(Subcommand)]
pub(crate) enum OfGame {
    Play(Of<play::PlayArgs>),
    Analyse(Of<analyse::AnalyseArgs>),
    Review(review::ReviewArgs),
    Solve(solve::SolveArgs),
    Perft(Of<perft::PerftArgs>),
    Replay(Of<replay::ReplayArgs>),
    /// Show how a game is played, how its moves are written, and its rule options
    #[command(after_help = "Example:\n  fourfold rules compass")]
    Rules(Of<JsonArgs>),
    Arena(Of<arena::ArenaArgs>),
    Study(Of<study::StudyArgs>),
    Merge(merge::MergeArgs),
    Ugi(Of<ugi::UgiArgs>),
}

// The help is that of the arguments, so this has no text of its own.
#[derive(Args)]
pub(crate) struct Of<A: Args> {
    /// The game
    game: String,

    #[command(flatten)]
    args: A,
}

impl OfGame {
    /// The name of the game, of a program with games of these names.
    pub(crate) fn game(&mut self, known: &[&str]) -> Result<String, Failure> {
        Ok(match self {
            Self::Play(Of { game, .. })
            | Self::Analyse(Of { game, .. })
            | Self::Perft(Of { game, .. })
            | Self::Replay(Of { game, .. })
            | Self::Rules(Of { game, .. })
            | Self::Arena(Of { game, .. })
            | Self::Study(Of { game, .. })
            | Self::Ugi(Of { game, .. }) => game.clone(),
            Self::Solve(args) => args.game(known)?,
            Self::Review(args) => args.read(known)?,
            Self::Merge(args) => args.game(known)?,
        })
    }

    pub(crate) fn run<H: Hooks>(self, hooks: &H) -> Result<(), Failure> {
        match self {
            Self::Play(of) => of.args.run(hooks),
            Self::Analyse(of) => of.args.run(hooks),
            Self::Review(args) => args.run(hooks),
            Self::Solve(args) => args.run(hooks),
            Self::Perft(of) => of.args.run(hooks),
            Self::Replay(of) => of.args.run(hooks),
            Self::Rules(of) => rules::run(of.args, hooks),
            Self::Arena(of) => of.args.run(hooks),
            Self::Study(of) => of.args.run(hooks),
            Self::Merge(args) => args.run(hooks),
            Self::Ugi(of) => of.args.run(hooks),
        }
    }
}

/// What the command line says of a game of any type, and does with it.
pub(crate) trait OnTerminal {
    fn listed(&self) -> Listed;

    /// The players that only it has, a line each.
    fn own_players(&self) -> String;

    /// Its rule options, a line each.
    fn options(&self) -> String;

    fn player(self: Arc<Self>, description: &str) -> Result<AnyPlayer, Failure>;

    fn run(&self, command: OfGame) -> Result<(), Failure>;
}

impl<H: Hooks> OnTerminal for H {
    fn listed(&self) -> Listed {
        Listed::of(self)
    }

    fn own_players(&self) -> String {
        let line = |OwnPlayer { name, about, .. }| format!("\n  {name:9} {}: {about}", self.name());
        Hooks::own_players(self).into_iter().map(line).collect()
    }

    fn options(&self) -> String {
        options::<RulesOf<H>>()
    }

    fn player(self: Arc<Self>, description: &str) -> Result<AnyPlayer, Failure> {
        let refuse = |error| Failure::usage(format!("player {}", quote(description)), error);
        let player: Entrant = description.parse().map_err(refuse)?;
        Entrant::check_all(std::slice::from_ref(&player), &*self)?;
        let settings = player.settings::<H>();
        let (limits, clock) = (settings.limits_or_time(Entrant::MOVE_TIME), settings.clock);
        let make = player.maker(self);
        Ok(AnyPlayer { bot: Box::new(move || Box::new(BotOf::new(make()))), limits, clock })
    }

    fn run(&self, command: OfGame) -> Result<(), Failure> {
        command.run(self)
    }
}
