//! Measures levels of even steps: `levels connect-four`.

use std::array;
use std::io::{self, Write};

use arena::{Interval, Pairing, Seating};
use clap::Args;
use serde_json::{Value, json};

use crate::commands::arena::points;
use crate::commands::matches::{MatchArgs, Plan};
use kit::{Failure, Kind, Kit, Levels, PlayerSpec, Settings};
use terminal::args::{JsonArgs, whole};

/// Measure levels 1 to 8 of even steps for a game of two players
///
/// Searches that grow stronger, first by fewer random moves, then by more positions, play their neighbours.
/// Between them the levels are chosen, 100 Elo points apart or as far as there is room, and play each other.
#[derive(Args)]
#[command(after_help = "\
Example:
  fourfold levels connect-four --games 400 --out levels.games

The levels are printed as `KitBuilder::levels` takes them.")]
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

/// The positions of a search that plays at random, too.
const FEW: u64 = 500;

/// Steps of one hundred points are felt: the stronger one wins two games of three.
const STEP: f64 = 100.0;

/// The largest difference that a match is taken to show: of a hundred to one.
const MOST: f64 = 800.0;

impl LevelsArgs {
    pub(crate) fn run(self, kit: &Kit) -> Result<(), Failure> {
        if self.games.seats(kit)? != 2 {
            return Err(Failure::usage(kit.name(), "expected a game of two players"));
        }
        let rungs = rungs(self.top);
        let measured = self.measure(kit, &rungs, "rungs")?;
        let mut strengths = vec![0.0];
        for gap in measured {
            strengths.extend(strengths.last().map(|last| last + gap.estimate.clamp(0.0, MOST)));
        }
        let levels = even(&rungs, &strengths);
        let steps = self.measure(kit, &levels, "levels")?;
        let chosen = Levels {
            nodes: levels.map(|rung| rung.nodes),
            random: levels.map(|rung| rung.random),
            margin: kit.levels().margin,
        };
        self.json.print(|| json(kit, chosen, &steps), |out| print(out, chosen, &steps))
    }

    /// The difference in Elo points of each player to the one before.
    fn measure(&self, kit: &Kit, rungs: &[Rung], name: &str) -> Result<Vec<Interval>, Failure> {
        let match_of = |(i, pair): (usize, &[Rung])| {
            let [weaker, stronger] = [pair[0], pair[1]].map(|rung| player(rung, kit));
            let plan = Plan {
                players: &[stronger, weaker],
                pairing: Pairing::RoundRobin,
                seating: Seating::Rotated,
                sprt: None,
                random_plies: 2,
            };
            let games = self.games.part(&format!("{name}-{}", i + 1));
            let report = games.play(kit, &plan, |_| (), |()| ())?;
            games.finish(&report)?;
            let elo = report.standings.head_to_head.first().and_then(|duel| duel.pairs.elo());
            elo.ok_or_else(|| Failure::usage("--games", "expected a complete pair of games"))
        };
        rungs.windows(2).enumerate().map(match_of).collect()
    }
}

fn player(rung: Rung, kit: &Kit) -> PlayerSpec {
    let Rung { nodes, random } = rung;
    let margin = Some(kit.levels().margin);
    let set = Settings { nodes: Some(nodes), random: Some(random), margin, ..Settings::default() };
    let mut player = PlayerSpec::plain(Kind::Of(kit::KindOfAll::Search));
    *player.settings = set;
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

fn print(out: &mut impl Write, levels: Levels, steps: &[Interval]) -> io::Result<()> {
    writeln!(out, "level   positions  random  Elo points above the level below")?;
    for (i, (nodes, random)) in levels.nodes.into_iter().zip(levels.random).enumerate() {
        let step = i.checked_sub(1).and_then(|below| steps.get(below));
        let step = step.map_or_else(String::new, |&step| points(step));
        writeln!(out, "{}", format!("{:5} {nodes:11} {random:5} %  {step}", i + 1).trim_end())?;
    }
    let Levels { nodes, random, margin } = levels;
    writeln!(out, "\n.levels(Levels {{ nodes: {nodes:?}, random: {random:?}, margin: {margin} }})")
}

fn json(kit: &Kit, levels: Levels, steps: &[Interval]) -> Value {
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
