//! Other programs, which speak the Universal Game Interface: `ugi:nodes=1000,./engine --fast`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use arena::UgiProgram;

use crate::players::{Kind, ParsePlayerError, Settings};

/// A player `ugi:...`: settings, then the path and arguments of a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UgiPlayer {
    pub(super) settings: Box<Settings>,
    /// As given.
    command: String,
    /// The path and arguments in the command.
    words: Vec<String>,
}

impl UgiPlayer {
    pub(super) fn check(&self) -> Result<(), String> {
        self.program().name().map(|_| ()).map_err(|error| error.to_string())
    }

    pub(super) fn program(&self) -> UgiProgram {
        let Settings { options, log, grace, .. } = &*self.settings;
        let (path, arguments) = self.words.split_first().unwrap_or((&self.command, &[]));
        let program = UgiProgram::new(path).arguments(arguments);
        let set =
            |program: UgiProgram, (name, value): &(String, String)| program.option(name, value);
        let program = log.iter().fold(options.iter().fold(program, set), UgiProgram::log);
        grace.map(Duration::from_millis).into_iter().fold(program, UgiProgram::grace)
    }
}

/// The text that `FromStr` reads.
impl fmt::Display for UgiPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.settings.to_string();
        let comma = if settings.is_empty() { "" } else { "," };
        f.pad(&format!("ugi:{settings}{comma}{}", self.command))
    }
}

impl FromStr for UgiPlayer {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let mut settings = Box::<Settings>::default();
        let mut command = text;
        while let Some((setting, rest)) = command.split_once(',') {
            let is_name =
                |name: &str| name.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
            let given = setting.split_once('=').filter(|(name, _)| {
                is_name(name.strip_prefix(Settings::OPTION).map_or(name, |_| "option"))
            });
            let Some((name, value)) = given else { break };
            if !Settings::is_of_programs(name) {
                return Err(ParsePlayerError::Setting {
                    kind: Kind::Own("ugi".to_owned()),
                    name: name.to_owned(),
                    settings: Settings::OF_PROGRAMS,
                });
            }
            settings.set(name, value)?;
            command = rest;
        }
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ParsePlayerError::Value {
            name: "ugi".to_owned(),
            value: command.to_owned(),
            expected: "a program and its arguments, as in ugi:nodes=1000,./engine --fast",
        })?;
        Ok(Self { settings, command: command.to_owned(), words })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_printed_as_they_are_read() {
        for (text, words) in [
            ("./engine --fast", &["./engine", "--fast"][..]),
            ("nodes=5,clock=3+0.5,grace=9,option.My Hash=64,./my=odd,engine", &["./my=odd,engine"]),
            ("depth=5,name=my engine,log=/a b/log,engine", &["engine"]),
            ("time=7,'/a b/engine' \"x,y\"", &["/a b/engine", "x,y"]),
        ] {
            let program: UgiPlayer = text.parse().unwrap();
            assert_eq!(program.words, words);
            assert_eq!(program.to_string(), format!("ugi:{text}"));
        }
        let unknown = "movetime=3000,./e".parse::<UgiPlayer>().unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "there is no player ugi with a setting \"movetime\": \
             expected time, nodes, depth, clock, grace, log, option.NAME, name"
        );
        let program: UgiPlayer = "option.b=1,grace=2,depth=4,option.a=2,nodes=3,x".parse().unwrap();
        assert_eq!(program.to_string(), "ugi:nodes=3,depth=4,grace=2,option.b=1,option.a=2,x");
    }
}
