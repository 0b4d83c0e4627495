//! Classes in files of their own: built by several machines, and merged.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Endings;
use engine::{Score, Wdl};
use indicatif::HumanCount;
use serde_json::{Value, json};
use solve::tablebase::{BuildError, BuildOptions, Family, FileError, Stored, Table};

use super::build::{BuildArgs, Step, class_names};
use super::{is_bitbase, options};
use kit::Failure;
use terminal::args::JsonArgs;
use terminal::files::Saver;
use terminal::progress;

pub(super) fn list(json: JsonArgs, endings: &Endings) -> Result<(), Failure> {
    let (names, sizes) = (class_names(endings), endings.sizes());
    let classes = 0..names.len();
    let needs = |class| -> Vec<&str> {
        endings.needs(class).into_iter().map(|need| names[need].as_str()).collect()
    };
    let described = |class: usize| {
        let (name, size) = (&names[class], sizes[class]);
        json!({ "class": name, "entries": size, "needs": needs(class) })
    };
    let as_json = || {
        let classes: Vec<Value> = classes.clone().map(described).collect();
        json!({ "endings": endings.to_string(), "classes": classes })
    };
    json.print(as_json, |out| {
        writeln!(out, "{endings}")?;
        classes.clone().try_for_each(|class| {
            let (name, size) = (&names[class], HumanCount(sizes[class]).to_string());
            let needs = needs(class);
            let needs = if needs.is_empty() { "nothing".to_owned() } else { needs.join(" ") };
            writeln!(out, "  {name}: {size:>13} entries, needs {needs}")
        })
    })
}

const POLL: Duration = Duration::from_millis(100);

impl BuildArgs {
    /// Builds the classes of this shard that are not whole yet, each as soon as those that it needs are.
    pub(super) fn build_shard<S: Stored>(
        &self,
        out: &mut impl Write,
        step: Step<S>,
    ) -> Result<(), Failure> {
        let (endings, folder) = (self.endings.endings()?, &self.file);
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        let names = class_names(&endings);
        let file = |class: usize| folder.join(format!("{}.class", names[class]));
        let options = options(self.threads).memory(self.available().unwrap_or(u64::MAX));
        progress::watched(&names, &options, |options, bar| {
            for class in (0..names.len()).filter(|&class| self.shard.shard.has(class as u64)) {
                let mut table = Table::<Endings, S>::new(endings.clone());
                let needs = endings.needs(class);
                for earlier in 0..class {
                    if needs.contains(&earlier) {
                        let file = file(earlier);
                        wait_for(&file, out, options)?;
                        table.load_class(&file).map_err(|error| Failure::file(&file, error))?;
                    } else {
                        table.skip_class();
                    }
                }
                let file = file(class);
                if is_whole(&mut table, &file)? {
                    continue;
                }
                while table.built() == class {
                    step(&mut table, options).map_err(|error| match error {
                        BuildError::Stopped => stopped(&file),
                        error => Failure::file(&file, error),
                    })?;
                }
                let save = || table.save_class(class, &file);
                Saver::new(&file, bar).save_at_last(save, || options.is_stopped())?;
                writeln!(out, "{} is complete.", file.display())?;
            }
            Ok(())
        })
    }
}

fn stopped(file: &Path) -> Failure {
    Failure::stopped(format_args!("before {} was complete", file.display()), Some(&file.to_owned()))
}

/// Whether the file of the next class of a table is there. A damaged one is named, to be built again.
fn is_whole<S: Stored>(table: &mut Table<Endings, S>, file: &Path) -> Result<bool, Failure> {
    match table.load_class(file) {
        _ if !file.exists() => Ok(false),
        Ok(()) => Ok(true),
        Err(error @ (FileError::Foreign | FileError::OtherFamily { .. })) => {
            Err(Failure::file(file, error))
        }
        Err(error) => {
            anstream::eprintln!("{}: {error}; it is built again.", file.display());
            Ok(false)
        }
    }
}

fn wait_for(file: &Path, out: &mut impl Write, options: &BuildOptions<'_>) -> Result<(), Failure> {
    if !file.exists() {
        writeln!(out, "waiting for {}", file.display())?;
        out.flush()?;
    }
    while !file.exists() {
        if options.is_stopped() {
            return Err(stopped(file));
        }
        std::thread::sleep(POLL);
    }
    Ok(())
}

pub(super) fn merge(out: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    if files.first().is_some_and(|file| is_bitbase(file)) {
        merge_as::<Wdl>(out, files)
    } else {
        merge_as::<Score>(out, files)
    }
}

/// The endings that the file of a table, or of one of its classes, is for.
fn described<S: Stored>(file: &Path) -> Result<Endings, Failure> {
    let found = Table::<Endings, S>::read_description(file);
    let found = found.map_err(|error| Failure::file(file, error))?;
    let family = found.split_once(" of ").map_or(found.as_str(), |(_, family)| family);
    family.parse().map_err(|error| Failure::file(file, error))
}

fn merge_as<S: Stored>(out: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let Some(first) = files.first() else { return Ok(()) };
    let endings = described::<S>(first)?;
    if out.exists() && described::<S>(out)?.to_string() != endings.to_string() {
        return Err(Failure::file(out, "this is another table, and is not replaced"));
    }
    let mut table = Table::<Endings, S>::new(endings);
    let description = |file| Ok((Table::<Endings, S>::read_description(file)?, file));
    let files: Result<Vec<(String, &PathBuf)>, FileError> = files.iter().map(description).collect();
    let files = files.map_err(Failure::run)?;
    for class in 0..table.classes() {
        let expected = table.class_description(class);
        let file = files.iter().find(|(found, _)| *found == expected);
        let missing = || Failure::run(format_args!("expected a file of {expected}"));
        let (_, file) = file.ok_or_else(missing)?;
        table.load_class(file).map_err(|error| Failure::file(file, error))?;
    }
    table.save(out).map_err(Failure::run)?;
    writeln!(anstream::stdout(), "{}: {}", out.display(), table.family())?;
    Ok(())
}
