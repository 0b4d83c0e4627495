//! Variants of Collapsi: winners and lengths of deals.

use std::io::{self, Write};

use arena::Interval;
use arena::study::Distribution;
use clap::Args;
use collapsi::torus::{Evaluation, Player, Position, Rules};
use engine::{Game, Limits, Options, ScoreKind, Search, StopFlag, Techniques, counted};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::arena::percent;
use crate::args::{JsonArgs, TableArgs, number, positive};
use crate::failure::Failure;
use crate::journal::Format;
use crate::truth::deal_seed;
use crate::work::{Work, WorkArgs};

/// Collapsi: measure winners and lengths of variants by solving or playing random deals
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct VariantsArgs {
    /// The variants, each a list of options other than the default: board=5x5,rules=v1_3. Options are
    /// board, players, mixture (of aces, twos, threes and fours, 4-4-4-2) and rules
    #[arg(required = true, value_parser = Rules::from_settings)]
    variants: Vec<Rules>,

    /// Deals of each variant
    #[arg(long, value_name = "N", default_value = "100", value_parser = positive::<u64>)]
    deals: u64,

    /// The seed of the deals
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u64>)]
    seed: u64,

    /// Solve every deal instead of some; deals that look the same from another square count once
    #[arg(long, conflicts_with_all = ["deals", "seed", "play"])]
    all: bool,

    /// Play the deals instead of solving them, by a search of this many positions a move
    #[arg(long, value_name = "NODES", value_parser = positive::<u64>)]
    play: Option<u64>,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    json: JsonArgs,
}

const HELP: &str = "\
Deals of two players are solved exactly, which takes milliseconds with 4x4 cards and many seconds
with 5x5. Deals of three or four players need --play. With one kind of card there are 15 deals of 4x4
cards, and of 3x4 cards there are 184,800: --all solves them all.

Examples:
  fourfold variants board=3x4 board=4x5 board=4x5,rules=v1_3 --deals 200
  fourfold variants mixture=0-1-1-0 --deals 1000
  fourfold variants mixture=1-0-0-0 mixture=0-1-0-0 --all
  fourfold variants board=6x6 players=3 --play 10000 --out six.variants";

const FORMAT: Format = Format { name: "variants of Collapsi, version 1", work: "sample" };

/// Everything the results depend on.
#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    variants: Vec<String>,
    seed: u64,
    play: Option<u64>,
    table: usize,
    #[serde(default)]
    all: bool,
}

/// How a deal ends.
#[derive(Serialize, Deserialize)]
struct Ended {
    /// The seat that wins.
    winner: usize,
    plies: u32,
}

/// How the deals of a variant end.
#[derive(Clone, Default)]
struct Sample {
    /// By seat.
    won: Vec<u64>,
    plies: Distribution,
}

impl VariantsArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let bytes = self.table.bytes()?;
        if self.play.is_none() && self.variants.iter().any(|rules| rules.players() > 2) {
            let error = "expected with more than two players, as only games of two are solved";
            return Err(Failure::usage("--play", error));
        }
        let header = Header {
            variants: self.variants.iter().map(Options::settings).collect(),
            seed: self.seed,
            play: self.play,
            table: bytes,
            all: self.all,
        };
        let parts = if self.all {
            self.all_deals()?.iter().fold(0, |sum: u64, &deals| sum.saturating_add(deals))
        } else {
            self.deals.saturating_mul(self.variants.len() as u64)
        };
        let work = Work { format: FORMAT, header, parts };
        let seats = |rules: &Rules| Sample { won: vec![0; rules.players()], ..Sample::default() };
        let mut samples: Vec<Sample> = self.variants.iter().map(seats).collect();
        let see = |(variant, Ended { winner, plies }): (usize, Ended)| {
            if let Some(Sample { won, plies: all }) = samples.get_mut(variant)
                && let Some(won) = won.get_mut(winner)
            {
                *won += 1;
                all.add(plies.into());
            }
        };
        let done = self.work.run(work, |stop| self.solver(bytes, stop), see)?;
        self.json.print(|| self.as_json(&samples), |out| self.print(out, &samples))?;
        self.work.finish(done, parts)
    }

    /// The number of deals of each variant.
    fn all_deals(&self) -> Result<Vec<u64>, Failure> {
        let deals: Option<Vec<u64>> = self.variants.iter().copied().map(Position::deals).collect();
        deals.ok_or_else(|| {
            Failure::usage("--all", "expected with boards whose deals can be counted")
        })
    }

    /// The variant and the deal of a part of the work.
    fn start(&self, part: u64) -> Option<(usize, Position)> {
        if !self.all {
            let count = self.variants.len() as u64;
            let (variant, deal) = ((part % count) as usize, part / count);
            let rules = *self.variants.get(variant)?;
            return Some((variant, Position::deal(rules, deal_seed(self.seed, deal))));
        }
        let mut left = part;
        self.variants.iter().enumerate().find_map(|(variant, &rules)| {
            let start = Position::numbered_deal(rules, left);
            left = left.saturating_sub(Position::deals(rules)?);
            start.map(|start| (variant, start))
        })
    }

    /// Returns a worker that solves or plays one deal.
    fn solver(&self, bytes: usize, stop: StopFlag) -> impl FnMut(u64) -> Option<(usize, Ended)> {
        let search = Search::with_table_bytes(Evaluation, bytes);
        let purpose = if self.play.is_some() { Techniques::play() } else { Techniques::exact() };
        let mut search = search.with_techniques(purpose);
        let limits = Limits::new().stop(stop);
        let limits = self.play.into_iter().fold(limits, Limits::nodes);
        move |part| {
            let (variant, start) = self.start(part)?;
            search.clear();
            let (winner, plies) = match self.play {
                Some(_) => play(&mut search, start, &limits)?,
                None => solve(&mut search, &start, &limits)?,
            };
            let winner = start.seat(winner)?;
            Some((variant, Ended { winner, plies }))
        }
    }

    fn print(&self, out: &mut impl Write, samples: &[Sample]) -> io::Result<()> {
        if self.all {
            return self.print_all(out, samples);
        }
        let how = match self.play {
            Some(nodes) => format!("played by a search of {} a move", counted(nodes, "position")),
            None => "solved exactly".to_owned(),
        };
        writeln!(out, "Deals {how}, seed {}\n", self.seed)?;
        writeln!(
            out,
            "{:6} {:>13} {:30}  wins by seat, 95 % interval",
            "deals", "plies", "(least to most)"
        )?;
        for (rules, Sample { won, plies }) in self.variants.iter().zip(samples) {
            let ends = [plies.min(), plies.max()].map(Option::unwrap_or_default);
            let mean = plies
                .mean_interval()
                .map_or_else(String::new, |Interval { estimate, low, high }| {
                    format!("{estimate:.2} ({low:.2} to {high:.2})")
                });
            let games = plies.count();
            let wins = won.iter().filter_map(|&won| Interval::wilson(won, games)).map(percent);
            let wins = wins.collect::<Vec<_>>().join(", ");
            writeln!(out, "{}", rules.settings())?;
            writeln!(out, "{games:6} {mean:>22} ({} to {}) {wins}", ends[0], ends[1])?;
        }
        Ok(())
    }

    fn print_all(&self, out: &mut impl Write, samples: &[Sample]) -> io::Result<()> {
        writeln!(
            out,
            "Every deal solved exactly\n\n   deals   red wins             plies, mean  least to most"
        )?;
        for (rules, Sample { won, plies }) in self.variants.iter().zip(samples) {
            let (deals, red) = (plies.count(), won.first().copied().unwrap_or_default());
            let ends = [plies.min(), plies.max()].map(Option::unwrap_or_default);
            writeln!(
                out,
                "{}\n{:>8} {:>10} {:>9} {:>15.4}  {} to {}",
                rules.settings(),
                HumanCount(deals).to_string(),
                HumanCount(red).to_string(),
                format!("{:.3} %", 100. * red as f64 / deals.max(1) as f64),
                plies.mean().unwrap_or_default(),
                ends[0],
                ends[1]
            )?;
        }
        Ok(())
    }

    fn as_json(&self, samples: &[Sample]) -> Value {
        let of = |(rules, Sample { won, plies }): (&Rules, &Sample)| {
            let wins = won.iter().map(|&won| Interval::wilson(won, plies.count()));
            if self.all {
                let plies = plies.iter().collect::<Vec<_>>();
                return json!({ "rules": rules.settings(), "won": won, "plies": plies });
            }
            json!({
                "rules": rules.settings(),
                "deals": plies.count(),
                "wins": wins.collect::<Vec<_>>(),
                "mean_plies": plies.mean_interval(),
                "plies": plies.iter().collect::<Vec<_>>(),
            })
        };
        json!({
            "seed": self.seed,
            "play": self.play,
            "variants": self.variants.iter().zip(samples).map(of).collect::<Vec<_>>(),
        })
    }
}

/// Solves a deal; `None` if the search was stopped.
fn solve(
    search: &mut Search<Position, Evaluation>,
    start: &Position,
    limits: &Limits,
) -> Option<(Player, u32)> {
    if let Some(winner) = start.outcome().and_then(|outcome| outcome.winner()) {
        return Some((winner, 0));
    }
    let analysis = search.run(start, limits).ok().filter(|analysis| analysis.proven)?;
    let other = start.players().iter().copied().find(|&player| player != start.turn())?;
    match analysis.score.kind() {
        ScoreKind::Win(plies) => Some((start.turn(), plies)),
        ScoreKind::Loss(plies) => Some((other, plies)),
        ScoreKind::Value(_) => None,
    }
}

/// Plays a deal by search.
fn play(
    search: &mut Search<Position, Evaluation>,
    mut position: Position,
    limits: &Limits,
) -> Option<(Player, u32)> {
    for plies in 0.. {
        if let Some(winner) = position.outcome().and_then(|outcome| outcome.winner()) {
            return Some((winner, plies));
        }
        position.play(search.run(&position, limits).ok()?.best()?).ok()?;
    }
    None
}
