//! Rolling Mountains: three players on a small board, each of whom expects the others to play against it.

use std::error::Error;
use std::io::{self, Write};

use engine::{Game, Limits, Options, Search, Start};
use rolling_mountains::{Evaluation, Position, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let mut rules = Rules::default();
    for (option, value) in [("players", "3"), ("width", "6"), ("height", "6"), ("tiles", "20")] {
        rules.set(option, value)?;
    }
    let mut position = Position::start(&rules, 0);
    let mut search = Search::new(Evaluation::default());
    let limits = Limits::new().nodes(2_000);
    while position.outcome().is_none() {
        let (turn, number) = (position.turn(), position.turns());
        write!(out, "{:3}. {turn:6}", number + 1)?;
        while position.outcome().is_none() && position.turns() == number {
            let m = search.run(&position, &limits)?.best().ok_or("a running game has a move")?;
            position.play(m)?;
            write!(out, " {m}")?;
        }
        writeln!(out)?;
    }
    match position.outcome().and_then(|outcome| outcome.winner()) {
        Some(winner) => writeln!(out, "{winner} wins: {position}")?,
        None => writeln!(out, "draw: {position}")?,
    }
    Ok(())
}
