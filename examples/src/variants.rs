//! The family of Collapsi: how a variant ends, deal by deal.

use std::io::{self, Write};

use clap::Args;
use collapsi::torus::{Evaluation, Player, Position, Rules};
use engine::study::Distribution;
use engine::{Game, Interval, Limits, Options, ScoreKind, Search, StopFlag, Techniques};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::arena::{interval, percent};
use crate::args::{JsonArgs, TableArgs, number};
use crate::failure::Failure;
use crate::journal::Format;
use crate::truth::deal_seed;
use crate::work::{Work, WorkArgs};

/// Collapsi: find out who wins variants, and how long they last, from deals solved one by one
#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct VariantsArgs {
    /// The variants, each a list of options that are not as usual: board=5x5,rules=v1_3. Options are
    /// board, players, mixture (of aces, twos, threes and fours, 4-4-4-2) and rules
    #[arg(required = true, value_parser = Rules::from_settings)]
    variants: Vec<Rules>,

    /// How many deals of each
    #[arg(long, value_name = "N", default_value = "100", value_parser = number::<u64>)]
    deals: u64,

    /// What the deals follow from
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u64>)]
    seed: u64,

    /// Do not solve the deals, but have them played by a search of so many positions a move, against
    /// all others together
    #[arg(long, value_name = "NODES", value_parser = number::<u64>)]
    play: Option<u64>,

    #[command(flatten)]
    table: TableArgs,

    #[command(flatten)]
    work: WorkArgs,

    #[command(flatten)]
    json: JsonArgs,
}

const HELP: &str = "\
With two players deals are solved exactly, unless --play is given; that takes milliseconds with 4x4
cards, and many seconds with 5x5. With three or four players they have to be played.

Examples:
  fourfold variants board=3x4 board=4x5 board=4x5,rules=v1_3 --deals 200
  fourfold variants mixture=0-1-1-0 --deals 1000
  fourfold variants board=6x6 players=3 --play 10000 --out six.variants";

const FORMAT: Format = Format { name: "variants of Collapsi, version 1", work: "sample" };

/// What the results depend on.
#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    variants: Vec<String>,
    seed: u64,
    play: Option<u64>,
    table: usize,
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
            let error = "expected with more than two players, whose games have no exact result";
            return Err(Failure::usage("--play", error));
        }
        let header = Header {
            variants: self.variants.iter().map(Options::settings).collect(),
            seed: self.seed,
            play: self.play,
            table: bytes,
        };
        let count = self.variants.len() as u64;
        let work = Work { format: FORMAT, header, parts: self.deals.saturating_mul(count) };
        let parts = work.parts;
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

    /// Finds out how one deal after the other ends.
    fn solver(&self, bytes: usize, stop: StopFlag) -> impl FnMut(u64) -> Option<(usize, Ended)> {
        let search = Search::with_table_bytes(Evaluation, bytes);
        let purpose = if self.play.is_some() { Techniques::play() } else { Techniques::exact() };
        let mut search = search.with_techniques(purpose);
        let limits = Limits::new().stop(stop);
        let limits = self.play.into_iter().fold(limits, Limits::nodes);
        move |part| {
            let count = self.variants.len() as u64;
            let (variant, deal) = ((part % count) as usize, part / count);
            let start = Position::deal(*self.variants.get(variant)?, deal_seed(self.seed, deal));
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
        let how = match self.play {
            Some(nodes) => format!("played by a search of {nodes} positions a move"),
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

    fn as_json(&self, samples: &[Sample]) -> Value {
        let of = |(rules, Sample { won, plies }): (&Rules, &Sample)| {
            let wins = won.iter().map(|&won| Interval::wilson(won, plies.count()).map(interval));
            json!({
                "rules": rules.settings(),
                "deals": plies.count(),
                "wins": wins.collect::<Vec<_>>(),
                "mean_plies": plies.mean_interval().map(interval),
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

/// Who wins a deal with best play on both sides, and when; `None` if the search was stopped.
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

/// Who wins a deal, and when, as the search plays it.
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
