//! The subcommands about one game.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod command_line;
pub(crate) mod enumerate;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod matches;
pub(crate) mod merge;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod study;
pub(crate) mod svg;
pub(crate) mod think;
pub(crate) mod ugi;

use clap::{Args, Subcommand};
use kit::{Catalogue, Kit};

use crate::failure::Failure;
use terminal::args::JsonArgs;

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
    /// The name of the game, of a program with these games.
    pub(crate) fn game(&mut self, games: &Catalogue) -> Result<String, Failure> {
        Ok(match self {
            Self::Play(Of { game, .. })
            | Self::Analyse(Of { game, .. })
            | Self::Perft(Of { game, .. })
            | Self::Replay(Of { game, .. })
            | Self::Rules(Of { game, .. })
            | Self::Arena(Of { game, .. })
            | Self::Study(Of { game, .. })
            | Self::Ugi(Of { game, .. }) => game.clone(),
            Self::Solve(args) => args.game(games)?,
            Self::Review(args) => args.read(games)?,
            Self::Merge(args) => args.game(games)?,
        })
    }

    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        match self {
            Self::Play(of) => of.args.run(kit),
            Self::Analyse(of) => of.args.run(kit),
            Self::Review(args) => args.run(kit),
            Self::Solve(args) => args.run(kit),
            Self::Perft(of) => of.args.run(kit),
            Self::Replay(of) => of.args.run(kit),
            Self::Rules(of) => rules::run(of.args, kit),
            Self::Arena(of) => of.args.run(kit),
            Self::Study(of) => of.args.run(kit),
            Self::Merge(args) => args.run(kit),
            Self::Ugi(of) => of.args.run(kit),
        }
    }
}
