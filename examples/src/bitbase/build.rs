//! Building, verifying and counting.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use collateral_checkers::Endings;
use engine::tablebase::{
    Bitbase, BuildError, BuildOptions, Counts, Family, FileError, Progress, VerifyError,
};
use indicatif::{HumanBytes, HumanCount, HumanDuration};

use crate::failure::Failure;
use crate::progress;

pub(super) fn build(
    out: &mut impl Write,
    file: &Path,
    endings: Endings,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    let mut bitbase = if file.exists() { extend(file, endings)? } else { Bitbase::new(endings) };
    let plans = bitbase.plan(options).map_err(|error| Failure::file(file, error))?;
    writeln!(out, "{}", bitbase.family())?;
    for plan in &plans {
        let (name, size) = (bitbase.family().class_name(plan.class), HumanCount(plan.size));
        let (memory, size) = (HumanBytes(plan.memory), size.to_string());
        writeln!(out, "  {name}: {size:>13} positions, {memory} of memory")?;
    }
    let time: Duration = plans.iter().map(|plan| plan.time).sum();
    writeln!(out, "It takes about {}.", HumanDuration(time))?;
    engine::file::check_save(file).map_err(|error| Failure::file(file, error))?;
    let started = Instant::now();
    let (mut saved, mut saving) = (Instant::now(), Duration::ZERO);
    watched(bitbase.classes(), options, |options| {
        loop {
            let more = bitbase.build_some(options);
            let is_due = saved.elapsed() > SAVING_SHARE * saving;
            if matches!(
                (&more, is_due),
                (Ok(false) | Err(BuildError::Stopped), _) | (Ok(true), true)
            ) {
                let begun = Instant::now();
                bitbase.save(file).map_err(Failure::run)?;
                (saved, saving) = (Instant::now(), begun.elapsed());
            }
            match more {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(BuildError::Stopped) => {
                    let text = "stopped: the same command goes on from there";
                    return Err(Failure::Interrupted(text.to_owned()));
                }
                Err(error) => return Err(Failure::run(error)),
            }
        }
    })?;
    let size = std::fs::metadata(file).map_or(0, |data| data.len());
    let positions: u64 = (0..bitbase.classes()).map(|class| bitbase.size(class)).sum();
    let bits = 8. * size as f64 / positions.max(1) as f64;
    let (file, time) = (file.display(), HumanDuration(started.elapsed()));
    writeln!(
        out,
        "{file} is complete: {}, {bits:.2} bits a position, built in {time}.",
        HumanBytes(size)
    )?;
    Ok(())
}

/// Saving takes at most one part in so many of the time.
const SAVING_SHARE: u32 = 10;

/// What a file has of these endings: of all of them, or of those with fewer pieces.
fn extend(file: &Path, endings: Endings) -> Result<Bitbase<Endings>, Failure> {
    let bitbase = super::load(file)?;
    let (found, expected) = (bitbase.family().to_string(), endings.to_string());
    let has_rules = bitbase.family().rules() == endings.rules();
    let extended = has_rules.then(|| bitbase.extended(endings)).flatten();
    extended.ok_or_else(|| Failure::run(FileError::OtherFamily { found, expected }))
}

/// Does long work with a bar, until it is done or Ctrl-C.
fn watched<R>(
    classes: usize,
    options: &BuildOptions<'_>,
    work: impl FnOnce(&BuildOptions<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}, {eta} left");
    bar.set_length(FULL);
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let report = |Progress { class, done }: Progress| {
        let place = (done * FULL as f64) as u64;
        if place != bar.position() {
            bar.set_message(format!("class {} of {classes}", class + 1));
            bar.set_position(place);
        }
    };
    let result = work(&options.clone().stop(stop).progress(&report));
    bar.finish_and_clear();
    result
}

const FULL: u64 = 1_000;

pub(super) fn verify(
    out: &mut impl Write,
    bitbase: &Bitbase<Endings>,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    watched(bitbase.classes(), options, |options| {
        bitbase.verify(options).map_err(|error| match error {
            VerifyError::Stopped => {
                Failure::Interrupted("stopped; nothing was found to be wrong so far".to_owned())
            }
            error => Failure::run(error),
        })
    })?;
    let (built, classes) = (bitbase.built(), bitbase.classes());
    writeln!(out, "{}: {built} of {classes} classes built, all consistent.", bitbase.family())?;
    Ok(())
}

/// Counts the positions of each material by result.
pub(super) fn stats(out: &mut impl Write, bitbase: &Bitbase<Endings>) -> Result<(), Failure> {
    writeln!(out, "{}", bitbase.family())?;
    let head = ["won", "drawn", "lost"].map(|head| format!("{head:>8}")).concat();
    writeln!(out, "{:8}{:>15}{head}", "to move", "positions")?;
    for material in bitbase.family().materials() {
        if material.class < bitbase.built() {
            let Counts { won, drawn, lost } =
                bitbase.counts(material.class, material.indices.clone());
            let all = won + drawn + lost;
            let share = |count: u64| format!("{:>6.1} %", 100. * count as f64 / all.max(1) as f64);
            let shares = [won, drawn, lost].map(share).concat();
            let name = format!("{} v {}", material.own, material.opponents);
            writeln!(out, "{name:8}{:>15}{shares}", HumanCount(all).to_string())?;
        }
    }
    Ok(())
}
