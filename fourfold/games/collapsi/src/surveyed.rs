//! All deals, as the survey counts them.

use collapsi::{Player, Rules};
use kit::{Exact, Failure};
use survey::{Survey, command};

/// How all deals end by these rules, if the survey has them.
pub(crate) fn exact(rules: Rules, threads: usize) -> Result<Option<Exact>, Failure> {
    let Some(lengths) = command::run_survey(&[rules], threads)?.distribution(rules) else {
        return Ok(None);
    };
    Ok(Some(Exact {
        starts: Survey::DEALS,
        won: lengths.won_by(Player::Red),
        drawn: 0,
        lengths: lengths.iter().map(|(plies, deals)| (plies.into(), deals)).collect(),
        source: "by a survey of all deals",
    }))
}
