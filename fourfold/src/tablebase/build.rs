//! Building and verifying, with a progress bar and interruption.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use collateral_checkers::Endings;
use engine::board::counted;
use engine::solve::tablebase::{
    BuildError, BuildOptions, Family, Plan, Progress, Tablebase, VerifyError,
};
use indicatif::{HumanBytes, HumanCount, HumanDuration};

use crate::failure::Failure;
use crate::{files, memory, progress};

/// Builds the missing classes of a file, and saves it after every class.
pub(super) fn build(
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
    let plans = table.plan().map_err(|error| Failure::usage("--max-pieces", error))?;
    announce(out, table.family(), &plans)?;
    if plans.is_empty() {
        writeln!(out, "{} is complete already.", file.display())?;
        return Ok(());
    }
    let peak = peak(&plans);
    let memory = HumanBytes(peak);
    writeln!(out, "It takes {memory} of memory.")?;
    files::check(file)?;
    memory::check("these endings", peak, available)?;
    let options = options.clone().memory(available.unwrap_or(u64::MAX));
    let (names, started) = (class_names(table.family()), Instant::now());
    watched(&names, &options, |options| {
        loop {
            match table.build_next(options) {
                Ok(true) => table.save(file).map_err(Failure::run)?,
                Ok(false) => return Ok(()),
                Err(BuildError::Stopped) => {
                    let (built, classes, file) = (table.built(), names.len(), file.display());
                    return Err(Failure::Interrupted(format!(
                        "stopped; {built} of {} in {file}: the same command goes on from there",
                        counted(classes, "class")
                    )));
                }
                Err(error) => return Err(Failure::run(error)),
            }
        }
    })?;
    let size = std::fs::metadata(file).map_or(0, |data| data.len());
    let (size, time) = (HumanBytes(size), seconds(started.elapsed()));
    writeln!(out, "{} is complete: {size}, built in {time}.", file.display())?;
    Ok(())
}

/// Prints what each class will take.
pub(crate) fn announce(out: &mut impl Write, family: &Endings, plans: &[Plan]) -> io::Result<()> {
    writeln!(out, "{family}")?;
    for &Plan { class, size, memory } in plans {
        let name = family.class_name(class);
        let (size, memory) = (HumanCount(size).to_string(), HumanBytes(memory));
        writeln!(out, "  {name}: {size:>13} entries, {memory} of memory")?;
    }
    Ok(())
}

/// The most memory that any class takes.
pub(crate) fn peak(plans: &[Plan]) -> u64 {
    plans.iter().map(|plan| plan.memory).max().unwrap_or(0)
}

pub(crate) fn seconds(time: Duration) -> String {
    if time < Duration::from_secs(100) {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        HumanDuration(time).to_string()
    }
}

pub(crate) fn class_names(family: &Endings) -> Vec<String> {
    (0..family.sizes().len()).map(|class| family.class_name(class)).collect()
}

/// Does long work on classes with a progress bar; Ctrl-C stops it.
pub(crate) fn watched<R>(
    names: &[String],
    options: &BuildOptions<'_>,
    work: impl FnOnce(&BuildOptions<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    const FULL: u64 = 1_000;
    let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}, {eta} left");
    bar.set_length(FULL);
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let report = |Progress { class, done }: Progress| {
        let place = (done * FULL as f64) as u64;
        if place != bar.position() {
            bar.set_message(names.get(class).cloned().unwrap_or_default());
            bar.set_position(place);
        }
    };
    let result = work(&options.clone().stop(stop).progress(&report));
    bar.finish_and_clear();
    result
}

/// Verifies all built classes.
pub(crate) fn verify(
    out: &mut impl Write,
    family: &Endings,
    (built, classes): (usize, usize),
    options: &BuildOptions<'_>,
    check: impl FnOnce(&BuildOptions<'_>) -> Result<(), VerifyError>,
) -> Result<(), Failure> {
    let started = Instant::now();
    watched(&class_names(family), options, |options| {
        check(options).map_err(|error| match error {
            VerifyError::Stopped => Failure::Interrupted("stopped; no errors so far".to_owned()),
            error => Failure::run(error),
        })
    })?;
    let time = seconds(started.elapsed());
    writeln!(out, "{family}: no errors, verified in {time}.")?;
    if built < classes {
        writeln!(out, "Built: only {built} of {}.", counted(classes, "class"))?;
    }
    Ok(())
}
