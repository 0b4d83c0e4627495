//! Building and counting.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use collateral_checkers::Endings;
use engine::solve::tablebase::{Bitbase, BuildError, BuildOptions, FileError};
use indicatif::HumanBytes;

use crate::failure::Failure;
use crate::tablebase::{announce, class_names, peak, row, row_head, seconds, watched};
use crate::{files, memory};

/// Saving takes at most a tenth of the time.
const SAVING_SHARE: u32 = 10;

/// Builds what is missing in a file, and saves it from time to time.
pub(super) fn build(
    out: &mut impl Write,
    file: &Path,
    endings: Endings,
    options: &BuildOptions<'_>,
    available: Option<u64>,
) -> Result<(), Failure> {
    let mut bitbase = if file.exists() { extend(file, endings)? } else { Bitbase::new(endings) };
    let plans = bitbase.plan();
    files::check(file)?;
    memory::check("these endings", peak(&plans), available)?;
    announce(out, bitbase.family(), &plans)?;
    let options = &options.clone().memory(available.unwrap_or(u64::MAX));
    let (names, started) = (class_names(bitbase.family()), Instant::now());
    let (mut saved, mut saving) = (Instant::now(), Duration::ZERO);
    watched(&names, options, |options| {
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
                    let text = "stopped: run the same command again to resume";
                    return Err(Failure::Interrupted(text.to_owned()));
                }
                Err(error) => return Err(Failure::run(error)),
            }
        }
    })?;
    let size = std::fs::metadata(file).map_or(0, |data| data.len());
    let entries: u64 = (0..bitbase.classes()).map(|class| bitbase.size(class)).sum();
    let bits = 8. * size as f64 / entries.max(1) as f64;
    let (file, size, time) = (file.display(), HumanBytes(size), seconds(started.elapsed()));
    writeln!(out, "{file} is complete: {size}, {bits:.2} bits an entry, built in {time}.")?;
    Ok(())
}

/// Loads a file of these endings, or of those with fewer pieces, as the beginning of these.
fn extend(file: &Path, endings: Endings) -> Result<Bitbase<Endings>, Failure> {
    let bitbase = super::load(file)?;
    let (found, expected) = (bitbase.family().to_string(), endings.to_string());
    let has_rules = bitbase.family().rules() == endings.rules();
    let extended = has_rules.then(|| bitbase.extended(endings)).flatten();
    extended.ok_or_else(|| Failure::run(FileError::OtherFamily { found, expected }))
}

/// Counts the positions of each material by result.
pub(super) fn stats(out: &mut impl Write, bitbase: &Bitbase<Endings>) -> Result<(), Failure> {
    writeln!(out, "{}\n{}", bitbase.family(), row_head())?;
    for material in bitbase.family().materials() {
        if material.class < bitbase.built() {
            let counts = bitbase.counts(material.class, material.indices.clone());
            writeln!(out, "{}", row(material, counts))?;
        }
    }
    Ok(())
}
