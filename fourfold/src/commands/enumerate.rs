//! Solving by a table of all positions that play leads to, for `solve --enumerate`.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use engine::system::file;
use indicatif::HumanBytes;
use kit::{Dynamic, Enumerated, Kit, SolveError};
use solve::tablebase::{BuildError, BuildOptions};

use crate::failure::Failure;
use terminal::{memory, progress};

/// Writes every position to a file too, if there is one.
pub(crate) fn enumerate(
    kit: &Kit,
    position: &Dynamic,
    threads: usize,
    out: Option<&Path>,
) -> Result<Enumerated, Failure> {
    let Some(path) = out else { return table(kit, position, threads, None) };
    let mut found = None;
    let saved = file::save(path, |file| {
        writeln!(file, "player\tposition\tworth")?;
        let tables = found.insert(table(kit, position, threads, Some(file)));
        tables.as_ref().map(|_| ()).map_err(|_| io::ErrorKind::Other.into())
    });
    match (found, saved) {
        (Some(Err(failure)), _) => Err(failure),
        (Some(found), Ok(())) => found,
        (_, saved) => {
            Err(Failure::file(path, saved.err().map_or_else(String::new, |e| e.to_string())))
        }
    }
}

fn table(
    kit: &Kit,
    position: &Dynamic,
    threads: usize,
    out: Option<&mut dyn Write>,
) -> Result<Enumerated, Failure> {
    const FULL: u64 = 1_000;
    let bar = progress::bar("{msg} {wide_bar} {percent:>3} %  {elapsed}, {eta} left");
    bar.set_length(FULL);
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let options = || {
        let available = memory::available().unwrap_or(u64::MAX);
        BuildOptions::new().threads(threads).memory(available).stop(stop.clone())
    };
    let watching = |what: &str, done: f64| {
        if bar.message() != what {
            bar.set_message(what.to_owned());
            bar.reset();
        }
        bar.set_position((done * FULL as f64) as u64);
    };
    let found = kit.enumerate(position, &options, &watching, out);
    bar.finish_and_clear();
    found.map_err(|error| match error {
        SolveError::Build(BuildError::Stopped) => {
            Failure::Interrupted("stopped before the table was built".to_owned())
        }
        SolveError::Build(BuildError::Memory { bytes }) => Failure::run(format_args!(
            "play leads to more positions than the memory holds: {} or more are needed",
            HumanBytes(bytes)
        )),
        error => Failure::run(error),
    })
}
