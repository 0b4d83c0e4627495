//! A match: is Monte Carlo tree search better at Connect Four than alpha-beta search?

use std::error::Error;
use std::io::{self, Write};

use arena::{Contestant, Match, Openings};
use connect_four::{OpenLines, Position};
use engine::search::Mcts;
use engine::{Limits, NoEvaluation, Search, Start};

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    let search = Contestant::new("search", || Search::new(OpenLines).with_memory(1 << 20))
        .limits(Limits::new().nodes(2_000));
    let mcts = Contestant::new("mcts", || Mcts::new(NoEvaluation)).limits(Limits::new().nodes(500));

    // Every opening of two random plies is played twice, with changed colours.
    let openings = Openings::dealt(|seed| Position::start(&(), seed)).random_plies(2);
    let report = Match::new(vec![search, mcts], openings).games(40).run(|game, standings| {
        let (number, plies, games) = (game.number, game.moves.len(), standings.games);
        // The match continues if the output is closed.
        let _ = writeln!(out, "game {number}: {plies} plies, {games} played");
    })?;

    for duel in &report.standings.head_to_head {
        writeln!(out, "search against mcts: +{} ={} -{}", duel.won, duel.drawn, duel.lost)?;
        if let Some(elo) = duel.pairs.elo() {
            writeln!(out, "Elo {:+.0} (95 %: {:+.0} to {:+.0})", elo.estimate, elo.low, elo.high)?;
        }
    }
    Ok(())
}
