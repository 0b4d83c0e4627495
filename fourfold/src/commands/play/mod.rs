//! Games between people and players, in the terminal.

mod keep;
mod prompt;
mod seat;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::Match;
use clap::Args;
use engine::Game;
use engine::board::{Direction, counted, quoted};
use engine::key::mix;
use engine::record::{Ending, Record, RecordResult};
use engine::search::Thought;
use serde_json::json;

use crate::commands::think::remark;
use kit::{Builtin, Dynamic, Failure, Kind, Kit, Move, PlayerSpec};
use prompt::Prompt;
use rustyline::error::ReadlineError;
use seat::{Choice, Interrupt, Seat, Thinker};
use terminal::args::{JsonArgs, StartArgs, whole};
use terminal::board::{self, board, print_rules};
use terminal::words::{join, paragraphs, terminal_width};
use terminal::{files, records};

/// Play a game: people and players in any seats
#[derive(Args)]
#[command(after_help = "\
Examples:
  fourfold play collapsi
  fourfold play collapsi --level 3 --record game.record
  fourfold play connect-four --tutor
  fourfold play compass person person --seed 3
  fourfold play collateral-checkers search:depth=6 person
  fourfold play rolling-mountains person search greedy --set players=3
  fourfold play connect-four search mcts --movetime 50 --json
Type help when it is your turn.

")]
pub(crate) struct PlayArgs {
    /// The seats in turn order: "person", or a player as described below [default: a person, then
    /// the usual opponents of the game]
    #[arg(value_name = "SEAT")]
    seats: Vec<Seat>,

    /// The level of the default players, from 1 to 8 or as many as the game has
    #[arg(long, value_name = "N", value_parser = PlayerSpec::level)]
    level: Option<PlayerSpec>,

    /// Start from this position, or resume the game of a record: @FILE
    #[arg(long, value_name = "POSITION", default_value = "start", allow_hyphen_values = true)]
    position: String,

    #[command(flatten)]
    start: StartArgs,

    /// Milliseconds a move for players without a limit of their own
    #[arg(long, value_name = "MS", default_value_t = MOVETIME, value_parser = whole(0..=u64::MAX))]
    movetime: u64,

    /// Stop after this many plies [default: 10000]
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    plies: Option<u64>,

    /// Keep a record of the game in this file, a new one or that of the resumed game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Say what a person's move costs before it counts, if that is this much of the expected result or more
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "10", value_parser = whole(0..=100_u64))]
    tutor: Option<u64>,

    #[command(flatten)]
    json: JsonArgs,
}

const MOVETIME: u64 = 1000;

impl PlayArgs {
    pub(crate) fn run(mut self, kit: &Kit) -> Result<(), Failure> {
        if let Some(level) = self.level.as_ref().filter(|_| !self.seats.is_empty()) {
            let error = format!("expected no seats; a seat may be {level}, as in: {level} person");
            return Err(Failure::usage("--level", error));
        }
        let is_dealt = self.position == "start" && self.start.seed.is_none();
        if is_dealt {
            self.start.seed = Some(rand::random_range(0..1_000_000));
        }
        let mut record = self.start.game(kit, &self.position)?;
        if let Some(path) = &self.record {
            self.check_record(kit, path)?;
        }
        self.seats = self.seats(kit, record.players().len())?;
        for (place, seat) in (1..).zip(&self.seats) {
            seat.check(kit)
                .map_err(|error| Failure::usage(format!("seat {place}, {seat}"), error))?;
        }
        let with_people = self.seats.contains(&Seat::Person);
        if with_people && self.json.json {
            return Err(Failure::usage("--json", "expected no person in any seat"));
        }
        if self.tutor.is_some() && !with_people {
            return Err(Failure::usage("--tutor", "expected a person in a seat"));
        }
        let seed = self.start.seed.unwrap_or_else(rand::random);
        let (time, start) = (Duration::from_millis(self.movetime), record.start());
        let begin = |(place, seat): (u64, &Seat)| {
            let Seat::Player(player) = seat else { return None };
            let mut bot = player.bots(kit)();
            bot.new_game(start, mix(seed, place));
            Some(Thinker { bot, limits: player.limits_or_time(kit, time) })
        };
        let sources = (0..).zip(&self.seats).map(begin).collect();
        record.set_players(self.seats.iter().map(ToString::to_string));
        if is_dealt && !self.json.json {
            writeln!(anstream::stdout(), "Game {seed} (--seed)\n")?;
        }
        let mut session = Session {
            kit,
            args: self,
            record,
            sources,
            prompt: if with_people { Some(Prompt::new()?) } else { None },
            interrupt: Interrupt::install(with_people)?,
            side: Direction::South,
        };
        session.introduce()?;
        let result = session.play();
        // Also when the terminal was closed.
        session.interrupt.save_unsaved();
        result
    }

    /// Refuses a file with games, which would be lost, unless it has the game to resume alone.
    fn check_record(&self, kit: &Kit, path: &Path) -> Result<(), Failure> {
        records::check_save(path)?;
        let text = if path.exists() { records::read(path)? } else { return Ok(()) };
        let resumed = self.position.strip_prefix('@').map(Path::new);
        let is_resumed = resumed.is_some_and(|file| files::are_one(file, path));
        if text.is_empty() || is_resumed && records::parse_one(kit, &text).is_ok() {
            return Ok(());
        }
        let error = "it has a game: expected a new file, or --position @FILE to resume that game";
        Err(Failure::file(path, error))
    }

    fn seats(&self, kit: &Kit, players: usize) -> Result<Vec<Seat>, Failure> {
        if self.seats.is_empty() {
            let own = kit.about.own_players.iter().find(|player| player.thinks);
            let search = Kind::Builtin(Builtin::Search);
            let kind = own.map_or(search, |player| Kind::Own(player.name.to_owned()));
            let other = self.level.clone().unwrap_or_else(|| PlayerSpec::plain(kind));
            let mut seats = vec![Seat::Player(other); players];
            seats[0] = Seat::Person;
            return Ok(seats);
        }
        if self.seats.len() != players {
            let (expected, given) = (counted(players, "seat"), self.seats.len());
            return Err(Failure::Usage(format!("expected {expected}, found {given}")));
        }
        Ok(self.seats.clone())
    }
}

struct Session<'h> {
    kit: &'h Kit,
    args: PlayArgs,
    record: Record<Dynamic>,
    /// By seat; `None` for people.
    sources: Vec<Option<Thinker>>,
    prompt: Option<Prompt>,
    interrupt: Interrupt,
    side: Direction,
}

impl Session<'_> {
    fn introduce(&self) -> Result<(), Failure> {
        if self.prompt.is_none() {
            return Ok(());
        }
        let seats = &self.args.seats;
        let people = seats.iter().filter(|seat| **seat == Seat::Person).count();
        let describe = |(player, seat): (&kit::Player, &Seat)| match seat {
            Seat::Person if people == 1 => format!("{player}: you"),
            seat => format!("{player}: {}", seat.describe(self.kit, self.args.movetime)),
        };
        let seats: Vec<String> =
            self.record.position().players().iter().zip(seats).map(describe).collect();
        let text =
            format!("{}\nType help for the commands, rules for how to play.", seats.join("; "));
        Ok(writeln!(anstream::stdout(), "{}\n", paragraphs(&text, terminal_width()))?)
    }

    fn play(&mut self) -> Result<(), Failure> {
        self.draw()?;
        let most_plies = self.args.plies.unwrap_or(Match::<Dynamic>::MAX_PLIES as u64);
        while self.record.position().outcome().is_none() && (self.record.ply() as u64) < most_plies
        {
            let seat = self.record.position().seat_to_move();
            if let Some(player) = &mut self.sources[seat] {
                let choice = player.choose(self.record.position(), &self.interrupt);
                if self.interrupt.end.is_raised() {
                    self.leave()?;
                    let plies = counted(self.record.ply(), "ply");
                    return Err(Failure::Interrupted(format!("stopped after {plies}")));
                }
                self.play_and_show(choice?)?;
            } else if self.ask()?.is_break() {
                break;
            }
        }
        if self.args.plies.is_none() && self.record.ply() as u64 >= most_plies {
            let limit = counted(most_plies, "ply");
            anstream::eprintln!("The game is stopped after {limit}; --plies sets another limit.");
        }
        self.keep()?;
        self.interrupt.set_unsaved(None);
        let position = self.record.position().to_string();
        let result = match self.record.result() {
            RecordResult::Unfinished => "ongoing".to_owned(),
            result => result.to_string(),
        };
        let mut out = anstream::stdout();
        if self.args.json.json {
            let seed = self.args.start.seed;
            let end = json!({ "position": position, "result": result, "seed": seed });
            return Ok(writeln!(out, "{end}")?);
        }
        Ok(writeln!(out, "{position}\n{result}")?)
    }

    fn draw(&self) -> Result<(), Failure> {
        if !self.args.json.json {
            let out = &mut anstream::stdout();
            let last = self.record.position_before().zip(self.record.last_move());
            let last = last.and_then(|(before, m)| before.find_move(&m).ok());
            let places = last.map_or_else(Vec::new, |m| m.places);
            let board = board(self.record.position(), self.side, &places);
            board::print(&board, out, terminal_width())?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn play_and_show(&mut self, choice: Choice) -> Result<(), Failure> {
        let Choice { m, remark, thought } = choice;
        let turn = self.record.position().turn();
        self.record.play(m).map_err(Failure::run)?;
        // Moves taken back stay as a variation.
        self.record.promote();
        self.keep()?;
        let ply = self.record.ply();
        let mut out = anstream::stdout();
        if !self.args.json.json {
            writeln!(out, "{ply}. {turn} {m}{remark}")?;
            return self.draw();
        }
        let mut json = json!({
            "ply": ply,
            "turn": turn.to_string(),
            "move": m.to_string(),
            "position": self.record.position().to_string(),
        });
        if let Some(best) = thought.filter(|found| found.score.is_some()) {
            json["score"] = json!(best.score);
            json["proven"] = best.proven.into();
            json["depth"] = best.depth.into();
            json["nodes"] = best.nodes.into();
            json["line"] = best.line.iter().map(ToString::to_string).collect();
        }
        Ok(writeln!(out, "{json}")?)
    }

    /// Reads and obeys one line of the person to move; a break leaves the game.
    fn ask(&mut self) -> Result<ControlFlow<()>, Failure> {
        let Some(prompt) = &mut self.prompt else { return Ok(ControlFlow::Break(())) };
        match prompt.ask(self.record.position()) {
            Ok(line) => self.obey(&line),
            Err(ReadlineError::Interrupted) => {
                anstream::println!("To leave the game type quit.");
                Ok(ControlFlow::Continue(()))
            }
            Err(ReadlineError::Eof) => self.ask_to_leave(),
            Err(error) => Err(Failure::run(error)),
        }
    }

    /// Obeys a line, or says what is wrong with it.
    fn obey(&mut self, line: &str) -> Result<ControlFlow<()>, Failure> {
        let (out, position) = (&mut anstream::stdout(), self.record.position());
        let mut wrong = |error: String| {
            writeln!(out, "{error}\nType moves for the legal moves, help for more.")
        };
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("help", "") => {
                writeln!(out, "{}", prompt::help(&self.kit.about.notation, terminal_width()))?;
            }
            ("rules", "") => {
                print_rules(self.kit, out, terminal_width())?;
                writeln!(out)?;
            }
            ("moves" | "?", beginning) => prompt::list(out, position, beginning)?,
            ("hint", "") => self.hint()?,
            ("undo", "") => self.step("there is nothing to take back", Record::undo)?,
            ("redo", "") => self.step("there is nothing to play again", Record::redo)?,
            ("flip", "") => {
                self.side = self.side.opposite();
                self.draw()?;
            }
            ("board", "") => self.draw()?,
            (word @ ("save" | "load"), "") => {
                wrong(format!("expected a file, as in {word} my.record"))?;
            }
            ("save", path) => match self.save(path.as_ref()) {
                Ok(()) => {
                    self.interrupt.set_unsaved(None);
                    writeln!(out, "Saved. To load it: load {path}")?;
                }
                Err(error) => writeln!(out, "{error}")?,
            },
            ("load", path) => self.load(path.as_ref())?,
            ("resign", "") => return self.resign(),
            ("quit" | "exit" | "q", "") => return self.leave().map(ControlFlow::Break),
            (word, rest) if prompt::COMMANDS.iter().any(|(command, _)| *command == word) => {
                wrong(format!("expected nothing after {word}, found {}", quoted(rest)))?;
            }
            _ => match prompt::read_moves(position, line) {
                Err(error) => wrong(error)?,
                Ok(moves) if self.takes_back(&moves)? => {}
                Ok(moves) => {
                    for m in moves {
                        self.play_and_show(Choice { m, remark: String::new(), thought: None })?;
                    }
                }
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn resign(&mut self) -> Result<ControlFlow<()>, Failure> {
        let prompt = self.prompt.as_mut().filter(|prompt| prompt.is_at_terminal);
        if prompt.is_some_and(|prompt| !prompt.confirm("Resign the game? (y/n) ")) {
            return Ok(ControlFlow::Continue(()));
        }
        let turn = self.record.position().turn();
        self.record.promote();
        self.record.set_ending(Some(Ending::Resigned(turn)));
        writeln!(anstream::stdout(), "{turn} resigns.")?;
        Ok(ControlFlow::Break(()))
    }

    fn hint(&self) -> Result<(), Failure> {
        let (position, time) = (self.record.position(), Duration::from_secs(1));
        let found = seat::think(self.kit, position, time, &self.interrupt)?.0;
        if let Some(m) = found.best() {
            let line = join(&found.line);
            writeln!(anstream::stdout(), "hint: {m}{}\n  {line}", remark(&Thought::from(&found)))?;
        }
        Ok(())
    }

    /// Goes back or forward to the next turn of a person.
    fn step(
        &mut self,
        nothing: &str,
        step: fn(&mut Record<Dynamic>) -> Option<Move>,
    ) -> Result<(), Failure> {
        if step(&mut self.record).is_none() {
            return Ok(writeln!(anstream::stdout(), "{nothing}")?);
        }
        while self.sources[self.record.position().seat_to_move()].is_some()
            && step(&mut self.record).is_some()
        {}
        self.keep()?;
        self.draw()
    }
}
