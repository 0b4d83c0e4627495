//! The program `fourfold`: plays, analyses, solves, counts and measures the games of this workspace.
//!
//! One file or folder for each subcommand; `games` holds what differs from game to game.

#![forbid(unsafe_code)]

mod analyse;
mod arena;
mod args;
mod failure;
mod files;
mod games;
mod generate;
mod journal;
mod matches;
mod memory;
mod outcome;
mod perft;
mod picture;
mod play;
mod players;
mod progress;
mod records;
mod regret;
mod replay;
mod review;
mod serve;
mod solve;
mod study;
mod survey;
mod svg;
mod tablebase;
mod think;
mod truth;
mod ugi;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;

/// Play, analyse, solve, count and measure small abstract board games
#[derive(Parser)]
#[command(name = "fourfold", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Program {
    #[command(flatten)]
    color: colorchoice_clap::Color,

    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  fourfold play collapsi
  fourfold analyse collateral-checkers
  fourfold review game.record
  fourfold solve A223/4A2J/3A23/J3A4
  fourfold arena connect-four search:nodes=1000 mcts:nodes=300 --games 20
  fourfold perft compass 3

`fourfold help <COMMAND>` tells more, with examples.";

#[derive(Subcommand)]
enum Command {
    Play(play::PlayArgs),
    Analyse(analyse::AnalyseArgs),
    Review(review::ReviewArgs),
    Solve(solve::SolveArgs),
    Perft(perft::PerftArgs),
    Replay(replay::ReplayArgs),
    Arena(arena::ArenaArgs),
    Study(study::StudyArgs),
    Regret(regret::RegretArgs),
    Board(serve::BoardArgs),
    Ugi(ugi::UgiArgs),
    Tablebase(tablebase::TablebaseArgs),
    Survey(survey::SurveyArgs),
    Generate(generate::GenerateArgs),
}

/// Runs the program with the arguments of the process, and returns its exit code.
pub fn main() -> ExitCode {
    failure::exit(args::parse().and_then(run))
}

fn run(program: Program) -> Result<(), Failure> {
    program.color.write_global();
    match program.command {
        Command::Play(args) => args.game.run(args),
        Command::Analyse(args) => args.game.run(args),
        Command::Review(args) => args.run(),
        Command::Solve(args) => args.run(),
        Command::Perft(args) => args.game.run(args),
        Command::Replay(args) => args.game.run(args),
        Command::Arena(args) => args.game.run(args),
        Command::Study(args) => args.game.run(args),
        Command::Regret(args) => args.run(),
        Command::Board(args) => args.run(),
        Command::Ugi(args) => args.game.run(args),
        Command::Tablebase(args) => args.run(),
        Command::Survey(args) => args.run(),
        Command::Generate(args) => args.run(),
    }
}

/// Runs the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
