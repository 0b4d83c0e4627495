//! Rule options by name, as programs, protocols and configuration files set them.

use std::borrow::Borrow;
use std::fmt::{self, Debug};

/// Options that can be read and set by name: [`options!`](crate::options!) implements it by the fields of a type.
///
/// Every name in [`SPECS`](Options::SPECS) can be read, and setting an option to what was read changes nothing.
pub trait Options: Clone + Default + Eq + Debug + Send + Sync + 'static {
    /// Every option, in the order in which to show them.
    const SPECS: &'static [OptionSpec];

    /// The value of an option as text, or `None` if there is no such option.
    fn get(&self, name: &str) -> Option<String>;

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// There is no such option, or it takes other values, which the error lists.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError>;

    /// The default options, changed by a list of settings such as `hold_turns=2,quiet_limit=none`.
    ///
    /// # Errors
    ///
    /// The first option that cannot be set.
    fn from_settings(list: &str) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for setting in list.split(',') {
            let refuse = || OptionError::NoValue { found: setting.to_owned() };
            let (name, value) = setting.split_once('=').ok_or_else(refuse)?;
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// Every option with its value, as [`from_settings`](Options::from_settings) reads them.
    fn settings(&self) -> String {
        list(self, |_| true)
    }

    /// The options whose values differ from those of `base`, in the same form; empty if there are none.
    fn changes_from(&self, base: &Self) -> String {
        list(self, |name| self.get(name) != base.get(name))
    }

    /// Prints the text of a position of these rules; `{:#}` appends their [changes](Options::changes_from).
    #[doc(hidden)]
    fn pad_after(&self, text: String, base: &Self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes = if f.alternate() { self.changes_from(base) } else { String::new() };
        f.pad(&if changes.is_empty() { text } else { text + " " + &changes })
    }

    /// The default options with changes, in the form of [`changes_from`](Options::changes_from).
    ///
    /// # Errors
    ///
    /// The first option that cannot be set.
    fn from_changes(list: &str) -> Result<Self, OptionError> {
        if list.is_empty() { Ok(Self::default()) } else { Self::from_settings(list) }
    }

    /// Splits a list of settings, a last word with `=`, off the end of a text, such as that of a position:
    /// returns the text before it, and the default options with these settings.
    ///
    /// # Errors
    ///
    /// The first option that cannot be set.
    fn split_off(text: &str) -> Result<(&str, Self), OptionError> {
        match text.rsplit_once(' ') {
            Some((before, settings)) if settings.contains('=') => {
                Ok((before, Self::from_settings(settings)?))
            }
            _ => Ok((text, Self::default())),
        }
    }

    /// Every option with its default.
    fn defaults() -> Vec<(OptionSpec, String)> {
        let rules = Self::default();
        Self::SPECS.iter().filter_map(|&spec| Some((spec, rules.get(spec.name)?))).collect()
    }

    /// The description of the option called `name`.
    ///
    /// # Errors
    ///
    /// There is no such option; the error lists those there are.
    fn spec(name: &str) -> Result<&'static OptionSpec, OptionError> {
        Self::SPECS.iter().find(|spec| spec.name == name).ok_or_else(|| OptionError::Unknown {
            name: name.to_owned(),
            known: Self::SPECS.iter().map(|spec| spec.name).collect(),
        })
    }
}

fn list<O: Options>(options: &O, shown: impl Fn(&str) -> bool) -> String {
    let setting = |name| options.get(name).map(|value| format!("{name}={value}"));
    let names = O::SPECS.iter().map(|spec| spec.name);
    names.filter(|name| shown(name)).filter_map(setting).collect::<Vec<_>>().join(",")
}

/// Implements [`Options`] by the fields of a type: for each what [`OptionSpec::about`] says of it, and the
/// values that it takes. A field is a number or an enum of [`words!`](crate::words!), or an `Option` of one,
/// with the word for `None` behind `or`. A number with gaps takes words: `Values::Words(&["4", "6"])`.
///
/// ```
/// use engine::Options;
/// use engine::game::Values;
///
/// #[derive(Clone, Debug, Default, PartialEq, Eq)]
/// struct Rules { laps: u8, pace: Pace, quiet_limit: Option<u32> }
///
/// engine::words! {
///     #[derive(Default)]
///     enum Pace { #[default] Slow: "slow", Fast: "fast" }
/// }
///
/// engine::options! {
///     Rules {
///         laps: "rounds that win", Values::number(0, 9);
///         pace: "how far a piece goes", Values::Words(Pace::WORDS);
///         quiet_limit or "none": "moves without a capture that draw", Values::number_or(1, 999, &["none"])
///     }
/// }
///
/// assert_eq!(Rules::default().settings(), "laps=0,pace=slow,quiet_limit=none");
/// let error = Rules::default().set("quiet_limit", "soon").unwrap_err();
/// assert_eq!(error.to_string(), "option \"quiet_limit\" is \"soon\": expected 1 to 999, or none");
/// ```
#[macro_export]
macro_rules! options {
    (@text $value:expr) => { $value.to_string() };
    (@text $value:expr, $none:literal) => {
        $value.map_or_else(|| $none.to_owned(), |value| value.to_string())
    };
    (@read $text:ident) => { $text.parse().ok() };
    (@read $text:ident, $none:literal) => {
        if $text == $none { Some(None) } else { $text.parse().ok().map(Some) }
    };
    ($Options:ty { $($name:ident $(or $none:literal)?: $about:expr, $values:expr);* $(;)? }) => {
        impl $crate::Options for $Options {
            const SPECS: &'static [$crate::game::OptionSpec] =
                &[$($crate::game::OptionSpec::new(stringify!($name), $about, $values)),*];

            fn get(&self, name: &str) -> Option<String> {
                match name {
                    $(stringify!($name) => Some($crate::options!(@text self.$name $(, $none)?)),)*
                    _ => None,
                }
            }

            fn set(&mut self, name: &str, value: &str) -> Result<(), $crate::game::OptionError> {
                let spec = Self::spec(name)?;
                let read: Option<()> = match name {
                    $(stringify!($name) if spec.takes(value) =>
                        $crate::options!(@read value $(, $none)?).map(|read| self.$name = read),)*
                    _ => None,
                };
                read.ok_or_else(|| spec.refuse(value))
            }
        }
    };
}

// No options at all.
options! { () {} }

/// The description of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The name by which it is set.
    pub name: &'static str,
    /// What it changes in play, in a sentence without a full stop.
    pub about: &'static str,
    /// The values it takes.
    pub values: Values,
}

impl OptionSpec {
    /// The option of this name.
    pub const fn new(name: &'static str, about: &'static str, values: Values) -> Self {
        Self { name, about, values }
    }

    /// The error that `value` is none of the values this option takes.
    pub fn refuse(&self, value: &str) -> OptionError {
        OptionError::Value { name: self.name, value: value.to_owned(), expected: self.values }
    }

    /// Whether `value` is one of the values: a word, or a number as it is printed.
    pub fn takes(&self, value: &str) -> bool {
        let number = read_number(value);
        match self.values {
            Values::Words(words) => words.contains(&value),
            Values::Number { least, most, words } => {
                words.contains(&value) || number.is_some_and(|n| (least..=most).contains(&n))
            }
        }
    }
}

/// Reads a number as it is printed: digits alone, without leading zeros.
pub fn read_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// The values of an option. [`Display`](fmt::Display) names them in words that can follow "expected".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number, or one of some words.
    Number {
        /// The least number.
        least: u32,
        /// The greatest one; `u32::MAX` for any.
        most: u32,
        /// The words that it can be instead, such as `none`.
        words: &'static [&'static str],
    },
}

impl Values {
    /// The whole numbers from `least` to `most`, both included.
    pub const fn number(least: u32, most: u32) -> Self {
        Self::number_or(least, most, &[])
    }

    /// The whole numbers from `least` to `most`, both included, and these words.
    pub const fn number_or(least: u32, most: u32, words: &'static [&'static str]) -> Self {
        Self::Number { least, most, words }
    }
}

/// `2, 3 or 4`, `3 to 11`, `1 or more, or none`.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most, words) = match *self {
            Self::Words(words) => return f.pad(&one_of(words)),
            Self::Number { least, most, words } => (least, most, words),
        };
        let to = if most == u32::MAX { "or more".to_owned() } else { format!("to {most}") };
        let or = if words.is_empty() { String::new() } else { format!(", or {}", one_of(words)) };
        f.pad(&format!("{least} {to}{or}"))
    }
}

/// The reason why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option {name:?}: expected {}", known_options(known))]
    Unknown { name: String, known: Vec<&'static str> },
    /// A setting is a name and a value.
    #[error("{found:?} is not a setting: expected name=value")]
    NoValue { found: String },
    /// The option takes other values.
    #[error("option {name:?} is {value:?}: expected {expected}")]
    Value { name: &'static str, value: String, expected: Values },
}

fn known_options(names: &[&str]) -> String {
    if names.is_empty() { "none, this game has no options".to_owned() } else { one_of(names) }
}

/// Names of which one is meant: `a`, `a or b`, `a, b or c`.
pub fn one_of<S: Borrow<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [name] => name.borrow().to_owned(),
        [names @ .., last] => names.join(", ") + " or " + last.borrow(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    struct Two {
        left: u8,
        right: u8,
    }

    options! {
        Two { left: "one", Values::number(0, 255); right: "the other", Values::number(0, 255) }
    }

    #[test]
    fn lists_of_settings_are_read_as_they_are_printed() {
        let two = Two::from_settings("right=7").unwrap();
        assert_eq!((two.left, two.right), (0, 7));
        assert_eq!(
            (two.settings(), two.changes_from(&Two::default())),
            ("left=0,right=7".into(), "right=7".into())
        );
        assert_eq!(two.changes_from(&two), "");
        let split = |text| Two::split_off(text).map(|(before, two)| (before, two.settings()));
        assert_eq!(split("a b left=3"), Ok(("a b", "left=3,right=0".into())));
        assert_eq!(split("a b"), Ok(("a b", "left=0,right=0".into())));
        assert!(split("a up=3").is_err());
        assert_eq!(Two::from_settings(&two.settings()).unwrap().settings(), two.settings());
        assert_eq!(
            Two::from_changes(&two.changes_from(&two)).unwrap().settings(),
            Two::default().settings()
        );
        assert_eq!(Two::from_changes("right=7").unwrap().settings(), two.settings());
        for (list, error) in [
            ("", "\"\" is not a setting: expected name=value"),
            ("left", "\"left\" is not a setting: expected name=value"),
            ("left=1,up=2", "unknown option \"up\": expected left or right"),
            ("left=1,,right=2", "\"\" is not a setting: expected name=value"),
            ("left=", "option \"left\" is \"\": expected 0 to 255"),
        ] {
            assert_eq!(Two::from_settings(list).err().unwrap().to_string(), error);
        }
    }

    #[test]
    fn values_are_named() {
        for (values, text) in [
            (Values::Words(&["a"]), "a"),
            (Values::Words(&["2", "3", "4"]), "2, 3 or 4"),
            (Values::number(3, 11), "3 to 11"),
            (Values::number_or(0, 20, &["default"]), "0 to 20, or default"),
            (Values::number_or(1, u32::MAX, &["none"]), "1 or more, or none"),
        ] {
            assert_eq!(values.to_string(), text);
        }
        let takes = |values, value| OptionSpec::new("x", "", values).takes(value);
        assert!(takes(Values::Words(&["2", "6"]), "6") && !takes(Values::Words(&["2", "6"]), "3"));
        assert!(
            takes(Values::number_or(3, 11, &["none"]), "11") && !takes(Values::number(3, 11), "2")
        );
        assert!(
            takes(Values::number_or(3, 11, &["none"]), "none")
                && !takes(Values::number(3, 11), "03")
        );
    }

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
