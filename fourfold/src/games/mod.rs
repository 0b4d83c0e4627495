//! The games of this workspace, each with what is said of it.

mod collapsi;
mod collateral_checkers;
mod compass;
mod connect_four;
mod rolling_mountains;

use kit::Catalogue;

/// All games.
pub(crate) fn all() -> Catalogue {
    Catalogue::new()
        .game(collapsi::kit())
        .game(collateral_checkers::kit())
        .game(compass::kit())
        .game(connect_four::kit())
        .game(rolling_mountains::kit())
}

#[cfg(test)]
mod tests {
    #[test]
    fn lessons_and_examples_are_legal() {
        for kit in super::all().games() {
            let name = kit.name();
            assert!((5..=8).contains(&kit.lessons().len()) && kit.minutes().is_some(), "{name}");
            for lesson in kit.lessons() {
                let picture = lesson.picture(&**kit);
                assert!(picture.is_ok(), "{name}, {:?}: {picture:?}", lesson.text);
            }
            let example = kit.parse(kit.example().unwrap(), "");
            assert!(example.is_ok_and(|position| position.outcome().is_none()), "{name}");
        }
    }
}
