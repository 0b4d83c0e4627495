//! Games between people and players, in the terminal.

mod moves;
mod prompt;
mod record;
mod seat;

use std::io::Write;
use std::time::Duration;

use clap::Args;
use engine::Options;
use serde_json::json;

use crate::args::{JsonArgs, StartArgs, Style, number};
use crate::failure::Failure;
use crate::games::{AnyGame, Name, Task};
use crate::outcome::describe;
use crate::picture::{View, terminal_width};
use crate::players;
use crate::think::{Thoughts, in_words, join, seat as seat_of};
use prompt::{Answer, Prompt};
use record::Record;
use seat::{Interrupt, Mind, Seat};

/// Play a game: people and players in any seats
#[derive(Args)]
#[command(after_help = EXAMPLES.to_owned() + players::HELP)]
pub(crate) struct PlayArgs {
    pub(crate) game: Name,

    /// Who sits where, in turn order: "person", or a player as described below [default: a person,
    /// then searches]
    #[arg(value_name = "SEAT")]
    seats: Vec<Seat>,

    /// Begin with this position
    #[arg(long, value_name = "POSITION", default_value = "start", allow_hyphen_values = true)]
    position: String,

    #[command(flatten)]
    start: StartArgs,

    /// How many milliseconds a player has for a move who is not told otherwise
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = number::<u64>)]
    movetime: u64,

    /// Stop after so many plies
    #[arg(long, value_name = "N", value_parser = number::<u64>)]
    plies: Option<u64>,

    #[command(flatten)]
    json: JsonArgs,
}

const EXAMPLES: &str = "\
Examples:
  fourfold play collapsi
  fourfold play compass person person --seed 3
  fourfold play collateral-checkers search:depth=6 person
  fourfold play rolling-mountains person paranoid greedy --set players=3
  fourfold play connect-four search mcts --movetime 50 --json
Type help when it is your turn.

";

impl Task for PlayArgs {
    type Output = Result<(), Failure>;

    fn run<G: AnyGame>(mut self) -> Result<(), Failure> {
        let is_dealt = self.position == "start" && self.start.seed.is_none();
        if is_dealt {
            self.start.seed = Some(rand::random_range(0..1_000_000));
        }
        let start: G = self.start.position(&self.position)?;
        let seats = self.seats(start.players().len())?;
        for (place, seat) in seats.iter().enumerate() {
            seat.check::<G>(start.players().len())
                .map_err(|error| Failure::usage(format!("seat {}, {seat}", place + 1), error))?;
        }
        let with_people = seats.contains(&Seat::Person);
        if with_people && self.json.style() == Style::Json {
            return Err(Failure::usage("--json", "expected no person in any seat"));
        }
        let time = Duration::from_millis(self.movetime);
        let minds = seats.iter().map(|seat| Mind::new(seat, time)).collect();
        let table = Table {
            command: command(self.game, &seats, &start.rules()),
            record: Record::new(start),
            minds,
            prompt: if with_people { Some(Prompt::new()?) } else { None },
            interrupt: Interrupt::install()?,
            view: View::default(),
            style: self.json.style(),
        };
        if is_dealt && self.json.style() == Style::Text {
            writeln!(anstream::stdout(), "Game {} (--seed)\n", self.start.seed.unwrap_or(0))?;
        }
        table.play(self.plies.unwrap_or(u64::MAX))
    }
}

impl PlayArgs {
    /// Who sits in each of the seats of a game.
    fn seats(&self, players: usize) -> Result<Vec<Seat>, Failure> {
        if self.seats.is_empty() {
            let mut seats = vec![Seat::search(); players];
            seats[0] = Seat::Person;
            return Ok(seats);
        }
        if self.seats.len() != players {
            let given = self.seats.len();
            return Err(Failure::Usage(format!("expected {players} seats, found {given}")));
        }
        Ok(self.seats.clone())
    }
}

/// The command that plays a game with these seats and rules.
fn command<R: Options>(game: Name, seats: &[Seat], rules: &R) -> String {
    let mut words = vec![format!("fourfold play {game}")];
    words.extend(seats.iter().map(ToString::to_string));
    let value = |rules: &R, name| rules.get(name).unwrap_or_default();
    let set = R::SPECS.iter().map(|spec| (spec.name, value(rules, spec.name)));
    let set = set.filter(|(name, given)| *given != value(&R::default(), name));
    words.extend(set.map(|(name, value)| format!("--set {name}={value}")));
    words.join(" ")
}

/// A game that is being played.
struct Table<G: AnyGame> {
    /// What to type for another game like this.
    command: String,
    record: Record<G>,
    /// By seat.
    minds: Vec<Mind<G>>,
    /// For people, if there are any.
    prompt: Option<Prompt<G>>,
    interrupt: Interrupt,
    view: View,
    style: Style,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

impl<G: AnyGame> Table<G> {
    fn play(mut self, most_plies: u64) -> Result<(), Failure> {
        self.draw()?;
        while self.record.position().outcome().is_none() && (self.record.ply() as u64) < most_plies
        {
            let seat = seat_of(self.record.position(), self.record.position().turn());
            let next = match self.minds[seat] {
                Mind::Person => self.ask()?,
                _ => self.think(seat)?,
            };
            if next == Next::Leave {
                break;
            }
        }
        let position = self.record.position();
        let (position, result) = (position.to_string(), describe(position));
        let mut out = anstream::stdout();
        match self.style {
            Style::Json => writeln!(out, "{}", json!({ "position": position, "result": result }))?,
            Style::Text => writeln!(out, "{position}\n{result}")?,
        }
        Ok(())
    }

    /// Shows the board.
    fn draw(&self) -> Result<(), Failure> {
        if self.style == Style::Text {
            let out = &mut anstream::stdout();
            let picture = self.record.position().picture(self.record.last(), self.view);
            picture.print(out, terminal_width())?;
            writeln!(out)?;
        }
        Ok(())
    }

    /// Lets a player move.
    fn think(&mut self, seat: usize) -> Result<Next, Failure> {
        let position = self.record.position();
        let (m, thoughts) = self.minds[seat].choose(position, &self.interrupt)?;
        position.check(m).map_err(Failure::run)?;
        self.play_and_show(m, thoughts.as_ref())?;
        Ok(Next::GoOn)
    }

    fn play_and_show(
        &mut self,
        m: G::Move,
        thoughts: Option<&Thoughts<G::Move>>,
    ) -> Result<(), Failure> {
        let turn = self.record.position().turn();
        self.record.play(m);
        let ply = self.record.ply();
        let mut out = anstream::stdout();
        if self.style == Style::Text {
            let remark = thoughts.map_or_else(String::new, Thoughts::remark);
            writeln!(out, "{ply}. {turn} {m}{remark}")?;
            return self.draw();
        }
        let mut json = json!({
            "ply": ply,
            "turn": turn.to_string(),
            "move": m.to_string(),
            "position": self.record.position().to_string(),
        });
        if let Some(thoughts) = thoughts {
            let best = &thoughts.lines[0];
            json["score"] = in_words(best.score, best.proven).into();
            json["proven"] = best.proven.into();
            json["depth"] = thoughts.depth.into();
            json["nodes"] = thoughts.nodes.into();
            json["line"] = best.line.iter().map(ToString::to_string).collect();
        }
        Ok(writeln!(out, "{json}")?)
    }

    /// Asks the person whose turn it is, once.
    fn ask(&mut self) -> Result<Next, Failure> {
        let Some(prompt) = &mut self.prompt else { return Ok(Next::Leave) };
        let position = self.record.position();
        let turn = position.turn();
        let mut out = anstream::stdout();
        match prompt.ask(position)? {
            Answer::Moves(moves) => {
                for m in moves {
                    self.play_and_show(m, None)?;
                }
            }
            Answer::Help => writeln!(out, "{}", prompt::help::<G>())?,
            Answer::Rules => writeln!(out, "{}\n", G::HOW_TO_PLAY)?,
            Answer::List(beginning) => moves::list(&mut out, position, &beginning)?,
            Answer::Hint => self.hint()?,
            Answer::Undo => self.step_back()?,
            Answer::Redo => self.step_forward()?,
            Answer::Flip => {
                self.view = self.view.other();
                self.draw()?;
            }
            Answer::Board => self.draw()?,
            Answer::Resign => {
                writeln!(out, "{turn} resigns.")?;
                return Ok(Next::Leave);
            }
            Answer::Quit => {
                writeln!(out, "To go on from here: {} --position '{position}'", self.command)?;
                return Ok(Next::Leave);
            }
            Answer::Nothing => {}
        }
        Ok(Next::GoOn)
    }

    /// Says what a search of a second would play.
    fn hint(&self) -> Result<(), Failure> {
        let thoughts = seat::hint(self.record.position(), &self.interrupt)?;
        if let Some(m) = thoughts.best() {
            let line = join(&thoughts.lines[0].line);
            writeln!(anstream::stdout(), "hint: {m}{}\n  {line}", thoughts.remark())?;
        }
        Ok(())
    }

    /// Takes back to where a person was to move.
    fn step_back(&mut self) -> Result<(), Failure> {
        self.step("there is nothing to take back", Record::undo)
    }

    /// Plays again what was taken back, to where a person is to move.
    fn step_forward(&mut self) -> Result<(), Failure> {
        self.step("there is nothing to play again", Record::redo)
    }

    fn step(&mut self, nothing: &str, step: fn(&mut Record<G>) -> bool) -> Result<(), Failure> {
        if !step(&mut self.record) {
            return Ok(writeln!(anstream::stdout(), "{nothing}")?);
        }
        let is_person = |table: &Self| {
            let position = table.record.position();
            matches!(table.minds[seat_of(position, position.turn())], Mind::Person)
        };
        while !is_person(self) && step(&mut self.record) {}
        self.draw()
    }
}
