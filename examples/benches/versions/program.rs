//! A program that speaks the Universal Game Interface, as a player.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{self, Child, ChildStdin, ChildStdout, Stdio};
use std::str::FromStr;
use std::time::Duration;

use engine::{Bot, Limits, Notation};

/// A program and its arguments; as text separated by spaces.
#[derive(Clone, Debug)]
pub(crate) struct Command(Vec<OsString>);

impl Command {
    pub(crate) fn new(words: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        Self(words.into_iter().map(Into::into).collect())
    }
}

impl FromStr for Command {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::new(text.split_whitespace()))
    }
}

/// A running program.
pub(crate) struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    name: String,
    move_time: Duration,
}

impl Program {
    /// Starts the program for a game, and waits until it is ready.
    pub(crate) fn start(command: &Command, game: &str, move_time: Duration) -> io::Result<Self> {
        let [program, arguments @ ..] = command.0.as_slice() else {
            return Err(io::Error::other("expected a program, found nothing"));
        };
        let mut child = process::Command::new(program)
            .args(arguments)
            .arg(game)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", program.display()))
            })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipe to the program"));
        };
        let mut program = Self {
            child,
            input,
            output: BufReader::new(output),
            name: program.display().to_string(),
            move_time,
        };
        program.say("ugi")?;
        program.wait_for("ugiok")?;
        Ok(program)
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// What follows this word, on the first line that begins with it.
    fn wait_for(&mut self, word: &str) -> io::Result<String> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(rest) = line.strip_prefix(word) {
                return Ok(rest.trim().to_owned());
            }
            if line.starts_with("info string error") {
                return Err(io::Error::other(line.trim().to_owned()));
            }
            line.clear();
        }
        Err(io::Error::other(format!("{}: ended without saying {word}", self.name)))
    }

    fn ask(&mut self, position: &impl Notation) -> io::Result<String> {
        self.say(&format!("position fen {position}"))?;
        self.say(&format!("go movetime {}", self.move_time.as_millis()))?;
        self.wait_for("bestmove ")
    }
}

/// A program that fails forfeits the game.
impl<G: Notation> Bot<G> for Program {
    fn choose(&mut self, position: &G, _limits: &Limits) -> Option<G::Move> {
        match self.ask(position) {
            Ok(text) => text.parse().ok(),
            Err(error) => {
                eprintln!("{position}: {error}");
                None
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}
