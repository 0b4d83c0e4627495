//! The command line: subcommands, their games and their options, and help that fits the program.

mod analyse;
mod arena;
mod check;
mod games;
mod generate;
mod levels;
mod matches;
mod merge;
mod perft;
mod play;
mod replay;
mod review;
mod serve;
mod solve;
mod study;
mod think;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, Resettable, Str, StyledStr};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use colorchoice_clap::Color;
use kit::{Failure, Kit, OwnCommand, OwnPlayer};
use terminal::args::{JsonArgs, SET_HELP};
use terminal::words;

use crate::program::Program;

impl Program {
    /// Runs the program with the arguments of the process, and returns its exit code. `--help`, `--version`
    /// and Ctrl-C may end the process.
    pub fn main(&self) -> ExitCode {
        self.run(std::env::args_os())
    }

    /// Runs the program with these arguments, the first of which is its name.
    pub fn run(&self, args: impl IntoIterator<Item: Into<OsString>>) -> ExitCode {
        let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
        exit(parse(self, &args).and_then(|command| command.run(self)))
    }
}

/// Prints a failure to standard error and returns the exit code.
///
/// A closed pipe (`| head`) is no failure.
fn exit(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            let printable = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
            let message: String = failure.to_string().chars().map(printable).collect();
            let prefix = if matches!(failure, Failure::Interrupted(_)) { "" } else { "error: " };
            anstream::eprintln!("{prefix}{message}");
            ExitCode::from(failure.code())
        }
    }
}

#[derive(Subcommand)]
enum Command {
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
    Check(Of<check::CheckArgs>),
    Levels(Of<levels::LevelsArgs>),
    Ugi(Of<serve::UgiArgs>),
    /// List the games
    #[command(after_help = "`fourfold rules <GAME>` tells how a game is played.")]
    Games(JsonArgs),
    Board(serve::BoardArgs),
    Generate(generate::GenerateArgs),
    #[command(skip)]
    Own(OwnCommand, ArgMatches),
}

// The help is that of the arguments, so this has no text of its own.
#[derive(Args)]
struct Of<A: Args> {
    /// The game
    game: String,

    #[command(flatten)]
    args: A,
}

impl<A: Args> Of<A> {
    fn run(
        self,
        program: &Program,
        run: impl FnOnce(A, &Kit) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        run(self.args, program.named(&self.game)?)
    }
}

impl Command {
    fn run(self, program: &Program) -> Result<(), Failure> {
        match self {
            Self::Play(of) => of.run(program, play::PlayArgs::run),
            Self::Analyse(of) => of.run(program, analyse::AnalyseArgs::run),
            Self::Review(args) => args.run(program.games()),
            Self::Solve(args) => args.run(program),
            Self::Perft(of) => of.run(program, perft::PerftArgs::run),
            Self::Replay(of) => of.run(program, replay::ReplayArgs::run),
            Self::Rules(of) => of.run(program, games::rules),
            Self::Arena(of) => of.run(program, arena::ArenaArgs::run),
            Self::Study(of) => of.run(program, study::StudyArgs::run),
            Self::Merge(args) => args.run(program.games()),
            Self::Check(of) => of.run(program, check::CheckArgs::run),
            Self::Levels(of) => of.run(program, levels::LevelsArgs::run),
            Self::Ugi(of) => of.run(program, serve::UgiArgs::run),
            Self::Games(json) => games::run(json, program.games()),
            Self::Board(args) => args.run(program),
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
            let mut own = program.games().games().flat_map(|kit| &kit.about.commands);
            let command = own.find(|command| command.name == name)?;
            Some(Command::Own(command.clone(), matches.clone()))
        });
        own.map_or_else(|| Cli::from_arg_matches(&matches).map(|cli| cli.command), Ok)
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
fn command(program: &Program) -> clap::Command {
    let games = || program.games().games();
    let names: Vec<Str> = games().map(|kit| kit.name().to_owned().into()).collect();
    let listed =
        games().map(|kit| format!("\n{}{}", kit.name(), words::list_options(&kit.options())));
    let options = format!("{SET_HELP}{}", listed.collect::<String>());
    let own =
        games().flat_map(|kit| kit.about.own_players.iter().map(move |own| (kit.name(), own)));
    let line =
        |(game, own): (&str, &OwnPlayer)| format!("\n  {:9} {game}: {}", own.name, own.about);
    let own: String = own.map(line).collect();
    let of_games = |mut command: clap::Command| {
        let takes = |id| command.get_arguments().any(|arg| arg.get_id() == id);
        let takes_game = takes("game") || takes("game_or_position");
        if ["player", "players", "seats"].into_iter().any(takes) {
            let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            command = command.after_help(format!("{text}{KINDS}{own}\n{SETTINGS}"));
        }
        if command.get_name() == "perft" {
            let usage = format!("{} perft [OPTIONS] <GAME> [POSITION] <DEPTH>", program.title());
            command = command.override_usage(usage);
        }
        command.mut_args(|arg| match arg.get_id().as_str() {
            "game" => arg.value_parser(PossibleValuesParser::new(&names)),
            "set" if takes_game => arg.long_help(&options),
            _ => arg,
        })
    };
    let commands = games().flat_map(|kit| &kit.about.commands).map(OwnCommand::command);
    let whole = Cli::command().subcommands(commands);
    fit(whole, program).mut_subcommands(of_games)
}

/// The same command for this program: with negative numbers, and without examples of games that it does not have, or
/// of what none of its games has.
fn fit(command: clap::Command, program: &Program) -> clap::Command {
    let is_absent = |name: &&str| program.games().find(name).is_err();
    let mut absent: Vec<&str> = IN_EXAMPLES.into_iter().filter(is_absent).collect();
    if !program.games().games().any(|kit| kit.has_endings()) {
        absent.push("--tablebase");
    }
    let name = program.title();
    let fitted = fit_all(command, &words::command([name.clone()]), &absent);
    fitted.name(name.clone()).bin_name(name)
}

/// The games of the examples in help.
const IN_EXAMPLES: [&str; 5] =
    ["collapsi", "collateral-checkers", "compass", "connect-four", "rolling-mountains"];

fn fit_all(command: clap::Command, name: &str, absent: &[&str]) -> clap::Command {
    let help = command.get_after_help().map(|text| fit_text(&text.to_string(), name, absent));
    let help = help.filter(|text| !text.is_empty()).map(StyledStr::from);
    // So that the parser of a value refuses a negative number; otherwise it would be an unknown option.
    let take_negative = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    command
        .after_help(Resettable::from(help))
        .mut_args(take_negative)
        .mut_subcommands(|command| fit_all(command, name, absent))
}

/// A text under the options: without the examples, which are indented, that have one of the words, and without
/// the headline of examples if none is left.
fn fit_text(text: &str, name: &str, absent: &[&str]) -> String {
    let is_example = |line: &str| line.starts_with("  ");
    let stands =
        |line: &&str| !is_example(line) || !line.split(' ').any(|word| absent.contains(&word));
    let lines: Vec<&str> = text.split('\n').filter(stands).collect();
    let has_examples = lines.iter().any(|line| is_example(line));
    let stands = |line: &&str| has_examples || !line.starts_with("Example");
    let text = lines.into_iter().filter(stands).collect::<Vec<_>>().join("\n");
    text.trim_start_matches('\n').replace("fourfold ", &format!("{name} "))
}

/// How players are described, for the help of commands that take them. Those that only one game has follow.
const KINDS: &str = "\
Players:
  random    plays any legal move
  greedy    plays the move with the best evaluation one ply later (judge=material:
            the most material)
  search    searches for the best move; all opponents play together
  maxn      searches; every player plays for themselves
  mcts      Monte Carlo tree search, without an evaluation unless it has a prior
  material  searches, and evaluates material only
  level:N   a search of strength N from 1 to 8 or more, in games whose levels were measured about
            100 Elo points apart; moves that are about as good are chosen by chance
  ugi:COMMAND  a program that speaks UGI, with its arguments: \"ugi:./engine --fast\"";

const SETTINGS: &str = "\
Settings follow a colon, as in search:nodes=10000,table=64 or ugi:nodes=10000,./engine:
  time         milliseconds a move (default 100, in play --movetime)
  nodes        positions a move
  depth        plies of the search
  clock        seconds for the game and, after a plus, for each move: clock=10+0.1
  table        MiB for the transposition table or the tree (default 16)
  random       of search: the percentage of random moves
  margin       of search: plays one of up to three moves, by chance, whose values are at
               most this much below the best
  exploration, urgency, rollout (plies): of mcts
  prior        of mcts: moves are tried by the evaluation of where they lead; one better by
               this much is e times as likely
  option.NAME  of ugi: the value of an option of the program
  grace        of ugi: milliseconds to wait beyond the limit (default 1000)
  log          of ugi: a file to add all that the program is told (>) and says (<), and
               its standard error (!)
  name         in tables and records, as in level:3,name=new";

#[cfg(test)]
mod tests;
