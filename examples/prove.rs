//! Solving: a position of Connect Four, first by search, then by a proof that is checked.

use std::error::Error;
use std::io::{self, Write};

use connect_four::{OpenLines, Position};
use engine::{Game, Limits, Notation, Search};
use solve::{ProofSearch, Verdict};

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let position = Position::parse("7/7/3o3/2xxo2/1xoox2/xoxxo2 o", &())?;
    writeln!(out, "{position}\n{} is to move.", position.turn())?;

    let mut search = Search::new(OpenLines).with_memory(64 << 20);
    let analysis = search.run(&position, &Limits::new())?;
    let line: Vec<String> = analysis.line.iter().map(ToString::to_string).collect();
    writeln!(out, "Search: {} ({} positions): {}", analysis.score, analysis.nodes, line.join(" "))?;

    // Can this player force a win? If not, the proof says how the other one prevents it.
    for &player in position.players() {
        let mut search = ProofSearch::new().with_memory(64 << 20);
        let proof =
            search.prove(&position, player, &Limits::new())?.ok_or("no limit, no answer")?;
        let stats = proof.check(&position)?;
        let can = if proof.verdict() == Verdict::Proven { "can" } else { "cannot" };
        writeln!(
            out,
            "Proof: {player} {can} force a win, checked over {} positions.",
            stats.positions
        )?;
    }
    Ok(())
}
