//! Puts the files of shards together: `merge all.games 1.games 2.games`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use engine::board::{counted, quoted};
use serde_json::Value;
use system::{Shard, file};

use crate::commands::matches::games;
use kit::{Catalogue, Failure, Kit, Merge};
use terminal::files::{self, Entry};
use terminal::{records, work};

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

    /// Files of `arena`, `study` or `perft`, or of all classes of a tablebase
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Default)]
struct Merged {
    /// All that the results depend on, and the first file that has them.
    work: Option<(String, PathBuf)>,
    head: String,
    results: BTreeMap<u64, String>,
    /// How many results make a part of the work.
    part: u64,
    /// The number of shards, as far as the distances between the parts of a file tell.
    shards: Option<u64>,
}

impl MergeArgs {
    /// The game that the files are about.
    fn game<'g>(&self, games: &'g Catalogue) -> Result<&'g Kit, Failure> {
        let found = self.inputs().map(|path| game(games, path));
        // A shard that was killed at once has left nothing.
        let found = found.reduce(|first, next| first.or_else(|error| next.map_err(|_| error)));
        let game = found.transpose()?.unwrap_or_default();
        games.find(&game).map_err(Failure::run)
    }

    /// The files, and what is there already.
    fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        let out = Some(&self.out).filter(|out| out.exists() && !self.files.contains(out));
        self.files.iter().chain(out)
    }

    pub(super) fn run(&self, games: &Catalogue) -> Result<(), Failure> {
        let kit = self.game(games)?;
        files::check(&self.out)?;
        let first = self.files.first();
        if let Some(own) = first.and_then(|file| merger(kit, file)) {
            return (own.merge)(&self.out, &self.files);
        }
        let mut merged = Merged::default();
        self.inputs().try_for_each(|path| merged.add(kit, path))?;
        let Merged { head, results, .. } = &merged;
        let texts = std::iter::once(head).chain(results.values()).cloned();
        files::save(&self.out, texts.collect::<String>())?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}: {}", self.out.display(), counted(results.len(), "result"))?;
        for shard in merged.incomplete() {
            writeln!(out, "shard {shard} is not complete")?;
        }
        Ok(())
    }
}

/// How a game puts files together that only it has, if this is one of them.
fn merger(kit: &Kit, file: &Path) -> Option<Merge> {
    kit.about.commands.iter().filter_map(|own| own.merge).find(|own| (own.takes)(file))
}

fn game(games: &Catalogue, path: &Path) -> Result<String, Failure> {
    const LONGEST: u64 = 1 << 20;
    if let Some(kit) = games.games().find(|kit| merger(kit, path).is_some()) {
        return Ok(kit.name().to_owned());
    }
    let mut line = String::new();
    let read =
        file::open(path).and_then(|file| BufReader::new(file.take(LONGEST)).read_line(&mut line));
    read.map_err(|error| Failure::file(path, error))?;
    if !line.starts_with('{') {
        return records::game(path, &line);
    }
    let head: Option<Value> = serde_json::from_str(&line).ok();
    let game = head.and_then(|head| Some(head["game"].as_str()?.to_owned()));
    game.ok_or_else(|| Failure::file(path, "expected a game in the first line"))
}

impl Merged {
    /// Adds the entries of a file, if it is of this work; names those that are damaged.
    fn add(&mut self, kit: &Kit, path: &Path) -> Result<(), Failure> {
        let file = file::open(path).map_err(|error| Failure::file(path, error))?;
        let mut file = BufReader::new(file);
        let is_of_parts = file.fill_buf().is_ok_and(|begin| begin.starts_with(b"{"));
        let head = games::head(kit.name());
        let (heads, end) =
            if is_of_parts { (work::HEADS, "\n") } else { ([&*head; 2], games::END) };
        let (mut is_own, mut damaged) = (false, Vec::new());
        let (mut before, mut distance) = (None, 0);
        let take = |number, text: Result<&str, String>| {
            let read = |text| if is_of_parts { work::entry(text) } else { games::entry(kit, text) };
            match text.and_then(|text| Ok((read(text)?, text))) {
                Ok((entry, text)) if is_own || entry.work.is_some() => {
                    is_own = true;
                    if let Some(part) = entry.number.map(|number| number / entry.part) {
                        let before = before.replace(part).unwrap_or(part);
                        distance = divisor(distance, part.abs_diff(before));
                    }
                    let taken = self.take(path, entry, text);
                    return taken.map_err(|error| format!("entry {number}: {error}"));
                }
                Ok(_) => damaged.push(format!("entry {number}: the first line is damaged")),
                Err(error) => damaged.push(format!("entry {number}: {error}")),
            }
            Ok(())
        };
        let read = files::read(file, heads, end, take);
        let (_, cut) = read.map_err(|error| Failure::file(path, error))?;
        if let Some(error) = damaged.first().filter(|_| !is_own) {
            return Err(Failure::file(path, error));
        }
        // In a file of several shards parts follow each other.
        if distance > 1 {
            self.shards = Some(self.shards.map_or(distance, |shards| shards.min(distance)));
        }
        damaged.extend(cut.map(|number| format!("entry {number}: it is not complete")));
        for error in damaged {
            anstream::eprintln!("{}: {error}; its work is to be done again.", path.display());
        }
        Ok(())
    }

    fn take(&mut self, path: &Path, entry: Entry, text: &str) -> Result<(), String> {
        if let Some(work) = entry.work {
            let (known, first) = self.work.get_or_insert_with(|| (work.clone(), path.to_owned()));
            if *known != work {
                let first = quoted(&first.display().to_string());
                return Err(format!("it is of other work than {first}"));
            }
        }
        self.part = entry.part;
        let Some(number) = entry.number else {
            text.clone_into(&mut self.head);
            return Ok(());
        };
        // Of two the same one is kept in any order.
        let known = self.results.entry(number).or_insert_with(|| text.to_owned());
        if text < known.as_str() {
            text.clone_into(known);
        }
        Ok(())
    }

    /// Shards that results are missing of, as far as the numbers tell; of many the first that are found.
    fn incomplete(&self) -> BTreeSet<Shard> {
        const MOST: u64 = 10;
        let last = self.results.last_key_value().map(|(last, _)| *last);
        let all = Shard::new(1, self.shards.unwrap_or(1));
        let Some((last, all)) = last.zip(all) else { return BTreeSet::new() };
        let numbers = 0..(last / self.part).saturating_add(1).saturating_mul(self.part);
        let missing = numbers.filter(|number| !self.results.contains_key(number));
        let mut shards = BTreeSet::new();
        for number in missing {
            shards.insert(all.with(number / self.part));
            if shards.len() as u64 == all.count().min(MOST) {
                break;
            }
        }
        shards
    }
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}
