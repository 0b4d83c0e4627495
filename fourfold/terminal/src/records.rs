//! Records of games in files.

use std::io::{ErrorKind, Read};
use std::path::Path;

use engine::Game;
use engine::board::quoted;
use engine::record::{Record, first_tag};
use kit::{Dynamic, Failure, Kit};
use system::file;

use crate::files;

const MOST_BYTES: u64 = 1 << 26;

/// Reads a file, or standard input for "-"; a byte order mark is left out.
pub fn read(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = if path == "-" {
        std::io::stdin().take(MOST_BYTES).read_to_string(&mut text)
    } else {
        file::open(path).and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text))
    };
    read.map_err(|error| match error.kind() {
        ErrorKind::InvalidData => Failure::file(path, "expected text"),
        _ => Failure::file(path, error),
    })?;
    if text.len() as u64 == MOST_BYTES {
        return Err(Failure::file(path, "expected less than 64 MiB"));
    }
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// The game that a text names.
pub fn game(path: &Path, text: &str) -> Result<String, Failure> {
    let expected = || Failure::file(path, "expected a tag Game, as in [Game \"collapsi\"]");
    tag(path, text)?.ok_or_else(expected)
}

fn tag(path: &Path, text: &str) -> Result<Option<String>, Failure> {
    first_tag(text, "Game").map_err(|error| Failure::file(path, error))
}

/// The record with this number among those in a text, which are all of this game.
pub fn choose(kit: &Kit, path: &Path, text: &str, number: u64) -> Result<Record<Dynamic>, Failure> {
    let (mut chosen, mut count) = (None, 0);
    for game in parse_each(kit, path, text)? {
        let game = game?;
        count += 1;
        if count == number {
            chosen = Some(game);
        }
    }
    let expected = format!("expected a number from 1 to {count}, found {number}");
    chosen.ok_or_else(|| Failure::usage("--number", expected))
}

/// The records in a text one by one: at least one, all of this game, or without a tag that says so.
pub fn parse_each<'t>(
    kit: &Kit,
    path: &'t Path,
    text: &'t str,
) -> Result<impl Iterator<Item = Result<Record<Dynamic>, Failure>> + use<'t>, Failure> {
    if let Some(found) = tag(path, text)?.filter(|found| found != kit.name()) {
        let error = format!("expected a game of {}, found one of {}", kit.name(), quoted(&found));
        return Err(Failure::file(path, error));
    }
    Ok(kit.records(text).map(move |game| game.map_err(|error| Failure::file(path, error))))
}

/// The only record of a text.
pub fn parse_one(kit: &Kit, text: &str) -> Result<Record<Dynamic>, String> {
    let games: Result<Vec<_>, _> = kit.records(text).collect();
    let mut games = games.map_err(|error| error.to_string())?;
    let found = games.len();
    games.pop().filter(|_| found == 1).ok_or_else(|| format!("expected one game, found {found}"))
}

pub fn begin<G: Game>(game: &str, start: G) -> Record<G> {
    let mut record = Record::new(start);
    // The record has no tag of this name itself.
    let _ = record.set_tag("Game", game);
    record
}

/// Checks that a record may be written to a file: only a record is replaced.
pub fn check_save(path: &Path) -> Result<(), Failure> {
    files::check(path)?;
    let is_empty = std::fs::metadata(path).map_or(true, |file| file.len() == 0);
    if is_empty || read(path).and_then(|text| game(path, &text)).is_ok() {
        Ok(())
    } else {
        Err(Failure::file(path, "this file is no record of a game, and is not replaced"))
    }
}
