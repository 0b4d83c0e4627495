//! Whether a game keeps the laws of the traits that it implements.

use std::panic::{self, AssertUnwindSafe};

use engine::Conformance;
use engine::conformance::Violation;
use engine::game::nth_seed;

use crate::AnyError;
use crate::game::{GameOf, Rules};
use crate::position::Shown;

/// Checks that, as [`GameTools::check`](crate::GameTools::check) says.
pub(crate) fn check<G: Shown>(
    game_of: &GameOf<G>,
    rules: &Rules<G>,
    (positions, seed): (usize, u64),
    report: &mut dyn FnMut(&str, Option<String>),
) -> Result<usize, AnyError> {
    const STARTS: u64 = 8;
    let starts = (0..STARTS).map(|i| (game_of.deal)(rules, nth_seed(seed, i)));
    let game = Conformance::explore(starts.collect::<Result<Vec<_>, _>>()?, positions, seed);
    let mut check = |laws, checked: &dyn Fn() -> Result<(), Violation>| {
        let checked = panic::catch_unwind(AssertUnwindSafe(checked));
        let panicked = |_| Some("the game panics".to_owned());
        let problem = checked.map_or_else(panicked, |kept| kept.err().map(|it| it.to_string()));
        let at =
            game.latest().map_or_else(String::new, |position| format!(" (position {position})"));
        report(laws, problem.map(|problem| problem + &at));
    };
    check("rules", &|| game.rules());
    check("keys", &|| game.keys());
    check("notation", &|| game.notation());
    check("evaluation", &|| game.evaluator(&game_of.evaluation));
    if let Some(best) = game_of.best.as_ref().map(|best| best()) {
        check("best evaluation", &|| game.evaluator(&best));
    }
    if let Some(material) = &game_of.material {
        check("material", &|| game.evaluator(material));
    }
    check("pictures", &|| game.pictures());
    check("explanations", &|| game.explanations());
    check("observations", &|| game.observations());
    Ok(game.positions().len())
}
