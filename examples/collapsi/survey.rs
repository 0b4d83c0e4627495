//! All deals: their lengths as a table, as data, as a plot and as a file.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use collapsi::{Distribution, Player, Position, Rules, Survey, SurveyOptions};
use fourfold::args::RuleArgs;
use fourfold::failure::{Failure, quote};
use fourfold::memory;
use serde::Serialize;

use crate::plot;

#[derive(Args)]
#[command(after_help = MEMORY)]
pub(crate) struct SurveyArgs {
    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Write winner and length of every deal to a file of about 2 MB, for look-up
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Read such a file instead of solving the deals
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    from: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print comma-separated values
    #[arg(long)]
    csv: bool,

    /// Draw the distributions as an SVG image
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

pub(crate) const MEMORY: &str = "Solving all deals takes 1.4 GiB of memory and a few seconds. \
    Without --set both rule sets are shown.";

#[derive(Args)]
pub(crate) struct ThreadArgs {
    /// How many threads to use [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<NonZeroUsize>,
}

fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 128;
    let count: Option<NonZeroUsize> = text.parse().ok();
    count
        .filter(|count| count.get() <= MOST)
        .ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}

impl ThreadArgs {
    /// Runs something that takes as long, and as much memory, as a survey.
    pub(crate) fn run<T, E: std::error::Error>(
        &self,
        task: impl FnOnce(&SurveyOptions) -> Result<T, E>,
    ) -> Result<T, Failure> {
        memory::check("all deals", Survey::MEMORY, memory::available())?;
        let shown = Mutex::new(None);
        let report = |done: f64| {
            let percent = (done * 100.) as u32;
            if let Ok(mut shown) = shown.lock()
                && shown.replace(percent) != Some(percent)
            {
                eprint!("\rsolving all deals: {percent:3} %");
            }
        };
        let is_seen = io::stderr().is_terminal();
        let mut options = SurveyOptions::new();
        if is_seen {
            options = options.progress(&report);
        }
        if let Some(threads) = self.threads {
            options = options.threads(threads);
        }
        let result = task(&options).map_err(Failure::run);
        if is_seen {
            eprint!("\r\x1b[K");
        }
        result
    }
}

/// The rule sets to show: all, unless one was asked for.
pub(crate) fn rule_sets(rules: &RuleArgs) -> Result<Vec<Rules>, Failure> {
    if rules.are_given() { Ok(vec![rules.rules()?]) } else { Ok(Rules::ALL.to_vec()) }
}

pub(crate) fn survey(out: &mut impl Write, args: &SurveyArgs) -> Result<(), Failure> {
    let rule_sets = rule_sets(&args.rules)?;
    let survey = match &args.from {
        Some(path) => Survey::load(path).map_err(Failure::run)?,
        None => args.threads.run(Survey::run)?,
    };
    if let Some(path) = &args.out {
        survey.save(path).map_err(Failure::run)?;
    }
    let lengths: Vec<(Rules, Distribution)> =
        rule_sets.into_iter().map(|rules| (rules, survey.distribution(rules))).collect();
    if let Some(path) = &args.plot {
        std::fs::write(path, plot::svg(&lengths)).map_err(|error| {
            Failure::run(format_args!("cannot write {}: {error}", path.display()))
        })?;
    }
    if args.json {
        writeln!(out, "{}", json(&lengths)?)?;
    } else if args.csv {
        print_csv(out, &lengths)?;
    } else {
        print_table(out, &lengths)?;
    }
    Ok(())
}

pub(crate) fn percent(part: u64, all: u64) -> f64 {
    100. * part as f64 / all as f64
}

/// `47,297,250`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Every length that some deal has.
fn plies() -> std::ops::RangeInclusive<u32> {
    7..=14
}

pub(crate) fn winner(plies: u32) -> Player {
    if plies % 2 == 1 { Player::Red } else { Player::Blue }
}

fn print_table(out: &mut impl Write, lengths: &[(Rules, Distribution)]) -> io::Result<()> {
    write!(out, "plies  winner")?;
    for (rules, _) in lengths {
        write!(out, "  {:>18}", format!("deals by {rules}"))?;
    }
    writeln!(out)?;
    let mut row = |first: &str, second: &str, deals: &dyn Fn(&Distribution) -> u64| {
        write!(out, "{first:5}  {second:6}")?;
        for (_, lengths) in lengths {
            let deals = deals(lengths);
            let share = percent(deals, Survey::DEALS);
            write!(out, "  {:>10} {share:5.1} %", grouped(deals))?;
        }
        writeln!(out)
    };
    for plies in plies() {
        row(&plies.to_string(), &winner(plies).to_string(), &|lengths| lengths.deals(plies))?;
    }
    for player in Player::ALL {
        row("all", &player.to_string(), &|lengths| lengths.won_by(player))?;
    }
    Ok(())
}

fn print_csv(out: &mut impl Write, lengths: &[(Rules, Distribution)]) -> io::Result<()> {
    writeln!(out, "rules,plies,winner,deals")?;
    for (rules, lengths) in lengths {
        for plies in plies() {
            writeln!(out, "{rules},{plies},{},{}", winner(plies), lengths.deals(plies))?;
        }
    }
    Ok(())
}

fn json(lengths: &[(Rules, Distribution)]) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Summary {
        deals: u64,
        rules: BTreeMap<String, Results>,
    }
    #[derive(Serialize)]
    struct Results {
        red: u64,
        blue: u64,
        lengths: BTreeMap<u32, u64>,
    }
    let rules = lengths.iter().map(|(rules, lengths)| {
        let summary = Results {
            red: lengths.won_by(Player::Red),
            blue: lengths.won_by(Player::Blue),
            lengths: lengths.iter().collect(),
        };
        (rules.to_string(), summary)
    });
    let summary = Summary { deals: Survey::DEALS, rules: rules.collect() };
    serde_json::to_string(&summary).map_err(Failure::run)
}

#[derive(Args)]
pub(crate) struct LookUpArgs {
    /// The file
    file: PathBuf,

    /// A bare deal such as A223/4A2J/3A23/J3A4, or one with the pawns marked on its jokers
    deal: String,

    #[command(flatten)]
    rules: RuleArgs,
}

pub(crate) fn look_up(out: &mut impl Write, args: &LookUpArgs) -> Result<(), Failure> {
    let position: Position = args.rules.position(&args.deal)?;
    let survey = Survey::load(&args.file).map_err(Failure::run)?;
    let verdict = survey.verdict_of(&position).ok_or_else(|| {
        let what = format!("deal {}", quote(&args.deal));
        Failure::usage(what, "expected all 16 cards face up, and the pawns on the jokers")
    })?;
    writeln!(out, "{verdict}")?;
    Ok(())
}
