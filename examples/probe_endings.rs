//! Collateral Checkers: builds a tablebase of endings and asks it; with more pieces, the search asks it.

use std::error::Error;
use std::io::{self, Write};

use collateral_checkers::{Evaluation, Position, Rules};
use endings::Endings;
use engine::{Limits, Search};
use solve::tablebase::{BuildOptions, Tablebase, WithTablebase};

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let mut table = Tablebase::new(Endings::new(Rules::default(), 6)?);
    table.build(&BuildOptions::new())?;
    writeln!(out, "{}: {} bytes\n", table.family(), table.bytes())?;

    let position: Position = "1w2w/bb3/3w1/5/3b1 b 0 0".parse()?;
    writeln!(out, "{position}, the longest win:")?;
    for (m, score) in table.moves(&position) {
        let score = score.ok_or("six pieces are in the table")?;
        writeln!(out, "  {m} {score}")?;
    }
    let line: Vec<String> = table.line(&position).iter().map(ToString::to_string).collect();
    writeln!(out, "Best play: {}\n", line.join(" "))?;

    let position: Position = "1w2w/bb3/3w1/1w3/3b1 b 0 0".parse()?;
    let mut search = Search::new(WithTablebase::new(Evaluation::default(), table));
    let analysis = search.run(&position, &Limits::new().nodes(100_000))?;
    let m = analysis.best().ok_or("a running game has a move")?;
    writeln!(out, "{position}, by search: {m}, {} in {} nodes", analysis.score, analysis.nodes)?;
    Ok(())
}
