//! Look-ups: a position, statistics.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use crate::{Endings, Material};
use collateral_checkers::{Move, Player, Position, Rules};
use engine::{Score, ScoreKind};
use indicatif::HumanCount;
use serde_json::{Value, json};
use solve::tablebase::{Family, Longest, Statistics, Stored, Table};

use super::Contents;
use terminal::args::{JsonArgs, RuleArgs, parse_position};
use terminal::words::describe;
use terminal::words::{in_words, join};
use terminal::{files, records};

use kit::Failure;

impl Contents {
    /// Reads a position, by default with the rules of the file and the usual quiet limit; there is none for
    /// a bitbase.
    pub(super) fn read(&self, text: &str, rules: &RuleArgs) -> Result<Position, Failure> {
        let given: Rules = rules.rules()?;
        let rules = if rules.are_given() {
            given
        } else {
            Rules { quiet_limit: given.quiet_limit, ..self.family().rules() }
        };
        let position: Position = parse_position(text, &rules)?;
        Ok(match self {
            Self::Scores(_) => position,
            Self::Results(_) => position.with_rules(Rules { quiet_limit: None, ..rules }),
        })
    }
}

/// Prints what a position is worth, its moves with what they are worth, and best play, which is also written
/// to a file. Fails if the table does not know the position.
pub(super) fn probe<S: Stored>(
    json: JsonArgs,
    table: &Table<Endings, S>,
    position: &Position,
    file: Option<&Path>,
) -> Result<(), Failure> {
    let score: Option<Score> = table.probe(position).map(Into::into);
    let moves = table.moves(position).into_iter().map(|(m, value)| (m, value.map(Into::into)));
    let (moves, line): (Vec<(Move, Option<Score>)>, _) = (moves.collect(), table.line(position));
    if let Some(file) = file {
        record(*position, &line, file)?;
    }
    let as_json = || {
        let of_move =
            |&(m, score): &(Move, _)| json!({ "move": m.to_string(), "score": value(score) });
        json!({
            "position": position.to_string(),
            "rules": position.rules().to_string(),
            "result": describe(position.outcome()),
            "score": value(score),
            "moves": moves.iter().map(of_move).collect::<Value>(),
            "line": line.iter().map(ToString::to_string).collect::<Value>(),
        })
    };
    json.print(as_json, |out| {
        writeln!(out, "{position}, {}", position.rules())?;
        if let Some(ending) = position.ending() {
            return writeln!(out, "The game is over, {ending}.");
        }
        writeln!(out, "{}", score.map_or_else(|| "not known".to_owned(), word))?;
        for &(m, score) in &moves {
            writeln!(out, "{:>12}  {m}", score.map_or_else(|| "?".to_owned(), word))?;
        }
        if line.is_empty() { Ok(()) } else { writeln!(out, "Best play: {}", join(&line)) }
    })?;
    if score.is_none() && position.outcome().is_none() {
        return Err(Failure::run("the tablebase does not know the position"));
    }
    Ok(())
}

fn record(position: Position, line: &[Move], path: &Path) -> Result<(), Failure> {
    records::check_save(path)?;
    let mut record = records::begin("collateral-checkers", position);
    for &m in line {
        record.play(m).map_err(Failure::run)?;
    }
    files::save(path, record.to_string())
}

/// A score as text. A running game has distance 0 only by a bitbase, which has no distances.
fn word(score: Score) -> String {
    match score.kind() {
        ScoreKind::Win(0) => "win".to_owned(),
        ScoreKind::Loss(0) => "loss".to_owned(),
        _ => in_words(score, true),
    }
}

fn value(score: Option<Score>) -> Value {
    match score.map(Score::kind) {
        Some(ScoreKind::Win(0)) => json!({ "win": null }),
        Some(ScoreKind::Loss(0)) => json!({ "loss": null }),
        _ => json!(score),
    }
}

/// What the positions of a row have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Split {
    Material,
    /// And who holds the centre.
    Centre,
}

/// Counts the positions by result, row by row. `heading` is that of the longest wins.
pub(super) fn statistics<S: Stored>(
    out: &mut impl Write,
    table: &Table<Endings, S>,
    json: JsonArgs,
    split: Split,
    heading: &str,
    count: impl Fn(usize, Range<u64>) -> Statistics,
) -> Result<(), Failure> {
    let family = table.family();
    if !json.json {
        let centre = if split == Split::Centre { "centre   " } else { "" };
        writeln!(
            out,
            "{family}\nto move {centre}      positions     won   drawn    lost{heading}"
        )?;
    }
    for material in family.materials().iter().filter(|material| material.class < table.built()) {
        let rows: Vec<_> = match split {
            Split::Material => vec![(None, material.indices.clone())],
            Split::Centre => material.by_holder().map(|(who, range)| (Some(who), range)).collect(),
        };
        for (holder, indices) in rows {
            let statistics = count(material.class, indices);
            let centre = holder.map(|holder| match holder {
                None => "free",
                Some(Player::Black) => "own",
                Some(Player::White) => "opponent",
            });
            row(out, json, family, (material, centre), &statistics)?;
        }
    }
    Ok(())
}

fn row(
    out: &mut impl Write,
    json: JsonArgs,
    family: &Endings,
    (material, centre): (&Material, Option<&str>),
    &Statistics { counts, longest_win, longest_loss }: &Statistics,
) -> Result<(), Failure> {
    let position = |longest: Longest| family.unrank(longest.rank).map(|found| found.to_string());
    if json.json {
        let longest_json =
            |longest: Longest| json!({ "plies": longest.plies, "position": position(longest) });
        let mut row = json!({
            "own": material.own,
            "opponents": material.opponents,
            "positions": counts.positions(),
            "won": counts.won,
            "drawn": counts.drawn,
            "lost": counts.lost,
            "longest_win": longest_win.map(longest_json),
            "longest_loss": longest_loss.map(longest_json),
        });
        if let Some(centre) = centre {
            row["centre"] = centre.into();
        }
        writeln!(out, "{row}")?;
        return Ok(());
    }
    let all = counts.positions();
    let share = |count| format!("{:>6.1} %", 100. * count as f64 / all.max(1) as f64);
    let shares = [counts.won, counts.drawn, counts.lost].map(share).concat();
    let longest = longest_win.map_or_else(String::new, |longest| {
        format!("   {}: {}", longest.plies, position(longest).unwrap_or_default())
    });
    let centre = centre.map_or_else(String::new, |centre| format!("{centre:9}"));
    writeln!(out, "{material:8}{centre}{:>15}{shares}{longest}", HumanCount(all).to_string())?;
    Ok(())
}
