//! Building and verifying, with a bar, until Ctrl-C.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use collateral_checkers::Endings;
use engine::tablebase::{BuildError, BuildOptions, Family, Plan, Progress, Tablebase, VerifyError};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar};

use crate::failure::Failure;
use crate::{files, memory, progress};

/// Builds what is missing in a file, and writes it after every class.
pub(crate) fn build(
    out: &mut impl Write,
    file: &Path,
    endings: Endings,
    options: &BuildOptions<'_>,
    available: Option<u64>,
) -> Result<(), Failure> {
    let mut table = if file.exists() {
        Tablebase::load(endings, file).map_err(Failure::run)?
    } else {
        Tablebase::new(endings)
    };
    let refused = |error| Failure::usage("--max-pieces", error);
    let plans = table.plan(options).map_err(refused)?;
    announce(out, &table, &plans)?;
    if plans.is_empty() {
        writeln!(out, "{} is complete already.", file.display())?;
        return Ok(());
    }
    files::check(file)?;
    memory::check("these endings", peak(&plans), available)?;
    let (bar, names) = (bar(), names(&table));
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let report = |progress: Progress| show(&bar, &names, progress);
    let options = options.clone().memory(available.unwrap_or(u64::MAX));
    let options = options.stop(stop).progress(&report);
    loop {
        match table.build_next(&options) {
            Ok(true) => table.save(file).map_err(Failure::run)?,
            Ok(false) => break,
            Err(error) => {
                bar.finish_and_clear();
                return Err(failure(error, &table, file));
            }
        }
    }
    bar.finish_and_clear();
    let size = HumanBytes(table.bytes());
    writeln!(out, "{} is complete: {size}, built in {}.", file.display(), seconds(bar.elapsed()))?;
    Ok(())
}

fn failure(error: BuildError, table: &Tablebase<Endings>, file: &Path) -> Failure {
    if error != BuildError::Stopped {
        return Failure::run(error);
    }
    let (built, classes, file) = (table.built(), table.classes(), file.display());
    Failure::Interrupted(format!(
        "stopped; {built} of {classes} classes are in {file}: the same command goes on from there"
    ))
}

/// What it will take.
fn announce(out: &mut impl Write, table: &Tablebase<Endings>, plans: &[Plan]) -> io::Result<()> {
    writeln!(out, "{}", table.family())?;
    for Plan { class, size, memory, time, .. } in plans {
        let name = table.family().class_name(*class);
        let (size, memory) = (HumanCount(*size).to_string(), HumanBytes(*memory));
        let time = seconds(*time);
        writeln!(out, "  {name}: {size:>13} positions, {memory} of memory, about {time}")?;
    }
    if plans.is_empty() {
        return Ok(());
    }
    let time: Duration = plans.iter().map(|plan| plan.time).sum();
    let size = table.bytes() + plans.iter().map(|plan| plan.size).sum::<u64>();
    let (peak, time, size) = (HumanBytes(peak(plans)), seconds(time), HumanBytes(size));
    writeln!(out, "It takes {peak} of memory, a file of {size}, and about {time}.")
}

fn peak(plans: &[Plan]) -> u64 {
    plans.iter().map(|plan| plan.memory).max().unwrap_or(0)
}

fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(100) {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        HumanDuration(time).to_string()
    }
}

/// Verifies all there is in a file.
pub(crate) fn verify(
    out: &mut impl Write,
    table: &Tablebase<Endings>,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    let (bar, names) = (bar(), names(table));
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let report = |progress: Progress| show(&bar, &names, progress);
    let result = table.verify(&options.clone().stop(stop).progress(&report));
    bar.finish_and_clear();
    result.map_err(|error| match error {
        VerifyError::Stopped => {
            Failure::Interrupted("stopped; nothing was found to be wrong so far".to_owned())
        }
        error => Failure::run(error),
    })?;
    let (family, time) = (table.family(), seconds(bar.elapsed()));
    writeln!(out, "{family}: every score is right, verified in {time}.")?;
    if !table.is_complete() {
        let (built, classes) = (table.built(), table.classes());
        writeln!(out, "Only {built} of {classes} classes are built.")?;
    }
    Ok(())
}

fn names(table: &Tablebase<Endings>) -> Vec<String> {
    (0..table.classes()).map(|class| table.family().class_name(class)).collect()
}

/// A bar on standard error, if that is a terminal.
fn bar() -> ProgressBar {
    let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}");
    bar.set_length(FULL);
    bar
}

const FULL: u64 = 1_000;

fn show(bar: &ProgressBar, names: &[String], progress: Progress) {
    let place = (progress.done * FULL as f64) as u64;
    if place != bar.position() {
        bar.set_message(names.get(progress.class).cloned().unwrap_or_default());
        bar.set_position(place);
    }
}
