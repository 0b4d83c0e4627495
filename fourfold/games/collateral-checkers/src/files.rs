//! Endings in files, as the option `--tablebase` reads them.

use std::path::Path;
use std::sync::Arc;

use collateral_checkers::{Evaluation, Position, Rules};
use endings::{Endings, command};
use engine::Wdl;
use kit::{Failure, Knowledge};
use solve::tablebase::{BitbaseFile, Tablebase, WithTablebase};

/// What a file knows, if it is by these rules.
pub(crate) fn knowledge(
    file: &Path,
    rules: Option<&Rules>,
) -> Result<Knowledge<Position>, Failure> {
    if !command::is_bitbase(file) {
        let table: Tablebase<Endings> = command::load(file)?;
        rules.map_or(Ok(()), |rules| check(table.family(), rules))?;
        let evaluator = WithTablebase::new(Evaluation::default(), table);
        return Ok(Knowledge::Scores(Arc::new(evaluator)));
    }
    let endings = command::endings::<Wdl>(file)?;
    rules.map_or(Ok(()), |rules| check(&endings, rules))?;
    // Whether a win comes before the limit is not known.
    let is_limited = rules.is_some_and(|rules| rules.quiet_limit.is_some());
    let bitbase = BitbaseFile::open(endings, file).map_err(|error| Failure::file(file, error))?;
    // A read error counts as unknown.
    Ok(Knowledge::Results(Arc::new(move |position: &Position| {
        bitbase.probe(position).ok()?.filter(|&result| result == Wdl::Draw || !is_limited)
    })))
}

/// Checks that a file of endings is by these rules, but for the quiet limit.
fn check(endings: &Endings, rules: &Rules) -> Result<(), Failure> {
    let by = Rules { quiet_limit: rules.quiet_limit, ..endings.rules() };
    let refuse = || Failure::usage("--tablebase", format!("expected {rules}, found {by}"));
    if by == *rules { Ok(()) } else { Err(refuse()) }
}
