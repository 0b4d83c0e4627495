//! The games of this workspace, one list for all programs. Each is a package of its own, so that its searches are
//! compiled once.

use kit::Catalogue;

/// All games.
pub fn all() -> Catalogue {
    Catalogue::new()
        .game(collapsi_kit::kit())
        .game(collateral_checkers_kit::kit())
        .game(compass_kit::kit())
        .game(connect_four_kit::kit())
        .game(rolling_mountains_kit::kit())
}

#[cfg(test)]
mod tests {
    #[test]
    fn lessons_and_examples_are_legal() {
        for kit in super::all().games() {
            let name = kit.name();
            assert!(
                (5..=8).contains(&kit.about.lessons.len()) && kit.about.minutes.is_some(),
                "{name}"
            );
            for lesson in &kit.about.lessons {
                let picture = lesson.picture(&**kit);
                assert!(picture.is_ok(), "{name}, {:?}: {picture:?}", lesson.text);
            }
            let example = kit.parse(kit.about.example.as_ref().unwrap(), "");
            assert!(example.is_ok_and(|position| position.outcome().is_none()), "{name}");
        }
    }

    #[test]
    fn rulings_name_options_that_there_are() {
        for kit in super::all().games() {
            let options = kit.options();
            for ruling in &kit.about.rulings {
                let named = |name: &str| options.iter().any(|(spec, _)| spec.name == name);
                let known = ruling.option == "-" || ruling.option.split(", ").all(named);
                assert!(known, "{}: {:?}", kit.name(), ruling.option);
                assert!(!ruling.published.is_empty() && !ruling.why.is_empty(), "{ruling:?}");
            }
            // Connect Four has no published text.
            assert_eq!(
                kit.about.rulings.len() >= 8,
                kit.name() != "connect-four",
                "{}",
                kit.name()
            );
        }
    }
}
