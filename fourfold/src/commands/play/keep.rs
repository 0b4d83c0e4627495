//! Keeping games: files, and the command that continues a game.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use engine::board::counted;

use super::prompt::is_yes;
use super::seat::unused_file;
use super::{MOVETIME, Session};
use kit::Failure;
use rustyline::error::ReadlineError;
use terminal::{files, records, words};

impl Session<'_> {
    pub(super) fn leave(&self) -> Result<(), Failure> {
        let command = self.command(self.args.record.as_deref());
        Ok(writeln!(anstream::stdout(), "To continue: {command}")?)
    }

    /// The command that continues the game from its record in a file, or else from its position.
    fn command(&self, record: Option<&Path>) -> String {
        let mut command = vec![words::program(), "play".to_owned(), self.kit.name().to_owned()];
        command.extend(self.args.seats.iter().map(ToString::to_string));
        let option = |name: &str, value| [name.to_owned(), value];
        if self.args.movetime != MOVETIME {
            command.extend(option("--movetime", self.args.movetime.to_string()));
        }
        // A position counts its plies from 0 again, and a record has its rules.
        let gone = if record.is_some() { 0 } else { self.record.ply() as u64 };
        if let Some(plies) = self.args.plies {
            command.extend(option("--plies", plies.saturating_sub(gone).to_string()));
        }
        if let Some(percent) = self.args.tutor {
            command.push(format!("--tutor={percent}"));
        }
        if let Some(file) = &self.args.record {
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

    /// Asks at the end of the input whether to leave; another end means yes.
    pub(super) fn ask_to_leave(&mut self) -> Result<ControlFlow<()>, Failure> {
        let is_kept = self.args.record.is_some();
        let or_file = if is_kept { "" } else { ", or a file to save it to" };
        let Some(prompt) = &mut self.prompt else { return Ok(ControlFlow::Break(())) };
        match prompt.line(&format!("Leave the game? (y/n{or_file}) ")) {
            Ok(line) if is_yes(&line) => self.leave().map(ControlFlow::Break),
            Ok(line) if is_kept || matches!(&*line.to_ascii_lowercase(), "" | "n" | "no") => {
                Ok(ControlFlow::Continue(()))
            }
            Ok(line) => self.save_and_leave(line.as_ref()),
            Err(ReadlineError::Interrupted) => Ok(ControlFlow::Continue(())),
            Err(ReadlineError::Eof) => {
                let file = unused_file(self.kit.name());
                let is_saved = self.has_unsaved() && self.save_and_leave(&file)?.is_break();
                if is_saved { Ok(()) } else { self.leave() }.map(ControlFlow::Break)
            }
            Err(error) => Err(Failure::run(error)),
        }
    }

    fn save_and_leave(&self, path: &Path) -> Result<ControlFlow<()>, Failure> {
        let mut out = anstream::stdout();
        if let Err(error) = self.save(path) {
            writeln!(out, "{error}")?;
            return Ok(ControlFlow::Continue(()));
        }
        writeln!(out, "Saved. To continue: {}", self.command(Some(path)))?;
        Ok(ControlFlow::Break(()))
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        records::check_save(path)?;
        files::save(path, self.record.to_string())
    }

    /// Updates the file of the record; without one, the copy that is saved if the program is ended.
    pub(super) fn keep(&self) -> Result<(), Failure> {
        if let Some(path) = &self.args.record {
            return files::save(path, self.record.to_string());
        }
        let record = || (self.kit.name().to_owned(), self.record.to_string());
        self.interrupt.set_unsaved(self.has_unsaved().then(record));
        Ok(())
    }

    /// Whether people at a terminal have played moves that are in no file.
    fn has_unsaved(&self) -> bool {
        let is_at_terminal = self.prompt.as_ref().is_some_and(|prompt| prompt.is_at_terminal);
        self.args.record.is_none() && self.record.ply() > 0 && is_at_terminal
    }

    /// Resumes the first game of a file, if it has as many players.
    pub(super) fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let game = records::read(path).and_then(|text| records::choose(self.kit, path, &text, 1));
        let out = &mut anstream::stdout();
        let (game, seats) = match game {
            Err(error) => return Ok(writeln!(out, "{error}")?),
            Ok(game) => (game, self.sources.len()),
        };
        if game.players().len() != seats {
            let found = counted(game.players().len(), "player");
            return Ok(writeln!(out, "{}: a game of {found}; expected {seats}", path.display())?);
        }
        self.record = game;
        self.record.set_players(self.args.seats.iter().map(ToString::to_string));
        self.draw()
    }
}
