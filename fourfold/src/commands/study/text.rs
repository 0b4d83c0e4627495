//! A study on the terminal.

use std::io::{self, Write};

use arena::study::{Ply, Study};
use engine::board::counted;
use page::report::{About, Figure, QUANTILES, Sample};

/// Where fewer than 90 % of the games are different.
pub(super) const REPEATED: &str = "\
Many games are the same. If the players leave nothing to chance, the intervals are too narrow;
more random plies (--openings) give more different games.";

pub(super) fn print(out: &mut impl Write, sample: &Sample) -> io::Result<()> {
    let (study, About { kit, player, planned, random_plies, seed, .. }) =
        (&sample.study, &sample.about);
    let (games, distinct) = (study.games(), study.distinct());
    writeln!(
        out,
        "{}, played by {player}: {games} of {}, {distinct} different\n\
         openings of {}, seed {seed}\n",
        kit.name(),
        counted(*planned, "game"),
        counted(*random_plies, "random ply")
    )?;
    if !study.is_varied() {
        writeln!(out, "{REPEATED}\n")?;
    }
    writeln!(out, "{:28} {:>8}  {:22} {:>10}", "", "", "95 % interval", "games")?;
    for figure in &sample.figures {
        let Figure { title, sample, .. } = figure;
        let (estimate, interval) = (figure.estimate(), figure.interval());
        writeln!(out, "{title:28} {estimate:>8}  {interval:22} {sample:>10}")?;
    }
    let names = QUANTILES.map(|(name, _)| format!("{name:>7}")).concat();
    writeln!(out, "\n{:28} {names}", "")?;
    for (name, values) in [
        ("plies", &study.lengths),
        ("turns", &study.turns),
        ("moves to choose from", &study.choices),
        ("ahead by points", &study.spread),
    ] {
        if values.count() > 0 {
            let value = |(_, part)| values.quantile(part).unwrap_or_default();
            let row = QUANTILES.map(|quantile| format!("{:>7}", value(quantile))).concat();
            writeln!(out, "{name:28} {row}")?;
        }
    }
    let landmarks = landmarks(study);
    let row = |cell: fn(&(usize, Ply)) -> String| {
        let cells: Vec<String> = landmarks.iter().map(|it| format!("{:>8}", cell(it))).collect();
        cells.concat()
    };
    writeln!(out, "\n{:28}{}", "at ply", row(|(ply, _)| ply.to_string()))?;
    writeln!(out, "{:28}{}", "games", row(|(_, figures)| figures.games.to_string()))?;
    let mean = row(|(_, figures)| format!("{:.2}", figures.mean_choices()));
    writeln!(out, "{:28}{mean}", "moves to choose from, mean")
}

/// Five plies, counted from 1, spread evenly over those that half of the games reach.
fn landmarks(study: &Study) -> Vec<(usize, Ply)> {
    let half = study.lengths.median().unwrap_or_default() as usize;
    let mut plies: Vec<usize> = (0..5).map(|i| 1 + i * half.saturating_sub(1) / 4).collect();
    plies.dedup();
    plies.into_iter().filter_map(|ply| Some((ply, *study.plies.get(ply - 1)?))).collect()
}
