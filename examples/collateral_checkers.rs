//! Collateral Checkers: the search plays a game against itself.

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use collateral_checkers::{Evaluation, Position, Rules, Square};
use engine::{Game, Limits, Search, Start};

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let mut position = <Position as Start>::start(&Rules::default(), 0);
    let mut search = Search::new(Evaluation::default());
    let limits = Limits::new().time(Duration::from_millis(50));
    print_board(out, &position)?;
    while position.outcome().is_none() {
        let analysis = search.run(&position, &limits)?;
        let m = analysis.best().ok_or("a running game has a move")?;
        writeln!(
            out,
            "{} plays {m}: {}, depth {}\n",
            position.turn(),
            analysis.score,
            analysis.depth
        )?;
        position.play(m)?;
        print_board(out, &position)?;
    }
    if let Some(ending) = position.ending() {
        writeln!(out, "{ending}")?;
    }
    Ok(())
}

fn print_board(out: &mut impl Write, position: &Position) -> io::Result<()> {
    for rank in (0..5).rev() {
        let squares = (0..5).filter_map(|file| Square::new(file, rank));
        let cell = |square| {
            position.piece(square).map_or(". ".to_owned(), |p| format!("{} ", p.to_char()))
        };
        writeln!(out, "{} {}", rank + 1, squares.map(cell).collect::<String>())?;
    }
    writeln!(out, "  a b c d e\n")
}
