//! Puts the files of shards together: `merge all.games 1.games 2.games`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use engine::board::counted;
use engine::system::{Shard, file};
use serde_json::Value;

use crate::failure::{Failure, quote, unknown_game};
use crate::games::CollateralCheckers;
use crate::hooks::Hooks;
use crate::matches::games;
use crate::{files, records, tablebase, work};

/// Put the files of shards together; the same command without --shard then goes on from OUT
///
/// OUT is the file that one machine would have written, times aside. What shards have twice is kept once. What
/// is damaged or missing is named; the command without --shard does it again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold arena compass level:3 level:2 --games 400 --shard 1/2 --out 1.games
  fourfold arena compass level:3 level:2 --games 400 --shard 2/2 --out 2.games
  fourfold merge all.games 1.games 2.games
  fourfold arena compass level:3 level:2 --games 400 --out all.games")]
pub(crate) struct MergeArgs {
    /// The file to write; if it exists, what it has is kept
    out: PathBuf,

    /// Files of `arena`, `study`, `regret` and `perft`, or of all classes of a tablebase
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// An entry of a file, as a program without shards writes it.
pub(crate) struct Entry {
    /// All that the results in the file depend on.
    pub(crate) work: String,
    /// The share that the file is of, where the entry says so.
    pub(crate) shard: Option<Shard>,
    /// The number of the result; none for the first line of a file of parts.
    pub(crate) number: Option<u64>,
    /// How many results make a part of the work.
    pub(crate) part: u64,
    pub(crate) text: String,
}

/// The most shares that are named.
const MOST_NAMED: u64 = 10;

/// What was found so far.
#[derive(Default)]
struct Merged {
    /// All that the results depend on, and the first file that has them.
    work: Option<(String, PathBuf)>,
    head: String,
    /// The results by number.
    results: BTreeMap<u64, String>,
    part: u64,
    /// One of the most shares that a file is one of.
    shard: Shard,
}

impl MergeArgs {
    /// The game that the files are about, of a program with games of these names.
    pub(crate) fn game(&self, known: &[&str]) -> Result<String, Failure> {
        let mut found = self.inputs().map(|path| game(path));
        // A share that was killed at once has left nothing.
        let game = match found.next() {
            Some(Err(error)) => found.find_map(Result::ok).ok_or(error)?,
            first => first.transpose()?.unwrap_or_default(),
        };
        if known.contains(&game.as_str()) {
            return Ok(game);
        }
        Err(Failure::Run(unknown_game(&game, known)))
    }

    /// The files, and what is there already.
    fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        let out = Some(&self.out).filter(|out| out.exists() && !self.files.contains(out));
        self.files.iter().chain(out)
    }

    pub(crate) fn run<H: Hooks>(&self, hooks: &H) -> Result<(), Failure> {
        files::check(&self.out)?;
        if self.files.first().is_some_and(|file| tablebase::is_table(file)) {
            return tablebase::merge(&self.out, &self.files);
        }
        let mut merged = Merged::default();
        for path in self.inputs() {
            merged.add(hooks, path)?;
        }
        let Merged { head, results, .. } = &merged;
        files::save(
            &self.out,
            std::iter::once(head).chain(results.values()).cloned().collect::<String>(),
        )?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}: {}", self.out.display(), counted(results.len(), "result"))?;
        Ok(merged.missing().iter().try_for_each(|line| writeln!(out, "{line}"))?)
    }
}

/// The game that a file is about.
fn game(path: &Path) -> Result<String, Failure> {
    if tablebase::is_table(path) {
        return Ok(CollateralCheckers.name().to_owned());
    }
    let mut line = String::new();
    let read =
        file::open(path).and_then(|file| BufReader::new(file.take(LONGEST)).read_line(&mut line));
    read.map_err(|error| Failure::file(path, error))?;
    if !line.starts_with('{') {
        return records::game(&path.display().to_string(), &line);
    }
    let head: Option<Value> = serde_json::from_str(&line).ok();
    let game = head.and_then(|head| Some(head["game"].as_str()?.to_owned()));
    game.ok_or_else(|| Failure::file(path, "expected a game in the first line"))
}

/// The longest first line that is read.
const LONGEST: u64 = 1 << 20;

impl Merged {
    /// Adds the entries of a file; names those that are damaged.
    fn add<H: Hooks>(&mut self, hooks: &H, path: &Path) -> Result<(), Failure> {
        let (mut is_one, mut damaged) = (false, Vec::new());
        let take = |number, entry: Result<Entry, String>| match entry {
            Ok(entry) => {
                is_one = true;
                self.take(path, entry).map_err(|error| format!("entry {number}: {error}"))
            }
            Err(error) => {
                damaged.push(format!("entry {number}: {error}"));
                Ok(())
            }
        };
        let first = file::open(path).map(|file| file.bytes().next());
        let cut = if matches!(first, Ok(Some(Ok(b'{')))) {
            work::entries(path, take)
        } else {
            games::entries::<H::Game>(path, hooks.name(), take)
        };
        let cut = cut.map_err(|error| Failure::file(path, error))?;
        if let Some(error) = damaged.first().filter(|_| !is_one) {
            return Err(Failure::file(path, error));
        }
        damaged.extend(cut.map(|number| format!("entry {number}: it is not complete")));
        let name = quote(&path.display().to_string());
        for error in damaged {
            anstream::eprintln!("{name}: {error}; its work is to be done again.");
        }
        Ok(())
    }

    fn take(&mut self, path: &Path, entry: Entry) -> Result<(), String> {
        let Entry { work, shard, number, part, text } = entry;
        let (known, first) = self.work.get_or_insert_with(|| (work.clone(), path.to_owned()));
        if *known != work {
            return Err(format!("its work is not that of {}", quote(&first.display().to_string())));
        }
        self.part = part.max(1);
        self.shard = self.shard.max(shard.unwrap_or_default());
        match number {
            None => self.head = text,
            Some(number) => {
                // Of two the same one is kept in any order.
                let known = self.results.entry(number).or_insert_with(|| text.clone());
                *known = text.min(std::mem::take(known));
            }
        }
        Ok(())
    }

    /// Says which shares are missing, as far as the numbers tell.
    fn missing(&self) -> Vec<String> {
        let owner = |number: &u64| self.shard.with(number / self.part);
        let begun: BTreeSet<Shard> = self.results.keys().map(owner).collect();
        let end =
            self.results.last_key_value().map_or(0, |(last, _)| last / self.part + 1) * self.part;
        let gaps = (0..end)
            .filter(|number| !self.results.contains_key(number))
            .map(|number| owner(&number));
        let mut incomplete = BTreeSet::new();
        for shard in gaps {
            incomplete.insert(shard);
            if incomplete.len() as u64 == self.shard.count().min(MOST_NAMED) {
                break;
            }
        }
        let lacks = |number| {
            let shard = self.shard.with(number);
            if !begun.contains(&shard) {
                return Some(format!("there is nothing of shard {shard}"));
            }
            incomplete.contains(&shard).then(|| format!("shard {shard} is not complete"))
        };
        (0..self.shard.count()).filter_map(lacks).take(MOST_NAMED as usize).collect()
    }
}
