//! Building and verifying, with a progress bar and interruption.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::Endings;
use clap::Args;
use collateral_checkers::Rules;
use engine::board::counted;
use engine::{Score, Wdl};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar};
use solve::tablebase::{
    Bitbase, BuildError, BuildOptions, Family, FileError, Plan, Stored, Table, Tablebase,
    VerifyError,
};

use super::{load, options};
use kit::Failure;
use terminal::args::{RuleArgs, ShardArgs, ThreadArgs, list_options, whole};
use terminal::files::{Lock, Saver};
use terminal::{files, memory, progress};

/// Build a tablebase, or complete one; Ctrl-C keeps what is done
///
/// It has the distance of every win and loss, of up to ten pieces; eight take 0.5 GiB of memory to build, ten
/// 5.2 GiB. A bitbase says only who wins, and takes a hundredth of that.
#[derive(Args)]
#[command(mut_arg("set", list_options::<Rules>))]
pub(super) struct BuildArgs {
    /// The file to write; an existing one is completed, also with more pieces than it has. With --shard a
    /// folder, which all shards write to: a file for each class, for `merge`
    pub(super) file: PathBuf,

    #[command(flatten)]
    pub(super) endings: EndingsArgs,

    /// Build a bitbase, without distances, as `settle` and `certify` need
    #[arg(long)]
    bitbase: bool,

    /// Take at most this many MiB of memory [default: all that is available]
    #[arg(long, value_name = "MIB", value_parser = whole(0..=u32::MAX))]
    memory: Option<u32>,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,

    #[command(flatten)]
    pub(super) shard: ShardArgs,
}

#[derive(Args)]
pub(super) struct EndingsArgs {
    /// Include positions with up to this many pieces, both sides together
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole(Endings::PIECES))]
    max_pieces: usize,

    #[command(flatten)]
    rules: RuleArgs,
}

impl EndingsArgs {
    pub(super) fn endings(&self) -> Result<Endings, Failure> {
        let endings = Endings::new(self.rules.rules()?, self.max_pieces);
        endings.map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// Builds some of what is missing in a table; `false` if nothing is.
pub(super) type Step<S> = fn(&mut Table<Endings, S>, &BuildOptions<'_>) -> Result<bool, BuildError>;

/// Saving takes at most a tenth of the time.
const SAVING_SHARE: u32 = 10;

impl BuildArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.shard.part().is_some() {
            return if self.bitbase {
                self.build_shard(out, Bitbase::build_some)
            } else {
                self.build_shard(out, Tablebase::build_next)
            };
        }
        // What is available before an earlier part is read, as plans count that too.
        let available = self.available();
        if self.bitbase {
            let table = self.begin::<Wdl>()?;
            let plans = table.plan();
            return self.complete(out, table, &plans, available, Bitbase::build_some);
        }
        let table = self.begin::<Score>()?;
        let plans = table.plan().map_err(|error| {
            Failure::usage("--max-pieces", format_args!("{error}, or --bitbase"))
        })?;
        self.complete(out, table, &plans, available, Tablebase::build_next)
    }

    pub(super) fn available(&self) -> Option<u64> {
        self.memory.map(|mebibytes| u64::from(mebibytes) << 20).or_else(memory::available)
    }

    /// An empty table, or that of the file, which may be of fewer pieces.
    fn begin<S: Stored>(&self) -> Result<Table<Endings, S>, Failure> {
        let endings = self.endings.endings()?;
        if !self.file.exists() {
            return Ok(Table::new(endings));
        }
        let table: Table<Endings, S> = load(&self.file)?;
        let (found, expected) = (table.family().to_string(), endings.to_string());
        let has_rules = table.family().rules() == endings.rules();
        let extended = has_rules.then(|| table.extended(endings)).flatten();
        extended.ok_or_else(|| Failure::run(FileError::OtherFamily { found, expected }))
    }

    fn complete<S: Stored>(
        &self,
        out: &mut impl Write,
        mut table: Table<Endings, S>,
        plans: &[Plan],
        available: Option<u64>,
        step: Step<S>,
    ) -> Result<(), Failure> {
        let file = self.file.display();
        if plans.is_empty() {
            writeln!(out, "{file} is complete already.")?;
            return Ok(());
        }
        files::check(&self.file)?;
        let _lock = Lock::of(&self.file)?;
        let peak = plans.iter().map(|plan| plan.memory).max().unwrap_or(0);
        memory::check("these endings", peak, available)?;
        writeln!(out, "{}", table.family())?;
        for &Plan { class, size, memory, .. } in plans {
            let (name, size) = (table.family().class_name(class), HumanCount(size).to_string());
            writeln!(out, "  {name}: {size:>13} entries, {} of memory", HumanBytes(memory))?;
        }
        writeln!(out, "It takes {} of memory.", HumanBytes(peak))?;
        let options = options(self.threads).memory(available.unwrap_or(u64::MAX));
        let started = Instant::now();
        progress::watched(&class_names(table.family()), &options, |options, bar| {
            self.finish(&mut table, step, options, bar)
        })?;
        let size = std::fs::metadata(&self.file).map_or(0, |data| data.len());
        let entries: u64 = (0..table.classes()).map(|class| table.size(class)).sum();
        let bits = 8. * size as f64 / entries.max(1) as f64;
        let (size, time) = (HumanBytes(size), seconds(started.elapsed()));
        writeln!(out, "{file} is complete: {size}, {bits:.2} bits an entry, built in {time}.")?;
        Ok(())
    }

    fn finish<S: Stored>(
        &self,
        table: &mut Table<Endings, S>,
        step: Step<S>,
        options: &BuildOptions<'_>,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        let mut keeper = Saver::new(&self.file, bar);
        let (mut saved, mut saving) = (Instant::now(), Duration::ZERO);
        let failure = loop {
            match step(table, options) {
                Ok(true) if saved.elapsed() <= SAVING_SHARE * saving => {}
                Ok(true) => {
                    let begun = Instant::now();
                    keeper.save(|| table.save(&self.file));
                    (saved, saving) = (Instant::now(), begun.elapsed());
                }
                Ok(false) => {
                    let is_stopped = || options.is_stopped();
                    return keeper.save_at_last(|| table.save(&self.file), is_stopped);
                }
                Err(BuildError::Stopped) => {
                    let done = counted(table.built(), "finished class");
                    break Failure::stopped(format_args!("with {done}"), Some(&self.file));
                }
                Err(error) => break Failure::run(error),
            }
        };
        Err(failure.and(table.save(&self.file)))
    }
}

fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(100) {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        HumanDuration(time).to_string()
    }
}

pub(super) fn class_names(family: &Endings) -> Vec<String> {
    (0..family.sizes().len()).map(|class| family.class_name(class)).collect()
}

pub(super) fn verify<S: Stored + Send + Sync>(
    out: &mut impl Write,
    table: &Table<Endings, S>,
    shard: ShardArgs,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    let (family, started) = (table.family(), Instant::now());
    progress::watched(&class_names(family), options, |options, _| {
        table.verify_shard(shard.shard, options).map_err(verify_failure)
    })?;
    let time = seconds(started.elapsed());
    let of = shard.part().map(|shard| format!(" in shard {shard}")).unwrap_or_default();
    writeln!(out, "{family}: no errors{of}, verified in {time}.")?;
    report_missing(out, table)
}

fn report_missing<S: Stored>(
    out: &mut impl Write,
    table: &Table<Endings, S>,
) -> Result<(), Failure> {
    if !table.is_complete() {
        let classes = counted(table.classes(), "class");
        writeln!(out, "Built: only {} of {classes}.", table.built())?;
    }
    Ok(())
}

/// What a sample is picked from.
#[derive(Args)]
pub(super) struct SampleArgs {
    /// Leave out the classes with fewer pieces, whose searches take longest
    #[arg(long, value_name = "N", default_value_t = *Endings::PIECES.start(), requires = "sample",
        value_parser = whole(Endings::PIECES))]
    min_pieces: usize,

    /// The seed that the sample is picked by
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    seed: u64,
}

pub(super) fn verify_sample(
    out: &mut impl Write,
    table: &Bitbase<Endings>,
    count: u64,
    args: &SampleArgs,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    let (family, started) = (table.family(), Instant::now());
    let names = class_names(family);
    writeln!(out, "{family}, {} of each class", counted(count, "random position"))?;
    let is_large = |&class: &usize| {
        let mut materials = family.materials().iter().filter(|material| material.class == class);
        materials.any(|material| material.own + material.opponents >= args.min_pieces)
    };
    for class in (0..table.built()).filter(is_large) {
        let verified = progress::watched(&names, options, |options, _| {
            table.verify_sample(class, count, args.seed, options).map_err(verify_failure)
        })?;
        writeln!(out, "  {}: no errors, {} verified", names[class], HumanCount(verified))?;
    }
    writeln!(out, "It took {}.", seconds(started.elapsed()))?;
    report_missing(out, table)
}

fn verify_failure(error: VerifyError) -> Failure {
    match error {
        VerifyError::Stopped => Failure::Interrupted("stopped; no errors so far".to_owned()),
        error => Failure::run(error),
    }
}
