//! Measures levels of even steps: `levels connect-four`.

use std::array;
use std::io::{self, Write};
use std::iter::repeat_n;

use arena::{Interval, Pairing, Seating};
use clap::Args;
use engine::board::counted;
use serde_json::{Value, json};

use crate::commands::matches::{MatchArgs, Plan, points};
use kit::{Builtin, Failure, Kind, Kit, Levels, PlayerSpec};
use terminal::args::{JsonArgs, whole};

/// Measure levels 1 to 8 of even steps for a game of two players
///
/// Searches that grow stronger, first by fewer random moves, then by more positions, play their neighbours.
/// Between them the levels are chosen, 100 Elo points apart or as far as there is room, and play each other.
#[derive(Args)]
#[command(after_help = "\
Example:
  fourfold levels connect-four --games 400 --out levels.games

The levels are printed as `KitBuilder::levels` takes them. --out keeps the games of each match in a file of its own,
named after the players too.")]
pub(crate) struct LevelsArgs {
    /// The positions that level 8 searches for a move
    #[arg(long, value_name = "N", default_value = "20000", value_parser = whole(1_000..=u64::MAX))]
    top: u64,

    #[command(flatten)]
    games: MatchArgs,

    #[command(flatten)]
    json: JsonArgs,
}

/// A search of so many positions for a move, with a percentage of random moves.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rung {
    nodes: u64,
    random: u32,
}

/// The positions that every rung with random moves searches: these rungs differ by their random moves alone.
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
        let rungs = rungs(self.top);
        let strengths = strengths(&self.measure(kit, &rungs)?);
        let levels = even(&rungs, &strengths);
        let steps = self.measure(kit, &levels)?;
        let chosen = Levels {
            nodes: levels.map(|rung| rung.nodes),
            random: levels.map(|rung| rung.random),
            margin: kit.about.levels.margin,
        };
        self.json.print(|| json(kit, chosen, &steps), |out| print(out, chosen, &steps))
    }

    /// Has each player play the one before.
    fn measure(&self, kit: &Kit, rungs: &[Rung]) -> Result<Vec<Gap>, Failure> {
        let match_of = |pair: &[Rung]| {
            let plan = Plan {
                players: &[player(pair[1], kit), player(pair[0], kit)],
                pairing: Pairing::RoundRobin,
                seating: Seating::Rotated,
                sprt: None,
                random_plies: 2,
            };
            let names = [pair[0], pair[1]].map(|rung| format!("{}r{}", rung.nodes, rung.random));
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

fn player(rung: Rung, kit: &Kit) -> PlayerSpec {
    let mut player = PlayerSpec::plain(Kind::Builtin(Builtin::Search));
    player.settings.nodes = Some(rung.nodes);
    player.settings.random = Some(rung.random);
    player.settings.margin = Some(kit.about.levels.margin);
    player
}

/// Players from weak to strong.
fn rungs(top: u64) -> Vec<Rung> {
    let random = (0..10).rev().map(|tenth| Rung { nodes: FEW, random: 10 * tenth });
    let doubled = (1..64).map(|i| FEW << i).take_while(|&nodes| nodes < top / 3 * 2);
    let more = doubled.chain([top]).map(|nodes| Rung { nodes, random: 0 });
    random.chain(more).collect()
}

/// Eight players of even steps up to the last rung, between rungs of these strengths.
fn even(rungs: &[Rung], strengths: &[f64]) -> [Rung; 8] {
    let last = strengths.last().copied().unwrap_or_default();
    let step = (last / 7.0).min(STEP);
    let level = |i| between(rungs, strengths, last - step * (7 - i) as f64);
    // The last rung is the strongest, though a match of few games may not show it.
    array::from_fn(|i| if i == 7 { rungs[rungs.len() - 1] } else { level(i) })
}

/// The player of a strength.
fn between(rungs: &[Rung], strengths: &[f64], goal: f64) -> Rung {
    let above = strengths.partition_point(|&strength| strength < goal).clamp(1, rungs.len() - 1);
    let [low, high] = [above - 1, above].map(|i| (rungs[i], strengths[i]));
    let room = high.1 - low.1;
    let share = if room > 0.0 { ((goal - low.1) / room).clamp(0.0, 1.0) } else { 1.0 };
    let mix = |a: f64, b: f64| a + (b - a) * share;
    let nodes = mix((low.0.nodes as f64).ln(), (high.0.nodes as f64).ln()).exp().round() as u64;
    let random = mix(low.0.random.into(), high.0.random.into()).round() as u32;
    Rung { nodes, random }
}

fn print(out: &mut impl Write, levels: Levels, steps: &[Gap]) -> io::Result<()> {
    writeln!(out, "level   positions  random  Elo points above the level below")?;
    for (i, (nodes, random)) in levels.nodes.into_iter().zip(levels.random).enumerate() {
        let step = i.checked_sub(1).and_then(|below| steps.get(below));
        let step = step.map_or_else(String::new, |step| points(step.elo));
        writeln!(out, "{}", format!("{:5} {nodes:11} {random:5} %  {step}", i + 1).trim_end())?;
    }
    let Levels { nodes, random, margin } = levels;
    let least = steps.iter().map(|step| step.pairs).min().unwrap_or_default();
    if least < FEW_PAIRS {
        writeln!(
            out,
            "\nA match had {} of different games: the steps are a guess. More --games say more, and \
             in a small game more random plies, --openings.",
            counted(least, "pair")
        )?;
    }
    writeln!(out, "\n.levels(Levels {{ nodes: {nodes:?}, random: {random:?}, margin: {margin} }})")
}

fn json(kit: &Kit, levels: Levels, steps: &[Gap]) -> Value {
    let gap = |gap: &Gap| json!({ "elo": gap.elo, "pairs": gap.pairs });
    let steps: Vec<Value> = steps.iter().map(gap).collect();
    let Levels { nodes, random, margin } = levels;
    json!({ "game": kit.name(), "nodes": nodes, "random": random, "margin": margin, "steps": steps })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_grow_up_to_the_top() {
        let rungs = rungs(20_000);
        assert_eq!(rungs[0], Rung { nodes: FEW, random: 90 });
        assert_eq!(rungs[9], Rung { nodes: FEW, random: 0 });
        let nodes: Vec<u64> = rungs[10..].iter().map(|rung| rung.nodes).collect();
        assert_eq!(nodes, [1000, 2000, 4000, 8000, 20_000]);
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
        let rungs =
            [(500, 100), (500, 0), (50_000, 0)].map(|(nodes, random)| Rung { nodes, random });
        // Room for more than 700 points: steps of 100 below the top.
        let levels = even(&rungs, &[0.0, 1000.0, 1400.0]);
        assert_eq!(levels[0], Rung { nodes: 500, random: 30 });
        assert_eq!(levels[3], Rung { nodes: 500, random: 0 });
        assert_eq!(levels[5], Rung { nodes: 5000, random: 0 }, "halfway by factors");
        assert_eq!(levels[7], rungs[2]);
        // Room for less: all of it.
        let levels = even(&rungs, &[0.0, 350.0, 350.0]);
        assert_eq!((levels[0], levels[7].random), (rungs[0], 0));
        assert_eq!(levels[2], Rung { nodes: 500, random: 71 });
        // No difference at all.
        let levels = even(&rungs, &[0.0; 3]);
        assert_eq!((levels[0], levels[7]), (rungs[1], rungs[2]));
    }
}
