//! Measures well-known games as a report on a game does, and prints the figures that stand beside those of other games:
//! of 1,000 games each, or as many as the argument says.

use std::error::Error;
use std::io::{self, Write};

use classics::checkers::Checkers;
use classics::reversi::Reversi;
use connect_four::{OpenLines, Position};
use engine::search::EvaluatorFn;
use kit::Kit;
use page::report::{Report, ReportError, Sample};
use serde_json::{Map, Value, json};

const KEYS: [&str; 4] = ["first_player", "decisive", "turns", "choices"];
const MAX_PLIES: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => 1000,
    };
    let connect_four = Kit::of::<Position>("connect-four", OpenLines).title("Connect Four");
    let checkers = Kit::of::<Checkers>("checkers", EvaluatorFn(Checkers::value));
    let reversi = Kit::of::<Reversi>("reversi", EvaluatorFn(Reversi::value));
    let reports =
        [Report::new(connect_four), Report::new(checkers), Report::new(reversi).rules("size=8")];
    let samples = reports.map(|report| report.games(games).max_plies(MAX_PLIES).sample());
    let samples: Vec<Sample> = samples.into_iter().collect::<Result<_, ReportError>>()?;
    let about = &samples[0].about;
    let (games, seed) = (about.planned, about.seed);
    let settings = format!("{games} games each, seed {seed}, cut off after {MAX_PLIES} plies");
    let games: Value = samples.iter().map(known).collect();
    let all = json!({ "player": about.player, "settings": settings, "games": games });
    writeln!(io::stdout(), "{all:#}")?;
    Ok(())
}

fn known(sample: &Sample) -> Value {
    let figures = sample.figures.iter().filter(|figure| KEYS.contains(&&*figure.key));
    let figures: Map<String, Value> =
        figures.map(|figure| (figure.key.clone(), json!(figure.value))).collect();
    json!([sample.about.kit.about.title, figures])
}
