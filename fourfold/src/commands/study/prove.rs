//! Who wins with best play, deal by deal: `study compass --prove`.

use std::collections::HashSet;
use std::io::{self, Write};

use arena::Interval;
use engine::board::counted;
use engine::{Game, Limits, StopFlag};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};

use super::StudyArgs;
use kit::{Failure, Kit};
use solve::nobody;
use terminal::words::rules_text;
use terminal::work::WorkArgs;

/// All that the results depend on.
#[derive(Serialize)]
struct Header<'a> {
    format: &'static str,
    game: &'a str,
    rules: String,
    seed: u64,
    nodes: u64,
}

/// The answer for a deal.
#[derive(Serialize, Deserialize)]
struct Deal {
    seed: u64,
    /// `None` if a limit was reached.
    winner: Option<String>,
    /// The positions of the proofs, and the nodes of the searches.
    positions: u64,
    nodes: u64,
}

/// The deals with the same answer.
#[derive(Serialize)]
struct Row {
    winner: Option<String>,
    share: Option<Interval>,
    seeds: Vec<u64>,
}

#[derive(Serialize)]
struct Proofs {
    game: String,
    rules: String,
    planned: u64,
    deals: usize,
    winners: Vec<Row>,
    positions: u64,
    nodes: u64,
}

/// Proves who wins each different deal, with at most so many nodes for a question.
pub(super) fn run(kit: &Kit, args: &StudyArgs, nodes: u64) -> Result<(), Failure> {
    let games = &args.games;
    let rules = games.rules.settings(kit)?;
    let deals = kit.deals(&rules).map_err(Failure::run)?;
    let work = WorkArgs { threads: games.threads, out: games.out.clone(), shard: games.shard };
    let header = Header {
        format: "proofs, version 2",
        game: kit.name(),
        rules: rules.clone(),
        seed: games.seed,
        nodes,
    };
    // Starts that are dealt twice count once.
    let mut keys = HashSet::new();
    let seeds = (0..games.games).map(|part| games.seed.wrapping_add(part));
    let seeds: Vec<u64> = seeds.filter(|&seed| keys.insert(deals(seed).key())).collect();
    let (parts, start) = (seeds.len() as u64, deals(games.seed));
    // Every deal begins with an empty table of this size, so that its answer depends on nothing else.
    let memory = nodes.saturating_mul(4).clamp(64 << 20, 1 << 30) as usize;
    let solve = |part: u64, stop: &StopFlag| {
        let seed = seeds[part as usize];
        let limits = Limits::new().nodes(nodes).stop(stop.clone());
        let proven = kit.prove(&deals(seed), memory, &limits, &mut |_, _| (), None);
        let proven = proven.map_err(Failure::run)?;
        let positions = proven.proofs.iter().map(|(_, size)| size.positions as u64).sum();
        Ok(Some(Deal { seed, winner: proven.winner, positions, nodes: proven.nodes }))
    };
    let mut deals: Vec<Deal> = Vec::new();
    let done = work.run(&header, parts, solve, |deal| deals.push(deal))?;
    let players = start.players().iter().map(|player| Some(player.to_string()));
    let winners = players.chain([Some(nobody(start.players().len()).to_owned()), None]);
    let proofs = Proofs {
        game: kit.name().to_owned(),
        rules: rules_text(&rules),
        planned: parts,
        deals: deals.len(),
        winners: winners.map(|winner| Row::of(winner, &deals)).collect(),
        positions: deals.iter().map(|deal| deal.positions).sum(),
        nodes: deals.iter().map(|deal| deal.nodes).sum(),
    };
    args.json.print(|| &proofs, |out| proofs.print(out))?;
    work.finish(done, parts)
}

impl Row {
    fn of(winner: Option<String>, deals: &[Deal]) -> Self {
        let same = deals.iter().filter(|deal| deal.winner == winner);
        let mut seeds: Vec<u64> = same.map(|deal| deal.seed).collect();
        seeds.sort_unstable();
        // A single start is no sample.
        let share = Interval::wilson(seeds.len() as u64, deals.len() as u64);
        Self { winner, share: share.filter(|_| deals.len() > 1), seeds }
    }

    /// Its deals by their seeds, if they are few.
    fn seeds(&self) -> String {
        const MOST: usize = 20;
        if self.seeds.is_empty() || self.seeds.len() > MOST {
            return String::new();
        }
        let seeds: Vec<String> = self.seeds.iter().map(ToString::to_string).collect();
        format!("  seed {}", seeds.join(", "))
    }
}

impl Proofs {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { game, rules, planned, deals, .. } = self;
        let planned = counted(*planned, "deal");
        writeln!(out, "{game} with best play: {deals} of {planned}, rules {rules}\n")?;
        writeln!(out, "{:18} {:>9} {:>9}  95 % interval", "", "deals", "share")?;
        for row in &self.winners {
            let name = row.winner.as_deref().unwrap_or("not found");
            let interval = row.share.map_or_else(String::new, |share| {
                let Interval { estimate, low, high } = share.map(|part| 100.0 * part);
                format!("{estimate:7.2} %  {low:.2} to {high:.2} %")
            });
            writeln!(out, "{name:18} {:>9} {interval}{}", row.seeds.len(), row.seeds())?;
        }
        let mean = |sum: u64| HumanCount(sum.checked_div(*deals as u64).unwrap_or(0)).to_string();
        writeln!(out, "\n{:18} {:>9}", "positions, mean", mean(self.positions))?;
        writeln!(out, "{:18} {:>9}", "searched, mean", mean(self.nodes))
    }
}
