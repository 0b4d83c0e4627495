//! Measures levels of even steps: `levels connect-four`.

use std::io::{self, Write};
use std::iter::repeat_n;

use arena::{Interval, Pairing, Seating};
use clap::Args;
use engine::board::counted;
use serde_json::{Value, json};

use crate::commands::matches::{MatchArgs, Plan, points};
use kit::{Failure, Kit, Level};
use terminal::args::{JsonArgs, whole};

/// Measure levels of even steps for a game of two players
///
/// Searches that grow stronger, first by fewer random moves, then by a smaller margin down to that of the highest level,
/// then by more positions, play their neighbours.
/// Between them the levels are chosen, 100 Elo points apart or as far as there is room, and play each other.
#[derive(Args)]
#[command(after_help = "\
Example:
  fourfold levels connect-four --games 400 --out levels.games

The levels are printed as `KitBuilder::levels` takes them. --out keeps the games of each match in a file of its own,
named after the players too.")]
pub(crate) struct LevelsArgs {
    /// The positions that the highest level searches for a move
    #[arg(long, value_name = "N", default_value = "20000", value_parser = whole(1_000..=u64::MAX))]
    top: u64,

    /// How many levels
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole(2..=20_usize))]
    count: usize,

    #[command(flatten)]
    games: MatchArgs,

    #[command(flatten)]
    json: JsonArgs,
}

/// The positions that every search with random moves has, or with more than the least margin.
const FEW: u64 = 500;

/// Steps of one hundred points are felt: the stronger one wins two games of three.
const STEP: f64 = 100.0;

/// The most Elo points that a match of neighbours counts: odds of a hundred to one.
const MOST: f64 = 800.0;

/// The different pairs of games below which a match shows little.
const FEW_PAIRS: u64 = 20;

/// What a match of neighbours has shown.
struct Gap {
    elo: Interval,
    /// The different pairs of games.
    pairs: u64,
}

impl LevelsArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        if self.games.seats(kit)? != 2 {
            return Err(Failure::usage(kit.name(), "expected a game of two players"));
        }
        if self.games.shard.part().is_some() {
            return Err(Failure::usage("--shard", "the levels follow from all games of a match"));
        }
        let margin = |level: Option<&Level>| level.map_or(0, |level| level.margin);
        let present = &kit.about.levels;
        let rungs = rungs(self.top, margin(present.first()), margin(present.last()));
        let strengths = strengths(&self.measure(kit, &rungs)?);
        let levels = even(self.count, &rungs, &strengths);
        let steps = self.measure(kit, &levels)?;
        self.json.print(|| json(kit, &levels, &steps), |out| print(out, &levels, &steps))
    }

    /// Has each player play the one before.
    fn measure(&self, kit: &Kit, rungs: &[Level]) -> Result<Vec<Gap>, Failure> {
        let match_of = |pair: &[Level]| {
            let plan = Plan {
                players: &[pair[1].into(), pair[0].into()],
                pairing: Pairing::RoundRobin,
                seating: Seating::Rotated,
                sprt: None,
                random_plies: 2,
            };
            let names = [pair[0], pair[1]]
                .map(|Level { nodes, random, margin }| format!("{nodes}r{random}m{margin}"));
            let games = self.games.part(&names.join("-"));
            let report = games.play(kit, &plan, |_| (), |()| ())?;
            games.finish(&report)?;
            let pairs = report.standings.head_to_head.first().map(|duel| duel.pairs);
            let gap = pairs.and_then(|pairs| Some(Gap { elo: pairs.elo()?, pairs: pairs.count() }));
            gap.ok_or_else(|| Failure::usage("--games", "expected a complete pair of games"))
        };
        rungs.windows(2).map(match_of).collect()
    }
}

/// How many points each player is above the first one. Nobody is weaker than the one before: neighbours whom matches
/// show in the other order count as equal, by the mean of both (pool adjacent violators).
fn strengths(gaps: &[Gap]) -> Vec<f64> {
    // Pools of neighbours: the mean strength, and how many there are.
    let mut pools = vec![(0.0, 1.0)];
    let mut strength = 0.0;
    for gap in gaps {
        strength += gap.elo.estimate.clamp(-MOST, MOST);
        let mut pool = (strength, 1.0);
        while let Some(&(mean, count)) = pools.last()
            && mean > pool.0
        {
            pools.pop();
            pool = ((mean * count + pool.0 * pool.1) / (count + pool.1), count + pool.1);
        }
        pools.push(pool);
    }
    let first = pools.first().map_or(0.0, |pool| pool.0);
    pools.into_iter().flat_map(|(mean, count)| repeat_n(mean - first, count as usize)).collect()
}

/// Players from weak to strong.
fn rungs(top: u64, margin: u32, least: u32) -> Vec<Level> {
    let random = (0..10).rev().map(|tenth| Level { nodes: FEW, random: 10 * tenth, margin });
    let halved = (1..u32::BITS).map(|i| margin >> i).take_while(|&margin| margin > least);
    let halved = halved.chain((margin > least).then_some(least));
    let sharper = halved.map(|margin| Level { nodes: FEW, random: 0, margin });
    let doubled = (1..64).map(|i| FEW << i).take_while(|&nodes| nodes < top / 3 * 2);
    let more = doubled.chain([top]).map(|nodes| Level { nodes, random: 0, margin: least });
    random.chain(sharper).chain(more).collect()
}

/// Players of even steps up to the last rung, between rungs of these strengths.
fn even(count: usize, rungs: &[Level], strengths: &[f64]) -> Vec<Level> {
    let last = strengths.last().copied().unwrap_or_default();
    let step = (last / (count - 1) as f64).min(STEP);
    let level = |below| between(rungs, strengths, last - step * below as f64);
    // The last rung is the strongest, though a match of few games may not show it.
    (1..count).rev().map(level).chain(rungs.last().copied()).collect()
}

/// The player of a strength.
fn between(rungs: &[Level], strengths: &[f64], goal: f64) -> Level {
    let above = strengths.partition_point(|&strength| strength < goal).clamp(1, rungs.len() - 1);
    let [low, high] = [above - 1, above].map(|i| (rungs[i], strengths[i]));
    let room = high.1 - low.1;
    let share = if room > 0.0 { ((goal - low.1) / room).clamp(0.0, 1.0) } else { 1.0 };
    let mix = |a: f64, b: f64| a + (b - a) * share;
    let nodes = mix((low.0.nodes as f64).ln(), (high.0.nodes as f64).ln()).exp().round() as u64;
    let mixed = |a: u32, b: u32| mix(a.into(), b.into()).round() as u32;
    let [random, margin] = [mixed(low.0.random, high.0.random), mixed(low.0.margin, high.0.margin)];
    Level { nodes, random, margin }
}

/// The levels as `KitBuilder::levels` takes them.
fn columns(levels: &[Level]) -> (Vec<u64>, Vec<u32>, Vec<u32>) {
    levels.iter().map(|&Level { nodes, random, margin }| (nodes, random, margin)).collect()
}

fn print(out: &mut impl Write, levels: &[Level], steps: &[Gap]) -> io::Result<()> {
    writeln!(out, "level   positions  random  margin  Elo points above the level below")?;
    for (i, Level { nodes, random, margin }) in levels.iter().enumerate() {
        let step = i.checked_sub(1).and_then(|below| steps.get(below));
        let step = step.map_or_else(String::new, |step| points(step.elo));
        let line = format!("{:5} {nodes:11} {random:5} % {margin:7}  {step}", i + 1);
        writeln!(out, "{}", line.trim_end())?;
    }
    let least = steps.iter().map(|step| step.pairs).min().unwrap_or_default();
    if least < FEW_PAIRS {
        writeln!(
            out,
            "\nA match had {} of different games: the steps are a guess. More --games say more, and \
             in a small game more random plies, --openings.",
            counted(least, "pair")
        )?;
    }
    let (nodes, random, margin) = columns(levels);
    writeln!(out, "\n.levels({nodes:?}, {random:?}, {margin:?})")
}

fn json(kit: &Kit, levels: &[Level], steps: &[Gap]) -> Value {
    let gap = |gap: &Gap| json!({ "elo": gap.elo, "pairs": gap.pairs });
    let steps: Vec<Value> = steps.iter().map(gap).collect();
    let (nodes, random, margin) = columns(levels);
    json!({ "game": kit.name(), "nodes": nodes, "random": random, "margin": margin, "steps": steps })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_grow_up_to_the_top() {
        let (nodes, random, margin) = columns(&rungs(20_000, 30, 5));
        assert_eq!(nodes[10..], [FEW, FEW, FEW, 1000, 2000, 4000, 8000, 20_000]);
        assert!(nodes[..10] == [FEW; 10] && random[..10].is_sorted_by(|a, b| *a == b + 10));
        assert_eq!((random[9], &margin[9..15]), (0, &[30, 15, 7, 5, 5, 5][..]));
        assert_eq!(rungs(20_000, 1, 1).len(), 15);
    }

    #[test]
    fn who_seems_weaker_than_the_one_before_counts_as_equal() {
        let gap = |estimate| {
            let elo = Interval { estimate, low: estimate, high: estimate };
            Gap { elo, pairs: 50 }
        };
        let gaps = [100.0, -30.0, 60.0, f64::INFINITY].map(gap);
        assert_eq!(strengths(&gaps), [0.0, 85.0, 85.0, 130.0, 930.0]);
        assert_eq!(strengths(&[-10.0, -20.0].map(gap)), [0.0; 3]);
    }

    #[test]
    fn levels_are_even_between_rungs() {
        let level = |nodes, random, margin| Level { nodes, random, margin };
        let rungs = [level(500, 100, 60), level(500, 0, 60), level(50_000, 0, 0)];
        // Room for more than 700 points: steps of 100 below the top.
        let levels = even(8, &rungs, &[0.0, 1000.0, 1400.0]);
        assert_eq!(levels[0], level(500, 30, 60));
        assert_eq!(levels[3], level(500, 0, 60));
        assert_eq!(levels[5], level(5000, 0, 30), "halfway, of positions by factors");
        assert_eq!(levels[7], rungs[2]);
        // Room for less: all of it.
        let levels = even(8, &rungs, &[0.0, 350.0, 350.0]);
        assert_eq!((levels[0], levels[7].random), (rungs[0], 0));
        assert_eq!(levels[2], level(500, 71, 60));
        // No difference at all.
        let levels = even(3, &rungs, &[0.0; 3]);
        assert_eq!(levels, [rungs[1], rungs[1], rungs[2]]);
    }
}
