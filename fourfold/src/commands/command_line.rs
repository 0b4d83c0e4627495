//! The command line: subcommands, their games and their options.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, Str};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use colorchoice_clap::Color;
use kit::{Kit, OwnCommand};

use crate::commands::OfGame;
use crate::commands::games;
use crate::commands::{generate, help, players, serve};
use crate::failure::{self, Failure};
use crate::program::Program;
use terminal::args::{JsonArgs, SET_HELP};
use terminal::words;

impl Program {
    /// Runs the program with the arguments of the process, and returns its exit code. `--help`, `--version`
    /// and Ctrl-C may end the process.
    pub fn main(&self) -> ExitCode {
        self.run(std::env::args_os())
    }

    /// Runs the program with these arguments, the first of which is its name.
    pub fn run(&self, args: impl IntoIterator<Item: Into<OsString>>) -> ExitCode {
        let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        failure::exit(parse(self, &args).and_then(|command| command.run(self)))
    }
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    OfGame(Box<OfGame>),
    /// List the games
    #[command(after_help = "`fourfold rules <GAME>` tells how a game is played.")]
    Games(JsonArgs),
    Board(serve::BoardArgs),
    Generate(generate::GenerateArgs),
    #[command(skip)]
    Own(OwnCommand, ArgMatches),
}

impl Command {
    fn run(self, program: &Program) -> Result<(), Failure> {
        match self {
            Self::OfGame(mut command) => {
                let game = command.game(program.games())?;
                command.run(program.named(&game)?)
            }
            Self::Games(json) => games::run(json, program.games()),
            Self::Board(args) => args.run(|file| program.board(file)),
            Self::Generate(args) => args.run(command(program)),
            Self::Own(command, matches) => command.run(&matches),
        }
    }
}

/// Play, analyse, solve, count and measure small abstract board games
#[derive(Parser)]
#[command(
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  fourfold play collapsi
  fourfold analyse collateral-checkers
  fourfold review game.record
  fourfold solve collapsi A223/4A2J/3A23/J3A4
  fourfold arena connect-four search:nodes=1000 mcts:nodes=300 --games 20
  fourfold perft compass 3

`fourfold help <COMMAND>` tells more, with examples."
)]
struct Cli {
    #[command(flatten)]
    color: Color,

    #[command(subcommand)]
    command: Command,
}

/// Reads the arguments of a program. `--help` and `--version` are answered and end it. For an unknown
/// subcommand the error has the names that there are.
fn parse(program: &Program, args: &[OsString]) -> Result<Command, Failure> {
    let mut command = command(program);
    let parsed = command.try_get_matches_from_mut(args);
    let read = |matches: ArgMatches| {
        Color::from_arg_matches(&matches)?.write_global();
        let own = matches.subcommand().and_then(|(name, matches)| {
            let mut own = program.games().games().flat_map(Kit::commands);
            Some((own.find(|command| command.name == name)?.clone(), matches.clone()))
        });
        match own {
            Some((command, matches)) => Ok(Command::Own(command, matches)),
            None => Cli::from_arg_matches(&matches).map(|cli| cli.command),
        }
    };
    parsed.and_then(read).map_err(|error| {
        if !error.use_stderr()
            || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        {
            return match error.print() {
                Ok(()) => std::process::exit(error.exit_code()),
                Err(error) => Failure::Output(error),
            };
        }
        let text = error.render().to_string();
        let text = text.trim_start_matches("error: ").trim_end();
        if error.kind() != ErrorKind::InvalidSubcommand {
            return Failure::Usage(text.to_owned());
        }
        let words = args.iter().skip(1).filter(|word| *word != "help");
        let innermost =
            words.fold(&command, |command, word| command.find_subcommand(word).unwrap_or(command));
        Failure::Usage(format!("{text}\n\n{}", generate::expected_subcommand(innermost)))
    })
}

/// The command line of a program: its games are the values of the argument `game`, their rule options are
/// in the help.
pub(crate) fn command(program: &Program) -> clap::Command {
    let games = || program.games().games();
    let names: Vec<Str> = games().map(|kit| kit.name().to_owned().into()).collect();
    let listed = games().map(|kit| format!("\n{}{}", kit.name(), words::options(kit)));
    let options = format!("{SET_HELP}{}", listed.collect::<String>());
    let own_players: String = games().map(players::own).collect();
    let of_games = |command: clap::Command| {
        let takes = |id| command.get_arguments().any(|arg| arg.get_id() == id);
        let takes_game = takes("game") || takes("game_or_position");
        let takes_players = ["player", "players", "seats"].into_iter().any(takes);
        let command = if takes_players {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            command.after_help(text + &players::help(&own_players))
        } else {
            command
        };
        let command = if command.get_name() == "perft" {
            let usage = format!("{} perft [OPTIONS] <GAME> [POSITION] <DEPTH>", program.title());
            command.override_usage(usage)
        } else {
            command
        };
        command.mut_args(|arg| match arg.get_id().as_str() {
            "game" => arg.value_parser(PossibleValuesParser::new(&names)),
            "set" if takes_game => arg.long_help(&options),
            _ => arg,
        })
    };
    let own = games().flat_map(Kit::commands).map(OwnCommand::command);
    let whole = Cli::command().subcommands(own);
    let command = help::fit(take_negative_numbers(whole), program);
    command.mut_subcommands(of_games)
}

/// Lets values begin with a minus sign, so that the parser of the value refuses a negative number and
/// says what it expects. Otherwise the number would be an unknown option.
fn take_negative_numbers(command: clap::Command) -> clap::Command {
    let take = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        if takes_values { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(take).mut_subcommands(take_negative_numbers)
}
