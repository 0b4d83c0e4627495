//! The tutorial game at work: the engine plays Connect Four against itself.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use engine::{Game, Limits, Search, Start};
use fourfold::args::{number, parse, read_position};
use fourfold::connect_four::{OpenLines, Position};
use fourfold::failure::{Failure, exit};
use fourfold::outcome::describe;

/// Let the engine play a game of Connect Four against itself
#[derive(Parser)]
struct ConnectFour {
    /// The position to begin with; by default the empty board
    position: Option<String>,

    /// Time for each move, in milliseconds
    #[arg(long, default_value_t = 200, value_parser = number::<u64>, allow_hyphen_values = true)]
    movetime: u64,
}

fn main() -> ExitCode {
    exit(parse().and_then(|args| play(&args)))
}

fn play(args: &ConnectFour) -> Result<(), Failure> {
    let mut position = match &args.position {
        Some(text) => read_position(text, &())?,
        None => Position::start(&(), 0),
    };
    let limits = Limits::new().time(Duration::from_millis(args.movetime));
    let mut search = Search::new(OpenLines);
    let mut out = anstream::stdout().lock();
    while position.outcome().is_none() {
        let analysis = search.run(&position, &limits).map_err(Failure::run)?;
        let Some(best) = analysis.best() else { break };
        let line: Vec<String> = analysis.line.iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "{} {best}  {:>10}  depth {:2}  {:>9} nodes  {}",
            position.turn(),
            analysis.score.to_string(),
            analysis.depth,
            analysis.nodes,
            line.join(" ")
        )?;
        position.play(best).map_err(Failure::run)?;
    }
    writeln!(out, "{position}\n{}", describe(&position))?;
    Ok(())
}
