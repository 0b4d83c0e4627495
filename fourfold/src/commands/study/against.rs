//! Compares the game by two sets of rules.

use std::io::{self, Write};

use arena::Interval;
use arena::study::games_for_difference;
use engine::board::counted;
use page::report::{Figure, REPEATED};
use serde_json::{Value, json};

use super::StudyArgs;
use kit::{Failure, Kit};
use terminal::args::RuleArgs;

/// A figure by both rules, with the second minus the first.
struct Pair<'a> {
    first: &'a Figure,
    second: &'a Figure,
    difference: Interval,
}

/// Plays the game by the rules of `settings` and by those of `--set`, and prints the differences.
pub(super) fn run(kit: &Kit, args: &StudyArgs, settings: &str) -> Result<(), Failure> {
    let mut against = args.games.part("against");
    against.rules = settings.into();
    let name = |rules: &RuleArgs| {
        let start = kit.start(&rules.settings(kit)?, 0).map_err(Failure::run)?;
        let changes = start.rule_changes();
        Ok::<_, Failure>(if changes.is_empty() { "the default rules".to_owned() } else { changes })
    };
    let names = [name(&against.rules)?, name(&args.games.rules)?];
    if names[0] == names[1] {
        let error = format!("expected two different rules, found {} twice", names[0]);
        return Err(Failure::usage("--against", error));
    }
    let (first, report) = args.play(kit, &against)?;
    against.finish(&report)?;
    let (second, report) = args.play(kit, &args.games)?;
    let pairs = pairs(&first.figures, &second.figures);
    let json = || {
        let difference = |Pair { first, difference, .. }: &Pair<'_>| {
            let mut json = json!(difference);
            json["key"] = first.key.clone().into();
            json
        };
        let both = [first.json(), second.json()];
        json!({ "rules": both, "differences": pairs.iter().map(difference).collect::<Value>() })
    };
    args.json.print(json, |out| {
        let (game, player) = (kit.name(), &first.about.player);
        writeln!(out, "{game}, played by {player}")?;
        let studies = [&first.study, &second.study];
        for (number, (name, study)) in names.iter().zip(studies).enumerate() {
            let (games, distinct) = (study.games(), study.distinct());
            let games = counted(games, "game");
            writeln!(out, "rules {}: {name}, {games}, {distinct} different", number + 1)?;
        }
        if studies.iter().any(|study| !study.is_varied()) {
            writeln!(out, "{REPEATED}")?;
        }
        print(out, &pairs, studies[0].games().min(studies[1].games()))
    })?;
    args.games.finish(&report)
}

fn pairs<'a>(first: &'a [Figure], second: &'a [Figure]) -> Vec<Pair<'a>> {
    let pair = |first: &'a Figure| {
        let second = second.iter().find(|second| second.key == first.key)?;
        Some(Pair { first, second, difference: second.value.minus(first.value) })
    };
    first.iter().filter_map(pair).collect()
}

fn print(out: &mut impl Write, pairs: &[Pair<'_>], games: u64) -> io::Result<()> {
    let heading = "difference, 95 % interval";
    writeln!(out, "\n{:28} {:>9} {:>9}  {heading}", "", "rules 1", "rules 2")?;
    for pair in pairs {
        let unit = pair.first.unit;
        let signed =
            |value: f64| format!("{}{}", if value > 0.0 { "+" } else { "" }, unit.show(value));
        let Interval { estimate, low, high } = pair.difference;
        let mark = if pair.difference.contains(0.0) { "" } else { " *" };
        writeln!(
            out,
            "{:28} {:>9} {:>9}  {}, {} to {}{mark}",
            pair.first.title,
            pair.first.estimate(),
            pair.second.estimate(),
            signed(estimate),
            signed(low),
            signed(high)
        )?;
    }
    writeln!(out, "\n* shown; of 20 figures without a difference one is marked by chance")?;
    let visible = (1..=50).find(|&percent| {
        games_for_difference(0.5, f64::from(percent) / 100.0).is_some_and(|needed| needed <= games)
    });
    let games = counted(games, "game");
    match visible {
        Some(percent) => writeln!(
            out,
            "With {games} each, a difference of {percent} % between shares is found in 80 of 100 studies."
        ),
        None => {
            writeln!(out, "{games} each are too few to find any difference between shares.")
        }
    }
}
