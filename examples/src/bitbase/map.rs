//! Rule sets compared: the results of endings by each, and how they are won.

use std::io::Write;
use std::num::NonZeroU32;

use collateral_checkers::{Ending, Endings, ForcedCapture, Material, Position, Rules};
use engine::Game;
use engine::counted;
use engine::tablebase::{BuildOptions, Family, Rank, Statistics, Tablebase};

use crate::failure::Failure;
use crate::progress;

/// The largest `hold_turns` that is compared.
const MOST_TURNS: u32 = 5;

/// How many wins of each material are played out.
const SAMPLE: u64 = 2_000;

/// Builds a table with distances for each set of rules, and prints a row for each material.
pub(super) fn map(
    out: &mut impl Write,
    max_pieces: usize,
    options: &BuildOptions<'_>,
) -> Result<(), Failure> {
    let rules = ForcedCapture::ALL.iter().flat_map(|&forced_capture| {
        let turns = (1..=MOST_TURNS).filter_map(NonZeroU32::new);
        turns.map(move |hold_turns| Rules { forced_capture, hold_turns, quiet_limit: None })
    });
    let families =
        rules.map(|rules| Endings::new(rules, max_pieces).map(|endings| (rules, endings)));
    let families: Vec<_> = families
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::usage("--max-pieces", error))?;
    let bar = progress::bar("{msg}");
    let [stop] = progress::interrupt_flags(&bar, "")?;
    let options = options.clone().stop(stop);
    writeln!(
        out,
        "{:20}{:>5}  {:8}{:>8}{:>8}{:>8}{:>13}{:>11}",
        "forced_capture", "hold", "to move", "won", "drawn", "lost", "longest win", "by centre"
    )?;
    for (rules, endings) in families {
        let turns = counted(rules.hold_turns.get(), "turn");
        bar.set_message(format!("{}, {turns}", rules.forced_capture));
        bar.tick();
        let mut table = Tablebase::new(endings);
        table.build(&options).map_err(Failure::run)?;
        for material in table.family().materials() {
            bar.suspend(|| row(out, &table, material))?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn row(
    out: &mut impl Write,
    table: &Tablebase<Endings>,
    material: &Material,
) -> Result<(), Failure> {
    let statistics = table.statistics(material.class, material.indices.clone());
    let Statistics { counts, longest_win, .. } = statistics;
    let share = |part: u64, all: u64| format!("{:.1} %", 100. * part as f64 / all.max(1) as f64);
    let shares = [counts.won, counts.drawn, counts.lost].map(|n| share(n, counts.positions()));
    let [won, drawn, lost] = shares;
    let Rules { forced_capture, hold_turns, .. } = table.family().rules();
    let (by_centre, all) = by_centre(table, material);
    writeln!(
        out,
        "{:20}{hold_turns:>5}  {material:8}{won:>8}{drawn:>8}{lost:>8}{:>13}{:>11}",
        forced_capture.to_string(),
        longest_win.map_or(0, |longest| longest.plies),
        share(by_centre, all)
    )?;
    Ok(())
}

/// Plays out some wins, spread evenly over a material. Returns how many end by holding the centre, and how
/// many were played.
fn by_centre(table: &Tablebase<Endings>, material: &Material) -> (u64, u64) {
    let Material { class, ref indices, .. } = *material;
    let step = ((indices.end - indices.start) / SAMPLE).max(1);
    let won = indices.clone().step_by(step as usize).filter_map(|index| {
        let rank = Rank { class, index };
        table.get(rank).filter(|score| score.is_win())?;
        table.family().unrank(rank)
    });
    won.map(|position| ending(table, position)).fold((0, 0), |(by_centre, all), ending| {
        (by_centre + u64::from(matches!(ending, Some(Ending::Hold { .. }))), all + 1)
    })
}

/// How a game ends with best play.
fn ending(table: &Tablebase<Endings>, mut position: Position) -> Option<Ending> {
    for m in table.line(&position) {
        position.play_unchecked(m);
    }
    position.ending()
}
