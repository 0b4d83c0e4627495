//! Rule options by name, as programs, protocols and configuration files set them.

/// Options that can be read and set by name.
///
/// # Laws
///
/// Every name in [`SPECS`](Options::SPECS) can be read, and setting an option to what was read
/// changes nothing.
///
/// ```
/// use engine::{OptionError, OptionSpec, Options};
///
/// #[derive(Clone, Default)]
/// struct Rules { quiet_limit: u32 }
///
/// impl Options for Rules {
///     const SPECS: &'static [OptionSpec] =
///         &[OptionSpec { name: "quiet_limit", values: "a number of plies" }];
///
///     fn get(&self, name: &str) -> Option<String> {
///         (name == "quiet_limit").then(|| self.quiet_limit.to_string())
///     }
///
///     fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
///         let spec = Self::spec(name)?;
///         self.quiet_limit = value.parse().map_err(|_| spec.refuse(value))?;
///         Ok(())
///     }
/// }
///
/// let error = Rules::default().set("quiet_limit", "soon").unwrap_err();
/// assert_eq!(error.to_string(), "option \"quiet_limit\" is \"soon\": expected a number of plies");
/// ```
pub trait Options: Clone + Default {
    /// Every option, in the order in which to show them.
    const SPECS: &'static [OptionSpec];

    /// The value of an option as text, or `None` if there is no such option.
    fn get(&self, name: &str) -> Option<String>;

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// Says that there is no such option, or which values it takes.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// The description of the option called `name`.
    ///
    /// # Errors
    ///
    /// Says that there is no such option, and which there are.
    fn spec(name: &str) -> Result<&'static OptionSpec, OptionError> {
        Self::SPECS.iter().find(|spec| spec.name == name).ok_or_else(|| OptionError::Unknown {
            name: name.to_owned(),
            known: Self::SPECS.iter().map(|spec| spec.name).collect(),
        })
    }
}

/// No options at all.
impl Options for () {
    const SPECS: &'static [OptionSpec] = &[];

    fn get(&self, _name: &str) -> Option<String> {
        None
    }

    fn set(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Self::spec(name).map(|_| ())
    }
}

/// What there is to know about an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// The name by which it is set.
    pub name: &'static str,
    /// The values it takes, in words that can follow "expected".
    pub values: &'static str,
}

impl OptionSpec {
    /// The error that `value` is none of the values this option takes.
    #[must_use]
    pub fn refuse(&self, value: &str) -> OptionError {
        OptionError::Value { name: self.name, value: value.to_owned(), expected: self.values }
    }
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option {name:?}: expected {}", one_of(known))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The option takes other values.
    #[error("option {name:?} is {value:?}: expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value that was refused.
        value: String,
        /// The values it takes.
        expected: &'static str,
    },
}

fn one_of(names: &[&str]) -> String {
    match names {
        [] => "none, this game has no options".to_owned(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_answered_with_the_known_ones() {
        let unknown =
            |known: &[&'static str]| OptionError::Unknown { name: "x".into(), known: known.into() };
        assert_eq!(unknown(&["a"]).to_string(), "unknown option \"x\": expected a");
        assert_eq!(
            unknown(&["a", "b", "c"]).to_string(),
            "unknown option \"x\": expected a, b or c"
        );
        assert_eq!(
            ().set("x", "1").unwrap_err().to_string(),
            "unknown option \"x\": expected none, this game has no options"
        );
    }
}
