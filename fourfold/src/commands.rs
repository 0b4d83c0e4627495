//! The subcommands about one game.

use clap::Subcommand;

use crate::failure::Failure;
use crate::hooks::Hooks;
use crate::{analyse, arena, perft, play, regret, replay, review, rules, solve, study, ugi};

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

impl OfGame {
    /// The name of the game, of a program with games of these names.
    pub(crate) fn game(&mut self, known: &[&str]) -> Result<String, Failure> {
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
            Self::Solve(args) => args.game(known)?,
            Self::Review(args) => args.read(known)?,
        })
    }

    pub(crate) fn run<H: Hooks>(self, hooks: &H) -> Result<(), Failure> {
        match self {
            Self::Play(args) => args.run(hooks),
            Self::Analyse(args) => args.run(hooks),
            Self::Review(args) => args.run(hooks),
            Self::Solve(args) => args.run(hooks),
            Self::Perft(args) => args.run(hooks),
            Self::Replay(args) => args.run(hooks),
            Self::Rules(args) => args.run(hooks),
            Self::Arena(args) => args.run(hooks),
            Self::Study(args) => args.run(hooks),
            Self::Regret(args) => args.run(hooks),
            Self::Ugi(args) => args.run(hooks),
        }
    }
}
