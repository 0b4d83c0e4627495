//! Several lines of one search, whatever it was interrupted by: the best first.

use super::graph::{To, Worth};
use super::graphs::{cyclic, layered, table_bytes, wide, wide_and_cyclic};
use engine::search::Techniques;
use engine::{Analysis, Limits, Search};
use proptest::prelude::*;

/// Checks the order of the lines, and that each begins with another move.
fn in_order(analysis: &Analysis<To>, lines: usize) -> Result<(), TestCaseError> {
    let others = &analysis.others;
    prop_assert!(others.is_sorted_by(|a, b| a.score >= b.score), "{analysis:?}");
    prop_assert!(others.len() < lines);
    // A win is a win, whatever else is not known.
    let wins = others.first().is_some_and(|other| other.score.is_win());
    prop_assert!(!wins || analysis.score >= others[0].score, "{analysis:?}");
    let firsts = std::iter::once(&analysis.line).chain(others.iter().map(|other| &other.line));
    let firsts: Vec<_> = firsts.filter_map(|line| line.first()).collect();
    for (i, first) in firsts.iter().enumerate() {
        prop_assert!(!firsts[..i].contains(first));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn others_are_listed_best_first(
        place in prop_oneof![layered(), cyclic(), wide(), wide_and_cyclic()],
        nodes in 1..2_000_u64,
        bytes in table_bytes(),
        lines in 2..6_usize,
        exact: bool,
    ) {
        let techniques = if exact { Techniques::EXACT } else { Techniques::PLAY };
        let mut search =
            Search::new(Worth).with_memory(bytes).with_techniques(techniques).with_lines(lines);
        let limits = Limits::new().nodes(nodes).depth(9);
        let mut reports = Vec::new();
        let report = |found: &Analysis<_>| reports.push(found.clone());
        let analysis = search.run_with(&place, &limits, report).unwrap();
        for found in &reports {
            in_order(found, lines)?;
            let best = found.others.first().map(|other| other.score);
            prop_assert!(found.proven || best.is_none_or(|score| score <= found.score));
        }
        in_order(&analysis, lines)?;
        // Where it was interrupted, lines of the depth before take the place of those that are missing.
        let before = reports.last().map_or(0, |found| found.others.len());
        prop_assert!(analysis.others.len() >= before);
    }

    #[test]
    fn so_they_are_with_several_threads(
        place in wide_and_cyclic(),
        nodes in 1..2_000_u64,
        lines in 2..6_usize,
    ) {
        let mut search = Search::new(Worth).with_memory(1 << 14).with_lines(lines);
        let limits = Limits::new().nodes(nodes).depth(9);
        let mut reports = Vec::new();
        let report = |found: &Analysis<_>| reports.push(found.clone());
        let analysis = search.run_parallel(&place, &limits, 2, report).unwrap();
        for found in reports.iter().chain([&analysis]) {
            in_order(found, lines)?;
        }
    }
}
