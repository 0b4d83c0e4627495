//! Look-ups in a tablebase: a position, statistics, a search with it.

use std::io::Write;
use std::path::Path;

use collateral_checkers::{Endings, Evaluation, Material, Move, Position};
use engine::board::counted;
use engine::solve::tablebase::{Family, Longest, Statistics, Tablebase, WithTablebase};
use engine::{Analysis, Evaluator, Limits, Score, Search};
use serde_json::{Value, json};

use super::{row, row_head};
use crate::args::{JsonArgs, Style};
use crate::failure::Failure;
use crate::outcome::describe;
use crate::records;
use crate::think::{in_words, join};

/// Prints the score of a position, its moves with their scores, and best play. Fails if the score is not
/// known.
pub(crate) fn probe(
    json: JsonArgs,
    table: &Tablebase<Endings>,
    position: &Position,
) -> Result<(), Failure> {
    let (score, moves, line) = (table.probe(position), table.moves(position), table.line(position));
    let as_json = || {
        let moves = moves.iter().map(|(m, score)| json!({ "move": m.to_string(), "score": score }));
        json!({
            "position": position.to_string(),
            "rules": position.rules().to_string(),
            "result": describe(position),
            "score": score,
            "moves": moves.collect::<Value>(),
            "line": texts(&line),
        })
    };
    json.print(as_json, |out| {
        writeln!(out, "{position}, {}", position.rules())?;
        if let Some(ending) = position.ending() {
            return writeln!(out, "The game is over, {ending}.");
        }
        writeln!(out, "{}", word(score).unwrap_or_else(|| "not known".to_owned()))?;
        for &(m, score) in &moves {
            writeln!(out, "{:>12}  {m}", word(score).unwrap_or_else(|| "?".to_owned()))?;
        }
        if line.is_empty() { Ok(()) } else { writeln!(out, "Best play: {}", join(&line)) }
    })?;
    if score.is_none() && position.outcome().is_none() {
        return Err(Failure::run("the tablebase does not know the position"));
    }
    Ok(())
}

/// Writes best play from a position to a file.
pub(crate) fn record(
    table: &Tablebase<Endings>,
    position: Position,
    path: &Path,
) -> Result<(), Failure> {
    records::check_save(path)?;
    let mut record = records::begin(position);
    for m in table.line(&position) {
        record.play(m).map_err(Failure::run)?;
    }
    records::save(path, &record)
}

/// A score of a table as text.
fn word(score: Option<Score>) -> Option<String> {
    score.map(|score| in_words(score, true))
}

fn texts(line: &[Move]) -> Value {
    line.iter().map(ToString::to_string).collect()
}

/// Counts the positions of each material by score.
pub(crate) fn statistics(
    out: &mut impl Write,
    table: &Tablebase<Endings>,
    style: Style,
) -> Result<(), Failure> {
    if style == Style::Text {
        writeln!(out, "{}\n{}   longest win", table.family(), row_head())?;
    }
    let is_built = |material: &&Material| material.class < table.built();
    for material in table.family().materials().iter().filter(is_built) {
        let statistics = table.statistics(material.class, material.indices.clone());
        if style == Style::Json {
            writeln!(out, "{}", statistics_json(table, material, &statistics))?;
            continue;
        }
        let Statistics { counts, longest_win, .. } = statistics;
        let longest = longest_win.map_or(String::new(), |longest| {
            format!("{}: {}", longest.plies, position(table, longest).unwrap_or_default())
        });
        writeln!(out, "{}   {longest}", row(material, counts))?;
    }
    Ok(())
}

fn statistics_json(
    table: &Tablebase<Endings>,
    material: &Material,
    statistics: &Statistics,
) -> Value {
    let longest = |longest: Option<Longest>| {
        let longest = longest?;
        Some(json!({ "plies": longest.plies, "position": position(table, longest) }))
    };
    json!({
        "own": material.own,
        "opponents": material.opponents,
        "positions": statistics.counts.positions(),
        "won": statistics.counts.won,
        "drawn": statistics.counts.drawn,
        "lost": statistics.counts.lost,
        "longest_win": longest(statistics.longest_win),
        "longest_loss": longest(statistics.longest_loss),
    })
}

fn position(table: &Tablebase<Endings>, longest: Longest) -> Option<String> {
    Some(table.family().unrank(longest.rank)?.to_string())
}

/// Searches a position with the table and without.
pub(crate) fn search(
    json: JsonArgs,
    table: Tablebase<Endings>,
    position: &Position,
    limits: &Limits,
) -> Result<(), Failure> {
    let evaluator = WithTablebase::new(Evaluation::default(), table);
    let with = analyse(evaluator, position, limits)?;
    let without = analyse(Evaluation::default(), position, limits)?;
    let as_json = || {
        json!({
            "position": position.to_string(),
            "rules": position.rules().to_string(),
            "with": analysis_json(&with),
            "without": analysis_json(&without),
        })
    };
    json.print(as_json, |out| {
        writeln!(out, "{position}, {}", position.rules())?;
        for (name, found) in [("with the table", &with), ("without", &without)] {
            let Analysis { line, score, depth, nodes, .. } = found;
            let nodes = counted(*nodes, "node");
            let proven = if found.proven { "proven" } else { "not proven" };
            writeln!(out, "{name:>14}: {score}, {proven}, depth {depth}, {nodes}")?;
            writeln!(out, "{:16}{}", "", join(line))?;
        }
        Ok(())
    })
}

fn analyse(
    evaluator: impl Evaluator<Position>,
    position: &Position,
    limits: &Limits,
) -> Result<Analysis<Move>, Failure> {
    Search::new(evaluator).run(position, limits).map_err(Failure::run)
}

fn analysis_json(analysis: &Analysis<Move>) -> Value {
    json!({
        "score": analysis.score,
        "proven": analysis.proven,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "line": texts(&analysis.line),
    })
}
