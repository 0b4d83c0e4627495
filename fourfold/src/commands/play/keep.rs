//! Keeping games: files, and the command that continues a game.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use engine::board::counted;

use super::{MOVETIME, Session};
use kit::Failure;
use terminal::{records, words};

impl Session<'_> {
    pub(super) fn leave(&self) -> Result<(), Failure> {
        let command = self.command(self.file.as_deref());
        Ok(writeln!(anstream::stdout(), "To continue: {command}")?)
    }

    /// The command that continues the game from its record in a file, or else from its position.
    fn command(&self, record: Option<&Path>) -> String {
        let mut command = vec![words::program(), "play".to_owned(), self.kit.name().to_owned()];
        command.extend(self.seats.iter().map(ToString::to_string));
        let option = |name: &str, value| [name.to_owned(), value];
        if self.time != Duration::from_millis(MOVETIME) {
            command.extend(option("--movetime", self.time.as_millis().to_string()));
        }
        // A position counts its plies from 0 again, and a record has its rules.
        let gone = if record.is_some() { 0 } else { self.record.ply() as u64 };
        if let Some(plies) = self.most_plies {
            command.extend(option("--plies", plies.saturating_sub(gone).to_string()));
        }
        if let Some(percent) = self.tutor {
            command.push(format!("--tutor={percent}"));
        }
        if let Some(file) = &self.file {
            command.extend(option("--record", file.display().to_string()));
        }
        if let Some(file) = record {
            command.extend(option("--position", format!("@{}", file.display())));
            if self.record.continuations().next().is_some() {
                command.extend(option("--ply", self.record.ply().to_string()));
            }
        } else {
            let changes = self.record.start().rule_changes();
            for setting in changes.split(',').filter(|setting| !setting.is_empty()) {
                command.extend(option("--set", setting.to_owned()));
            }
            command.extend(option("--position", self.record.position().to_string()));
        }
        words::command(command)
    }

    pub(super) fn save_and_leave(&self, path: &Path) -> Result<ControlFlow<()>, Failure> {
        let mut out = anstream::stdout();
        match self.save(path) {
            Ok(()) => {
                writeln!(out, "Saved. To continue: {}", self.command(Some(path)))?;
                Ok(ControlFlow::Break(()))
            }
            Err(error) => {
                writeln!(out, "{error}")?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        records::check_save(path)?;
        records::save(path, &self.record)
    }

    /// Updates the file of the record; without one, the copy that is saved if the program is ended.
    pub(super) fn keep(&self) -> Result<(), Failure> {
        if let Some(path) = &self.file {
            return records::save(path, &self.record);
        }
        let record = || (self.kit.name().to_owned(), self.record.to_string());
        self.interrupt.unsaved.set(self.has_unsaved().then(record));
        Ok(())
    }

    /// Whether people at a terminal have played moves that are in no file.
    pub(super) fn has_unsaved(&self) -> bool {
        let prompt = self.prompt.as_ref();
        self.file.is_none()
            && self.record.ply() > 0
            && prompt.is_some_and(|prompt| prompt.is_at_terminal)
    }

    /// Resumes the first game of a file, if it has as many players.
    pub(super) fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let name = path.display().to_string();
        let game = records::read(&name).and_then(|text| records::choose(self.kit, &name, &text, 1));
        let out = &mut anstream::stdout();
        let (game, seats) = match game {
            Err(error) => return Ok(writeln!(out, "{error}")?),
            Ok(game) => (game, self.sources.len()),
        };
        if game.players().len() != seats {
            let found = counted(game.players().len(), "player");
            return Ok(writeln!(out, "{name}: a game of {found}; expected {seats}")?);
        }
        self.record = game;
        self.record.set_players(self.seats.iter().map(ToString::to_string));
        self.draw()
    }
}
