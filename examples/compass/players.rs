//! Who plays: somebody at the terminal, and two simple players to measure the engine by.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use compass::{BoldBot, Game, Move, Player, Position, Rules, Start};
use engine::arena::{Contestant, Match, Openings, Tally};
use engine::{EvaluatorFn, GreedyBot, Limits, RandomBot};
use fourfold::failure::Failure;

/// Asks at the terminal until a legal move is given; `None` if the input ends.
pub(crate) fn ask(out: &mut impl Write, position: &Position) -> io::Result<Option<Move>> {
    let mut line = String::new();
    loop {
        write!(out, "{} to move, such as {}: ", position.turn(), example(position))?;
        out.flush()?;
        line.clear();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        match line.trim().parse::<Move>() {
            Ok(m) => match position.check(m) {
                Ok(()) => return Ok(Some(m)),
                Err(error) => writeln!(out, "{m} is illegal: {error}")?,
            },
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

/// A few legal moves.
fn example(position: &Position) -> String {
    let moves: Vec<String> =
        position.legal_moves().iter().take(4).map(ToString::to_string).collect();
    moves.join(" ")
}

/// Against whom to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Opponent {
    /// Any legal move.
    Random,
    /// The move after which its lead in points is greatest.
    Greedy,
}

impl Opponent {
    fn contestant(self) -> Contestant<'static, Position> {
        match self {
            Self::Random => Contestant::new("random", || RandomBot::new(0)),
            Self::Greedy => Contestant::new("greedy", || GreedyBot::new(EvaluatorFn(lead), 0)),
        }
    }
}

fn lead(position: &Position, player: Player) -> i32 {
    position.hand(player).points() as i32 - position.hand(!player).points() as i32
}

/// The time for a move.
pub(crate) fn limits(movetime: u64) -> Limits {
    Limits::new().time(Duration::from_millis(movetime))
}

/// Plays so many games of the engine against an opponent, two of each deal.
pub(crate) fn measure(opponent: Opponent, games: u32, movetime: u64) -> Result<Tally, Failure> {
    let engine = Contestant::new("engine", BoldBot::new).limits(limits(movetime));
    let deals = (0..games.div_ceil(2)).map(|deal| Position::start(&Rules::default(), deal.into()));
    let report = Match::new(vec![engine, opponent.contestant()], Openings::listed(deals.collect()))
        .games(games.into())
        .run(|_, _| ())
        .map_err(Failure::run)?;
    Ok(report.standings.tallies().first().cloned().unwrap_or_default())
}
