//! Collapsi at work: deals a board, solves it exactly and shows the perfect game; or solves all deals.

mod first_moves;
mod picture;
mod plot;
mod survey;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use collapsi::{Deal, Position, Rules, Solution, count_all_games, count_games, solve};
use fourfold::args::{RuleArgs, number, parse};
use fourfold::failure::{Failure, exit};
use serde::Serialize;

/// Deal a board, solve it exactly and show the perfect game
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Collapsi {
    #[command(subcommand)]
    command: Option<Command>,

    /// Which deal; the same number always deals the same cards [default: any]
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_hyphen_values = true)]
    seed: Option<u64>,

    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Say who wins a position, in how many plies, by which moves, and show a perfect line
    Solve {
        /// A position, or a bare deal such as A223/4A2J/3A23/J3A4
        position: String,

        #[command(flatten)]
        rules: RuleArgs,

        /// Count the complete games too
        #[arg(long)]
        games: bool,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Count the complete games that can be played from a position
    Games {
        /// A position, or a bare deal such as A223/4A2J/3A23/J3A4
        position: String,

        #[command(flatten)]
        rules: RuleArgs,
    },
    /// Count the complete games of all 47,297,250 deals with red's joker on a4, together
    CountGames {
        #[command(flatten)]
        rules: RuleArgs,
    },
    /// Find winner and length of every deal, and print how many deals last how long
    Survey(survey::SurveyArgs),
    /// Say who wins a deal, and in how many plies, by a file that survey has written
    LookUp(survey::LookUpArgs),
    /// Study what red's first moves are worth, over all deals
    FirstMoves(first_moves::FirstMovesArgs),
    /// Print a random deal
    Deal {
        /// Which deal; the same number always deals the same cards [default: any]
        #[arg(long, value_name = "N", value_parser = number::<u64>, allow_hyphen_values = true)]
        seed: Option<u64>,
    },
}

fn main() -> ExitCode {
    exit(parse().and_then(run))
}

fn run(args: Collapsi) -> Result<(), Failure> {
    let out = &mut anstream::stdout().lock();
    match args.command {
        None => show_deal(out, args.seed.unwrap_or_else(any_seed), args.rules.rules()?)?,
        Some(Command::Solve { position, rules, games, json }) => {
            let position: Position = rules.position(&position)?;
            let answer = Answer::new(&position, games);
            if json {
                writeln!(out, "{}", answer.json()?)?;
            } else {
                answer.print(out)?;
            }
        }
        Some(Command::Games { position, rules }) => {
            writeln!(out, "{}", count_games(&rules.position(&position)?))?;
        }
        Some(Command::CountGames { rules }) => {
            writeln!(out, "{}", count_all_games(rules.rules()?))?;
        }
        Some(Command::Survey(args)) => survey::survey(out, &args)?,
        Some(Command::LookUp(args)) => survey::look_up(out, &args)?,
        Some(Command::FirstMoves(args)) => first_moves::first_moves(out, &args)?,
        Some(Command::Deal { seed }) => {
            writeln!(out, "{}", Deal::random(seed.unwrap_or_else(any_seed)))?;
        }
    }
    Ok(())
}

/// Short enough to be typed again.
fn any_seed() -> u64 {
    rand::random_range(0..1_000_000)
}

fn show_deal(out: &mut impl Write, seed: u64, rules: Rules) -> io::Result<()> {
    let deal = Deal::random(seed);
    let position = deal.position(rules);
    let solution = solve(&position);
    let (moves, all) = (solution.moves.len(), position.moves().len());
    writeln!(out, "Deal {seed}: {deal}, rules {rules}.")?;
    writeln!(
        out,
        "With best play {}; {moves} of the {all} first moves {} optimal.\n",
        solution.verdict,
        if moves == 1 { "is" } else { "are" },
    )?;
    picture::print_game(out, &position, &solution)
}

#[derive(Serialize)]
struct Answer {
    position: String,
    rules: String,
    winner: String,
    length: u32,
    moves: Vec<String>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
}

impl Answer {
    fn new(position: &Position, games: bool) -> Self {
        let Solution { verdict, moves, line } = solve(position);
        Self {
            position: position.to_string(),
            rules: position.rules().to_string(),
            winner: verdict.winner.to_string(),
            length: verdict.length,
            moves: moves.into_iter().map(|m| m.to_string()).collect(),
            line: line.iter().map(ToString::to_string).collect(),
            games: games.then(|| count_games(position)),
        }
    }

    fn json(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(Failure::run)
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let or_none = |moves: &[String]| {
            if moves.is_empty() { "none, the game is over".to_owned() } else { moves.join(" ") }
        };
        writeln!(out, "position       {}", self.position)?;
        writeln!(out, "rules          {}", self.rules)?;
        writeln!(out, "winner         {}", self.winner)?;
        writeln!(out, "length         {}", self.length)?;
        writeln!(out, "optimal moves  {}", or_none(&self.moves))?;
        writeln!(out, "perfect line   {}", or_none(&self.line))?;
        if let Some(games) = self.games {
            writeln!(out, "games          {games}")?;
        }
        Ok(())
    }
}
