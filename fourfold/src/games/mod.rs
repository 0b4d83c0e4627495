//! The games of this workspace, with what the program needs of each.

mod collapsi;
mod collateral_checkers;
mod compass;
mod connect_four;
mod rolling_mountains;

pub(crate) use collapsi::Collapsi;
pub(crate) use collateral_checkers::CollateralCheckers;
pub(crate) use compass::Compass;
pub(crate) use connect_four::ConnectFour;
pub(crate) use rolling_mountains::RollingMountains;

#[cfg(test)]
mod tests {
    use engine::{Game, NoEvaluation, Notation};
    use kit::GameOf;

    use super::*;
    use crate::hooks::{Hooks, RulesOf};

    fn check<H: Hooks>(hooks: &H) {
        let name = hooks.name();
        assert!((5..=8).contains(&H::LESSONS.len()) && H::MINUTES.is_some(), "{name}");
        let game = GameOf::<H::Game, _>::new(name, NoEvaluation);
        for lesson in H::LESSONS {
            let picture = lesson.picture(&game);
            assert!(picture.is_ok(), "{name}, {:?}: {picture:?}", lesson.text);
        }
        let example = H::Game::parse(H::EXAMPLE.unwrap(), &RulesOf::<H>::default());
        assert!(example.is_ok_and(|position| position.outcome().is_none()), "{name}");
    }

    #[test]
    fn lessons_and_examples_are_legal() {
        check(&Collapsi);
        check(&CollateralCheckers);
        check(&Compass);
        check(&ConnectFour);
        check(&RollingMountains);
    }
}
