//! Solves the classic games in every way that applies, and prints a row of a table for each.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

use classics::catalogue::{Entry, Length, all};
use classics::solvers::{Failure, Finding};

const USAGE: &str = "expected names of games, --long for the large ones too, --nodes N for the most nodes of a \
                     solver, or --times for how long it took";

/// What the arguments ask for.
struct Task {
    entries: Vec<Entry>,
    nodes: u64,
    times: Times,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Times {
    Shown,
    Hidden,
}

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    let task = match read(arguments.map(|argument| argument.to_string_lossy().into_owned())) {
        Ok(task) => task,
        Err(problem) => {
            let _ = writeln!(io::stderr(), "{problem}");
            return ExitCode::from(2);
        }
    };
    match table(&task, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Reads the arguments. A name selects a game in all sizes, or in one.
fn read(mut arguments: impl Iterator<Item = String>) -> Result<Task, String> {
    let (mut names, mut with_long, mut nodes, mut times) =
        (Vec::new(), None, 2_000_000, Times::Hidden);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--long" => with_long = Some(Length::Long),
            "--times" => times = Times::Shown,
            "--nodes" => {
                let value = arguments.next().unwrap_or_default();
                let number = value.parse().ok().filter(|&nodes| nodes > 0);
                nodes = number
                    .ok_or_else(|| format!("--nodes is {value:?}: expected a number, 1 or more"))?;
            }
            name if all().iter().any(|entry| is_of(entry, name)) => names.push(argument),
            _ => {
                let known: Vec<&str> = all().iter().map(|entry| entry.name).collect();
                return Err(format!(
                    "{argument:?} is unknown: {USAGE}\nThe games are {}.",
                    known.join(", ")
                ));
            }
        }
    }
    let mut entries = all();
    entries.retain(|entry| {
        let is_named = |name: &String| entry.name == name;
        let is_selected = names.is_empty() || names.iter().any(|name| is_of(entry, name));
        let fits = entry.length != Length::Long || with_long == Some(entry.length);
        names.iter().any(is_named) || is_selected && fits
    });
    Ok(Task { entries, nodes, times })
}

/// Whether a name is that of an entry, or the beginning of it.
fn is_of(entry: &Entry, name: &str) -> bool {
    entry.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn table(task: &Task, out: &mut impl Write) -> Result<(), Failure> {
    let time = if task.times == Times::Shown { " seconds |" } else { "" };
    let line = if task.times == Times::Shown { "---|" } else { "" };
    writeln!(
        out,
        "| game | value | plies | nim value | search, nodes | margin, nodes | proof, positions | enumerated |{time} source |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|{line}---|")?;
    for entry in &task.entries {
        let start = Instant::now();
        let row = row(entry, task.nodes)?;
        let seconds = match task.times {
            Times::Shown => format!(" {:.1} |", start.elapsed().as_secs_f64()),
            Times::Hidden => String::new(),
        };
        let source = entry.known().map_or("brute force", |known| known.source);
        writeln!(out, "| {row} |{seconds} {source} |")?;
        out.flush()?;
    }
    Ok(())
}

/// The cells of an entry, from its name to the positions enumerated.
fn row(entry: &Entry, nodes: u64) -> Result<String, Failure> {
    let game = entry.game;
    let search = game.by_search(nodes)?;
    let proof = game.by_proof(nodes)?;
    let listed = game.by_enumeration(nodes)?;
    let margin = game.by_margin(nodes).map(|found| found.margin.map(|_| found))?;
    let found = [listed, proof, search].into_iter().find(|found| found.value.is_some());
    let value = match (found.and_then(|found| found.value), margin.and_then(|found| found.margin)) {
        (Some(value), Some(points)) if points != 0 => format!("{value} by {}", points.abs()),
        (Some(value), _) => value.to_string(),
        (None, _) => "open".to_owned(),
    };
    let plies = listed.plies.or(search.plies).map_or_else(String::new, |plies| plies.to_string());
    let nim = entry.nim_value.map_or_else(String::new, |value| value(&game).to_string());
    let margin = margin.map_or_else(String::new, cell);
    let [search, proof, listed] = [search, proof, listed].map(cell);
    Ok([entry.name, &value, &plies, &nim, &search, &margin, &proof, &listed].join(" | "))
}

/// How many nodes or positions it took.
fn cell(found: Finding) -> String {
    if found.value.is_some() {
        found.count.to_string()
    } else {
        format!("open after {}", found.count)
    }
}
