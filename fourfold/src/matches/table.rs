//! The games of a match as a table, one row each.

use std::fs::File;
use std::path::{Path, PathBuf};

use arena::{GameEnd, PlayedGame};
use engine::{Notation, Outcome};

use crate::failure::Failure;

/// A CSV file.
pub(super) struct CsvTable {
    path: PathBuf,
    writer: csv::Writer<File>,
    is_empty: bool,
}

impl CsvTable {
    pub(super) fn create(path: &Path) -> Result<Self, Failure> {
        let writer = csv::Writer::from_path(path).map_err(|error| Failure::file(path, error))?;
        Ok(Self { path: path.to_owned(), writer, is_empty: true })
    }

    /// Adds a game. The first one determines the columns.
    pub(super) fn add<G: Notation>(
        &mut self,
        game: &PlayedGame<G>,
        names: &[String],
    ) -> Result<(), Failure> {
        self.write(game, names).map_err(|error| Failure::file(&self.path, error))
    }

    fn write<G: Notation>(&mut self, game: &PlayedGame<G>, names: &[String]) -> csv::Result<()> {
        if self.is_empty {
            let seats = game.start.players().iter();
            let seats = seats.flat_map(|player| [player.to_string(), format!("score of {player}")]);
            let columns = ["game", "round", "start", "random plies", "plies", "end"];
            let columns: Vec<String> =
                columns.map(str::to_owned).into_iter().chain(seats).collect();
            self.writer.write_record(columns)?;
            self.is_empty = false;
        }
        let mut row = vec![
            game.number.to_string(),
            game.round.to_string(),
            game.start.to_string(),
            game.opening.to_string(),
            game.moves.len().to_string(),
            in_words(game),
        ];
        for (seat, contestant) in game.seats.iter().enumerate() {
            row.push(names.get(*contestant).cloned().unwrap_or_default());
            row.push(game.score(seat).unwrap_or_default().to_string());
        }
        self.writer.write_record(row)?;
        Ok(self.writer.flush()?)
    }
}

/// How a game ended.
fn in_words<G: Notation>(game: &PlayedGame<G>) -> String {
    let won = |outcome: &Outcome<G::Player>| match outcome.winner() {
        Some(winner) => format!("{winner} wins"),
        None => "draw".to_owned(),
    };
    match &game.end {
        GameEnd::Outcome(outcome) => won(outcome),
        GameEnd::PlyLimit => "ply limit".to_owned(),
        GameEnd::Adjudicated { outcome, by } => format!("{}: {by}", won(outcome)),
        GameEnd::Forfeit { player, reason } => format!("{player} forfeits: {reason}"),
    }
}
