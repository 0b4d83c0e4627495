//! Collapsi at work: deals a board, solves it exactly and shows the perfect game.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use collapsi::{Deal, Player, Position, Rules, Solution, Square, count_games, solve};
use examples::args::{RuleArgs, number, parse};
use examples::failure::{Failure, exit};
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

/// Boards on the terminal, legible with and without colour.
mod picture {
    use std::fmt::Write as _;
    use std::io::{self, Write};

    use anstyle::{AnsiColor, Effects, Style};
    use collapsi::Game;

    use super::{Player, Position, Solution, Square};

    const BOARDS_IN_A_ROW: usize = 5;

    /// The position and every position of the line, several boards side by side.
    pub(crate) fn print_game(
        out: &mut impl Write,
        position: &Position,
        solution: &Solution,
    ) -> io::Result<()> {
        let mut boards = vec![board("deal", position, None)];
        let mut at = *position;
        for (ply, &m) in solution.line.iter().enumerate() {
            let (turn, from) = (at.turn(), at.pawn(at.turn()));
            if at.play(m).is_err() {
                break;
            }
            let caption = format!("{}. {turn} {m}", ply + 1);
            boards.push(board(&caption, &at, Some(from)));
        }
        for row in boards.chunks(BOARDS_IN_A_ROW) {
            for line in 0..row[0].len() {
                let lines: Vec<&str> = row.iter().map(|board| board[line].as_str()).collect();
                writeln!(out, "{}", lines.join("  "))?;
            }
            writeln!(out)?;
        }
        let loser = at.turn();
        writeln!(out, "{loser} cannot move: {} wins.", !loser)
    }

    /// A caption and the four ranks, each as wide as the others.
    fn board(caption: &str, position: &Position, left: Option<Square>) -> Vec<String> {
        let mut lines = vec![format!("{caption:14}")];
        for rank in (0..4).rev() {
            let mut line = format!("{} ", rank + 1);
            for square in (0..4).filter_map(|file| Square::new(file, rank)) {
                cell(&mut line, position, square, left);
            }
            lines.push(line);
        }
        lines.push(format!("{:14}", "  a  b  c  d"));
        lines
    }

    /// Two characters for the card and its pawn, and a space.
    fn cell(line: &mut String, position: &Position, square: Square, left: Option<Square>) {
        let pawn = Player::ALL.into_iter().find(|&player| position.pawn(player) == square);
        let style = match pawn {
            Some(Player::Red) => AnsiColor::White.on(AnsiColor::Red).bold(),
            Some(Player::Blue) => AnsiColor::White.on(AnsiColor::Blue).bold(),
            None if left == Some(square) => AnsiColor::Yellow.on_default(),
            None if position.card(square).is_none() => Style::new() | Effects::DIMMED,
            None => Style::new(),
        };
        let card = position.card(square).map_or('.', collapsi::Card::to_char);
        let pawn = pawn.map_or(' ', Player::to_char);
        let _ = write!(line, "{style}{card}{pawn}{style:#} ");
    }
}
