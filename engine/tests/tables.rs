//! The tables of the tests of the games: what is wrong with one is named.

use engine::board::read_number;

use crate::fixtures::table::{rows, texts};

#[test]
fn faults_of_tables_are_named() {
    for (table, message) in [
        ("", "the first line of the table is \"\": expected \"a\\tb\""),
        ("a b\n", "the first line of the table is \"a b\": expected \"a\\tb\""),
        ("a\tb\n# none\n", "the table of \"a\\tb\" has no rows"),
        ("a\tb\n1\t2\n1\t2\t3\n", "the row \"1\\t2\\t3\" has more than 2 fields"),
    ] {
        assert_eq!(rows(table, ["a", "b"]).unwrap_err(), message);
    }
    assert_eq!(rows("a\tb\n1\t2\n#\n3\n", ["a", "b"]), Ok(vec![["1", "2"], ["3", ""]]));
}

#[test]
fn texts_that_are_read_otherwise_than_listed_are_named() {
    for (row, problem) in [
        ("ok\tx", "\"x\" is refused: no number"),
        ("no\t7\tan odd one", "\"7\" is read as \"7\" (an odd one)"),
        ("ok\t\\n7", "\"\\n7\" is refused: no number"),
        ("yes\t7", "\"7\" has the verdict \"yes\": expected ok or no"),
    ] {
        let table = format!("verdict\ttext\twhy\nok\t7\n{row}\n");
        let found = texts(&table, |text| read_number(text).ok_or("no number"));
        assert_eq!(found.unwrap_err(), problem);
    }
    let doubled = texts("verdict\ttext\twhy\nok\t7\n", |text| Ok::<_, &str>(text.repeat(2)));
    assert_eq!(doubled.unwrap_err(), "\"7\" is read, but prints as \"77\"");
}
