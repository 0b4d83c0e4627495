//! Two rules side by side.

use std::io::{self, Write};

use engine::Interval;
use engine::study::games_for_difference;
use serde_json::{Value, json};

use super::figures::Figure;
use super::{Sample, StudyArgs};
use crate::arena::interval;
use crate::failure::Failure;
use crate::games::AnyGame;

/// A figure by both rules, and the difference.
struct Pair<'a> {
    default: &'a Figure,
    other: &'a Figure,
    difference: Interval,
}

impl Pair<'_> {
    fn is_significant(&self) -> bool {
        !self.difference.contains(0.0)
    }

    /// In plain words, if the difference is significant.
    fn sentence(&self) -> Option<String> {
        let word = if self.difference.estimate > 0.0 { "higher" } else { "lower" };
        let show = |value: f64| self.default.unit.show(value.abs());
        let (least, most) = (self.difference.low, self.difference.high);
        let (least, most) = if least > 0.0 { (least, most) } else { (most, least) };
        self.is_significant().then(|| {
            let title = self.default.title.trim();
            format!("{title}: {word} by {} to {}", show(least), show(most))
        })
    }
}

/// Plays the game by the default rules and by those that were asked for, and prints the differences.
pub(super) fn run<G: AnyGame>(args: &StudyArgs) -> Result<(), Failure> {
    if !args.games.rules.are_given() {
        return Err(Failure::usage(
            "--against",
            "expected rules to compare, as in --set KEY=VALUE",
        ));
    }
    let by_default = args.games.by_default_rules();
    let default = Sample::<G>::play(args, &by_default)?;
    by_default.finish(&default.report)?;
    let other = Sample::<G>::play(args, &args.games)?;
    let pairs = pairs(&default.figures, &other.figures);
    let json = || {
        let difference = |Pair { default, difference, .. }: &Pair<'_>| {
            let mut json = interval(*difference);
            json["key"] = default.key.clone().into();
            json
        };
        let both = [default.json(args), other.json(args)];
        json!({ "rules": both, "differences": pairs.iter().map(difference).collect::<Value>() })
    };
    args.json.print(json, |out| {
        let rules = engine::Options::changes_from(&other.rules, &G::Rules::default());
        writeln!(
            out,
            "{}, played by {}: {} games by the default rules, {} by {rules}\n",
            args.game,
            default.player,
            default.study.games(),
            other.study.games()
        )?;
        print(out, &pairs, default.study.games())
    })?;
    args.games.finish(&other.report)
}

/// The figures that both have, with their differences.
fn pairs<'a>(default: &'a [Figure], other: &'a [Figure]) -> Vec<Pair<'a>> {
    let pair = |default: &'a Figure| {
        let other = other.iter().find(|other| other.key == default.key)?;
        Some(Pair { default, other, difference: other.value.minus(default.value) })
    };
    default.iter().filter_map(pair).collect()
}

fn print(out: &mut impl Write, pairs: &[Pair<'_>], games: u64) -> io::Result<()> {
    let heading = "difference, 95 % interval";
    writeln!(out, "{:28} {:>9} {:>9}  {heading}", "", "default", "other")?;
    for pair in pairs {
        let unit = pair.default.unit;
        let signed =
            |value: f64| format!("{}{}", if value > 0.0 { "+" } else { "" }, unit.show(value));
        let Interval { estimate, low, high } = pair.difference;
        let mark = if pair.is_significant() { " *" } else { "" };
        writeln!(
            out,
            "{:28} {:>9} {:>9}  {}, {} to {}{mark}",
            pair.default.title,
            pair.default.estimate(),
            pair.other.estimate(),
            signed(estimate),
            signed(low),
            signed(high)
        )?;
    }
    let sentences: Vec<String> = pairs.iter().filter_map(Pair::sentence).collect();
    if sentences.is_empty() {
        writeln!(out, "\nThese games do not tell the rules apart.")?;
    } else {
        writeln!(out, "\nBy the other rules (*):")?;
    }
    for sentence in &sentences {
        writeln!(out, "  {sentence}")?;
    }
    writeln!(out, "Of 20 differences that are not there, one is marked by chance.")?;
    let visible = (1..=50).find(|&percent| {
        games_for_difference(0.5, f64::from(percent) / 100.0).is_some_and(|needed| needed <= games)
    });
    match visible {
        Some(percent) => writeln!(
            out,
            "With {games} games each, shares that differ by {percent} % are told apart in 80 of 100 studies."
        ),
        None => writeln!(out, "{games} games each are too few to tell any shares apart."),
    }
}
