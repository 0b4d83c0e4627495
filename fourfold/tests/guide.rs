//! The code on the engine's page "Add your own game" is that of the tutorial game and of an example.

const GUIDE: &str = include_str!("../../engine/src/guide.md");
const GAME: &str = include_str!("../../examples/connect-four/src/lib.rs");
const TESTS: &str = include_str!("../../examples/connect-four/tests/suite.rs");
const ON_THE_PAGE: &str = include_str!("../page/examples/own_board.rs");
const PROGRAM: &str = include_str!("../examples/own_program.rs");

#[test]
fn every_quotation_is_in_the_source() {
    let quotations: Vec<&str> = GUIDE
        .split("```rust,ignore\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(quotations.len() >= 10);
    for quotation in quotations {
        let found =
            [GAME, TESTS, ON_THE_PAGE, PROGRAM].iter().any(|source| source.contains(quotation));
        assert!(found, "in no file:\n{quotation}");
    }
}
