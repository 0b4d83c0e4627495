//! Arguments that several programs take.

use clap::Args;
use engine::{Notation, Options, Start};

use crate::failure::Failure;

/// Rule options.
#[derive(Clone, Debug, Args)]
pub struct RuleArgs {
    /// Set a rule option, such as rules=v1_3; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl RuleArgs {
    /// The rules that were asked for.
    ///
    /// # Errors
    ///
    /// Wrong usage: there is no such option, or it takes other values.
    pub fn rules<R: Options>(&self) -> Result<R, Failure> {
        let mut rules = R::default();
        for set in &self.set {
            let at = format!("--set {set:?}");
            let Some((name, value)) = set.split_once('=') else {
                return Err(Failure::usage(at, "expected KEY=VALUE"));
            };
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
    G::parse(text, rules).map_err(|error| Failure::usage(format!("position {text:?}"), error))
}

/// A position, by text or "start".
#[derive(Clone, Debug, Args)]
pub struct PositionArgs {
    /// The position in the game's notation, or "start"
    position: String,

    #[command(flatten)]
    rules: RuleArgs,

    /// Which deal "start" is, in games that are dealt at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl PositionArgs {
    /// The position that was asked for.
    ///
    /// # Errors
    ///
    /// Wrong usage: of an option, or the text is not a position.
    pub fn position<G: Start>(&self) -> Result<G, Failure> {
        if self.position == "start" {
            Ok(G::start(&self.rules.rules()?, self.seed))
        } else {
            self.rules.position(&self.position)
        }
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
