//! Arguments that several programs take.

use std::str::FromStr;

use clap::error::ErrorKind;
use clap::{Args, Parser};
use engine::{Notation, Options, Start};

use crate::failure::{Failure, quote};

/// Reads the arguments of a program; `--help` is answered and ends it.
///
/// # Errors
///
/// Wrong usage, in the words of clap, with what was expected where it does not say so.
pub fn parse<P: Parser>() -> Result<P, Failure> {
    P::try_parse().map_err(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        let text = error.render().to_string();
        let text = text.trim_start_matches("error: ").trim_end();
        if error.kind() != ErrorKind::InvalidSubcommand {
            return Failure::Usage(text.to_owned());
        }
        let command = P::command();
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        Failure::Usage(format!("{text}\n\nexpected one of: {}", names.join(", ")))
    })
}

/// Reads a whole number, and says which there are if it is none.
///
/// # Errors
///
/// Says what was expected.
pub fn number<N: FromStr + Bounded>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", N::MAX))
}

/// Numbers that know how large they can be.
pub trait Bounded {
    /// The largest.
    const MAX: u64;
}

impl Bounded for u32 {
    const MAX: u64 = u32::MAX as u64;
}

impl Bounded for u64 {
    const MAX: u64 = u64::MAX;
}

/// Rule options.
#[derive(Clone, Debug, Args)]
pub struct RuleArgs {
    /// Set a rule option; may be given several times, once for each option
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl RuleArgs {
    /// Whether an option was set.
    #[must_use]
    pub fn are_given(&self) -> bool {
        !self.set.is_empty()
    }

    /// The rules that were asked for.
    ///
    /// # Errors
    ///
    /// Wrong usage: there is no such option, or it takes other values.
    pub fn rules<R: Options>(&self) -> Result<R, Failure> {
        let mut rules = R::default();
        let mut names = Vec::new();
        for set in &self.set {
            let at = format!("--set {}", quote(set));
            let Some((name, value)) = set.split_once('=') else {
                return Err(Failure::usage(at, "expected KEY=VALUE"));
            };
            if names.contains(&name) {
                return Err(Failure::usage(at, format!("expected {name} to be set once")));
            }
            names.push(name);
            rules.set(name, value).map_err(|error| Failure::usage(at, error))?;
        }
        Ok(rules)
    }

    /// A position by the rules that were asked for.
    ///
    /// # Errors
    ///
    /// Wrong usage: of an option, or the text is not a position.
    pub fn position<G: Notation>(&self, text: &str) -> Result<G, Failure> {
        read_position(text, &self.rules()?)
    }
}

/// Reads a position.
///
/// # Errors
///
/// Wrong usage: the text is not a position.
pub fn read_position<G: Notation>(text: &str, rules: &G::Rules) -> Result<G, Failure> {
    G::parse(text, rules)
        .map_err(|error| Failure::usage(format!("position {}", quote(text)), error))
}

/// A position, by text or "start".
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// The position in the game's notation, or "start"
    // A board of Compass may begin with an empty square, "-".
    #[arg(allow_hyphen_values = true)]
    position: String,

    #[command(flatten)]
    rules: RuleArgs,

    /// Which deal "start" is, in games that are dealt at random [default: 0]
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_hyphen_values = true)]
    seed: Option<u64>,
}

impl PositionArgs {
    /// The position that was asked for.
    ///
    /// # Errors
    ///
    /// Wrong usage: of an option, or the text is not a position.
    pub fn position<G: Start>(&self) -> Result<G, Failure> {
        if self.position == "start" {
            return Ok(G::start(&self.rules.rules()?, self.seed.unwrap_or(0)));
        }
        if self.seed.is_some() {
            return Err(Failure::usage("--seed", "expected with the position \"start\" only"));
        }
        let rules = self.rules.rules()?;
        G::parse(&self.position, &rules).map_err(|error| {
            let what = format!("position {}", quote(&self.position));
            Failure::usage(what, format!("{error}; or expected \"start\""))
        })
    }
}

/// Plays moves given as text.
///
/// # Errors
///
/// Wrong usage: the first move that cannot be read or played.
pub fn play<G: Notation>(position: &mut G, moves: &str) -> Result<(), Failure> {
    position.play_text(moves).map(|_| ()).map_err(|error| Failure::Usage(error.to_string()))
}
