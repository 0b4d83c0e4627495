//! Tables of facts in text files.

use std::fmt::Display;

use super::violation::{Violation, broken};

/// The rows of a table in a text file, for tests that compare a game with what a file lists.
///
/// The first line has the names of the columns, separated by tabs as the fields of the rows are. Fields
/// missing at the end of a row are empty, and lines that begin with `#` are comments.
///
/// ```
/// let table = "position\tmoves\n# Both are finished.\nbbb\t0\nwww\t0\n";
/// let rows = engine::conformance::rows(table, ["position", "moves"])?;
/// assert_eq!(rows, [["bbb", "0"], ["www", "0"]]);
/// # Ok::<_, engine::conformance::Violation>(())
/// ```
///
/// # Errors
///
/// The columns are others, a row has more fields than there are columns, or there is no row.
pub fn rows<'t, const N: usize>(
    table: &'t str,
    columns: [&str; N],
) -> Result<Vec<[&'t str; N]>, Violation> {
    let mut lines = table.lines();
    let (found, expected) = (lines.next().unwrap_or_default(), columns.join("\t"));
    if found != expected {
        return broken(format!("the first line of the table is {found:?}: expected {expected:?}"));
    }
    let row = |line: &'t str| {
        let (mut row, mut fields) = ([""; N], line.split('\t'));
        row.iter_mut().zip(&mut fields).for_each(|(field, found)| *field = found);
        match fields.next() {
            None => Ok(row),
            Some(_) => broken(format!("the row {line:?} has more than {N} fields")),
        }
    };
    let rows: Vec<_> =
        lines.filter(|line| !line.starts_with('#')).map(row).collect::<Result<_, _>>()?;
    if rows.is_empty() {
        broken(format!("the table of {expected:?} has no rows"))
    } else {
        Ok(rows)
    }
}

/// Checks a [table](rows) of texts, with the columns `verdict`, `text` and `why`: what has the verdict
/// `ok` is read and prints as it was, what has `no` is refused.
///
/// In a text, `\t` and `\n` stand for a tab and a line break.
///
/// ```
/// let table = "verdict\ttext\twhy\nok\t7\nno\t07\ta leading zero\nno\t\\t7\n";
/// engine::conformance::texts(table, |text| engine::board::read_number(text).ok_or("no number"))?;
/// # Ok::<_, engine::conformance::Violation>(())
/// ```
///
/// # Errors
///
/// The first violation found.
pub fn texts<T: Display, E: Display>(
    table: &str,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<(), Violation> {
    for [verdict, text, why] in rows(table, ["verdict", "text", "why"])? {
        let text = text.replace("\\t", "\t").replace("\\n", "\n");
        let problem = match (verdict, read(&text).map(|value| value.to_string())) {
            ("ok", Ok(printed)) if printed == text => continue,
            ("no", Err(_)) => continue,
            ("ok", Ok(printed)) => format!("is read, but prints as {printed:?}"),
            ("ok", Err(error)) => format!("is refused: {error}"),
            ("no", Ok(printed)) => format!("is read as {printed:?} ({why})"),
            _ => format!("has the verdict {verdict:?}: expected ok or no"),
        };
        return broken(format!("{text:?} {problem}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::read_number;

    #[test]
    fn faults_of_tables_are_named() {
        for (table, message) in [
            ("", "the first line of the table is \"\": expected \"a\\tb\""),
            ("a b\n", "the first line of the table is \"a b\": expected \"a\\tb\""),
            ("a\tb\n# none\n", "the table of \"a\\tb\" has no rows"),
            ("a\tb\n1\t2\n1\t2\t3\n", "the row \"1\\t2\\t3\" has more than 2 fields"),
        ] {
            assert_eq!(rows(table, ["a", "b"]).unwrap_err().to_string(), message);
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
            assert_eq!(found.unwrap_err().to_string(), problem);
        }
        let doubled = texts("verdict\ttext\twhy\nok\t7\n", |text| Ok::<_, &str>(text.repeat(2)));
        assert_eq!(doubled.unwrap_err().to_string(), "\"7\" is read, but prints as \"77\"");
    }
}
