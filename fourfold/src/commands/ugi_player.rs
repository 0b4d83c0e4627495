//! Other programs, which speak the Universal Game Interface: `ugi:nodes=1000,./engine --fast`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arena::UgiProgram;

use crate::players::{ParsePlayerError, Settings};

/// A player `ugi:...`: settings, then the path and arguments of a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UgiPlayer {
    pub(super) settings: Box<Settings>,
    /// In milliseconds.
    grace: Option<u64>,
    log: Option<String>,
    options: Vec<(String, String)>,
    /// As given.
    command: String,
    /// The path and arguments in the command.
    words: Vec<String>,
}

impl UgiPlayer {
    const OPTION: &'static str = "option.";

    pub(super) fn check(&self) -> Result<(), String> {
        self.program().name().map(|_| ()).map_err(|error| error.to_string())
    }

    pub(super) fn program(&self) -> UgiProgram {
        let (path, arguments) = self.words.split_first().unwrap_or((&self.command, &[]));
        let program = UgiProgram::new(path).arguments(arguments);
        let options = self.options.iter();
        let program = options.fold(program, |program, (name, value)| program.option(name, value));
        let program = self.log.iter().fold(program, UgiProgram::log);
        match self.grace {
            Some(millis) => program.grace(Duration::from_millis(millis)),
            None => program,
        }
    }
}

/// The text that `FromStr` reads.
impl fmt::Display for UgiPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = Some(self.settings.to_string()).filter(|text| !text.is_empty());
        let grace = self.grace.map(|millis| format!("grace={millis}"));
        let log = self.log.as_ref().map(|file| format!("log={file}"));
        let option = |(name, value): &(String, String)| format!("{}{name}={value}", Self::OPTION);
        let parts = settings.into_iter().chain(grace).chain(log);
        let parts = parts.chain(self.options.iter().map(option));
        let parts: Vec<String> = parts.chain([self.command.clone()]).collect();
        f.pad(&format!("ugi:{}", parts.join(",")))
    }
}

impl FromStr for UgiPlayer {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let mut settings = Box::<Settings>::default();
        let (mut grace, mut log, mut options) = (None, None, Vec::new());
        let mut command = text;
        while let Some((setting, rest)) = command.split_once(',') {
            let Some((name, value)) = setting.split_once('=') else { break };
            let is_set = match name.strip_prefix(Self::OPTION) {
                Some(option) => {
                    let is_set = options.iter().any(|(name, _)| name == option);
                    options.push((option.to_owned(), value.to_owned()));
                    is_set
                }
                None if name == "grace" => {
                    let (name, value) = (name.to_owned(), value.to_owned());
                    let expected = "a number of milliseconds";
                    let millis = value.parse().ok();
                    let error = ParsePlayerError::Value { name, value, expected };
                    grace.replace(millis.ok_or(error)?).is_some()
                }
                None if name == "log" => log.replace(value.to_owned()).is_some(),
                None if Settings::OF_PROGRAMS.contains(&name) => {
                    settings.set(name, value)?;
                    false
                }
                None => break,
            };
            if is_set {
                return Err(ParsePlayerError::Twice(name.to_owned()));
            }
            command = rest;
        }
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ParsePlayerError::Value {
            name: "ugi".to_owned(),
            value: command.to_owned(),
            expected: "a program and its arguments, as in ugi:nodes=1000,./engine --fast",
        })?;
        Ok(Self { settings, grace, log, options, command: command.to_owned(), words })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_printed_as_they_are_read() {
        for (text, words) in [
            ("./engine --fast", &["./engine", "--fast"][..]),
            ("nodes=5,clock=3+0.5,grace=9,option.Hash=64,my=odd,engine", &["my=odd,engine"]),
            ("depth=5,name=my engine,log=/a b/log,engine", &["engine"]),
            ("time=7,'/a b/engine' \"x,y\"", &["/a b/engine", "x,y"]),
        ] {
            let program: UgiPlayer = text.parse().unwrap();
            assert_eq!(program.words, words);
            assert_eq!(program.to_string(), format!("ugi:{text}"));
        }
        let program: UgiPlayer = "option.b=1,grace=2,depth=4,option.a=2,nodes=3,x".parse().unwrap();
        assert_eq!(program.to_string(), "ugi:nodes=3,depth=4,grace=2,option.b=1,option.a=2,x");
    }
}
