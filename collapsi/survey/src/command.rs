//! The command `fourfold survey`: surveys of all deals, as a table, data, a plot or a file.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::plot::{self, Series};
use crate::{Distribution, Survey, SurveyOptions};
use clap::Args;
use collapsi::{Player, Position, Rules};
use indicatif::HumanCount;
use serde_json::{Map, Value, json};

use engine::board::quoted as quote;
use kit::{Failure, OwnCommand, RunArgs};
use terminal::args::{JsonArgs, Out, RuleArgs, ThreadArgs, list_options, parse_position};
use terminal::{files, memory, progress};

/// Collapsi: solve every deal, and print the distribution of lengths; or look up who wins a deal
#[derive(Args)]
#[command(after_help = MEMORY.to_owned() + EXAMPLES)]
#[command(mut_arg("set", list_options::<Rules>))]
pub struct SurveyArgs {
    /// Print only who wins this deal, and in how many plies: a bare deal such as A223/4A2J/3A23/J3A4, or
    /// one with the pawns marked on its jokers
    #[arg(requires = "from", conflicts_with_all = ["json", "csv", "plot"])]
    deal: Option<String>,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Write winner and length of every deal to a file of about 2 MB, for --from
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Read such a file instead of solving the deals
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    from: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,

    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Draw the distributions as an SVG image
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The command.
pub fn command() -> OwnCommand {
    OwnCommand::new::<SurveyArgs>("survey")
}

const MEMORY: &str = "\
Solving all deals takes 1.4 GiB of memory and a few seconds. Without --set it is done
by both published rule sets.";

const EXAMPLES: &str = "

Examples:
  fourfold survey --out all.survey
  fourfold survey --from all.survey --plot lengths.svg
  fourfold survey --from all.survey A223/4A2J/3A23/J3A4";

/// Solves all deals, with a bar of progress.
///
/// # Errors
///
/// There is not enough memory, or it was interrupted.
pub fn run_survey(rules: &[Rules], threads: usize) -> Result<Survey, Failure> {
    memory::check("all deals", Survey::MEMORY, memory::available())?;
    let bar = progress::bar("solving all deals {wide_bar} {percent:>3} %");
    bar.set_length(100);
    progress::end_on_interrupt(&bar, |bar| {
        let percent = bar.position();
        format!("stopped at {percent} %; there are no results before 100 %")
    })?;
    let report = |done: f64| bar.set_position((done * 100.) as u64);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let options = SurveyOptions::new().rules(rules).progress(&report).threads(threads);
    Survey::run(&options).map_err(Failure::run)
}

impl RunArgs for SurveyArgs {
    fn run(self) -> Result<(), Failure> {
        let survey = self.survey()?;
        if let Some(deal) = &self.deal {
            return self.look_up(deal, &survey);
        }
        let by = |rules| Ok((rules, survey.distribution(rules).ok_or_else(|| self.lacks(rules))?));
        let shown = if self.rules.are_given() { self.rules()? } else { survey.rules().collect() };
        let lengths = shown.into_iter().map(by).collect::<Result<Vec<_>, Failure>>()?;
        if let Some(path) = &self.plot {
            files::save(path, plotted(&lengths)?)?;
        }
        let print = if self.csv { print_csv } else { print_table };
        self.json.print(|| to_json(&lengths), |out| print(out, &lengths))
    }
}

impl SurveyArgs {
    /// The rules that are set, or the published ones.
    fn rules(&self) -> Result<Vec<Rules>, Failure> {
        if self.rules.are_given() {
            return Ok(vec![self.rules.rules()?]);
        }
        Ok(Rules::PUBLISHED.to_vec())
    }

    /// The file has no deals by these rules.
    fn lacks(&self, rules: Rules) -> Failure {
        let path = self.from.as_deref().unwrap_or(Path::new(""));
        Failure::file(path, format_args!("deals are not solved by {rules} there"))
    }

    fn survey(&self) -> Result<Survey, Failure> {
        for path in self.out.iter().chain(&self.plot) {
            files::check(path)?;
        }
        if let Some(path) = &self.from {
            return Survey::load(path).map_err(|error| Failure::file(path, error));
        }
        let survey = run_survey(&self.rules()?, self.threads.count())?;
        if let Some(path) = &self.out {
            survey.save(path).map_err(|error| Failure::file(path, error))?;
        }
        Ok(survey)
    }

    fn look_up(&self, deal: &str, survey: &Survey) -> Result<(), Failure> {
        let position: Position = parse_position(deal, &self.rules.rules()?)?;
        if !survey.rules().any(|rules| rules == position.rules()) {
            return Err(self.lacks(position.rules()));
        }
        let verdict = survey.verdict_of(&position).ok_or_else(|| {
            let what = format!("deal {}", quote(deal));
            Failure::usage(what, "expected all 16 cards face up, and the pawns on the jokers")
        })?;
        Ok(writeln!(anstream::stdout(), "{verdict}")?)
    }
}

fn percent(part: u64, all: u64) -> f64 {
    100. * part as f64 / all as f64
}

/// All lengths from the least to the greatest.
fn plies(lengths: &[(Rules, Distribution)]) -> RangeInclusive<u32> {
    let mut all = lengths.iter().flat_map(|(_, lengths)| lengths.iter()).map(|(plies, _)| plies);
    let first = all.next().unwrap_or_default();
    let (least, most) = all.fold((first, first), |(least, most), n| (n.min(least), n.max(most)));
    least..=most
}

fn winner(plies: u32) -> Player {
    if plies % 2 == 1 { Player::Red } else { Player::Blue }
}

fn plotted(lengths: &[(Rules, Distribution)]) -> Result<String, Failure> {
    let series = lengths.iter().map(|(rules, own)| {
        let share = |plies: u32| (plies.into(), percent(own.deals(plies), Survey::DEALS));
        Series {
            name: format!("{rules}: a joker moves {}", rules.joker),
            values: plies(lengths).map(share).collect(),
        }
    });
    let title = "Collapsi: length of the game with best play, all 47,297,250 deals";
    let titles = [title, "plies, and who wins", "percent of the deals"];
    let label = |plies| format!("{plies} {}", winner(plies as u32));
    plot::bars(titles, label, &series.collect::<Vec<_>>()).map_err(Failure::run)
}

fn print_table(out: &mut Out, lengths: &[(Rules, Distribution)]) -> io::Result<()> {
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
            write!(out, "  {:>10} {share:5.1} %", HumanCount(deals).to_string())?;
        }
        writeln!(out)
    };
    for plies in plies(lengths) {
        row(&plies.to_string(), &winner(plies).to_string(), &|lengths| lengths.deals(plies))?;
    }
    for player in Player::ALL {
        row("all", &player.to_string(), &|lengths| lengths.won_by(player))?;
    }
    Ok(())
}

fn print_csv(out: &mut Out, lengths: &[(Rules, Distribution)]) -> io::Result<()> {
    writeln!(out, "rules,plies,winner,deals")?;
    for (rules, own) in lengths {
        for plies in plies(lengths) {
            writeln!(out, "{rules},{plies},{},{}", winner(plies), own.deals(plies))?;
        }
    }
    Ok(())
}

fn to_json(lengths: &[(Rules, Distribution)]) -> Value {
    let of_rules = |(rules, lengths): &(Rules, Distribution)| {
        let [red, blue] = [Player::Red, Player::Blue].map(|player| lengths.won_by(player));
        let by_plies: BTreeMap<u32, u64> = lengths.iter().collect();
        (rules.to_string(), json!({ "red": red, "blue": blue, "lengths": by_plies }))
    };
    let rules: Map<_, _> = lengths.iter().map(of_rules).collect();
    json!({ "deals": Survey::DEALS, "rules": rules })
}
