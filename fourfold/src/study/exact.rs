//! Exact results.

use board::report::Exact;
use collapsi::{Player, Rules, Survey};
use engine::Options;

use super::StudyArgs;
use crate::failure::Failure;
use crate::games::{AnyGame, Name};
use crate::survey::run_survey;

/// Exact results of a game by these rules; only Collapsi has some.
pub(super) fn exact<G: AnyGame>(
    args: &StudyArgs,
    rules: &G::Rules,
) -> Result<Option<Exact>, Failure> {
    if G::NAME != Name::Collapsi {
        return Ok(None);
    }
    let own = Rules::from_settings(&rules.settings()).map_err(Failure::run)?;
    let survey = run_survey(args.games.threads)?;
    let lengths = survey.distribution(own);
    Ok(Some(Exact {
        starts: Survey::DEALS,
        won: lengths.won_by(Player::Red),
        lengths: lengths.iter().map(|(plies, deals)| (plies.into(), deals)).collect(),
    }))
}
