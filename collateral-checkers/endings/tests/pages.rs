//! The figures of a page that no machine prints in a moment, by formula.

/// The number of ways to choose `k` of `n`.
fn choices(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |count, i| count * (n - i) / (i + 1))
}

/// The positions of so many pieces of the player to move and of the opponent: with the centre free, held by the
/// one, and held by the other, for one turn or two.
fn positions(own: u64, opponents: u64) -> [u64; 3] {
    let beside = |own, opponents| choices(24, own) * choices(24 - own, opponents);
    [beside(own, opponents), 2 * beside(own - 1, opponents), 2 * beside(own, opponents - 1)]
}

#[test]
fn the_page_of_every_position_counts_right() {
    let page = include_str!("../docs/every-position.md");
    let (mut rows, mut all) = (0, 0);
    for line in page.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [own, "v", opponents, rest @ ..] = &words[..] else { continue };
        let [by_centre @ .., count, won, "%", drawn, "%", lost, "%"] = rest else { continue };
        let [free, held, held_by_opponent] =
            positions(own.parse().unwrap(), opponents.parse().unwrap());
        let expected = match by_centre {
            [] => free + held + held_by_opponent,
            ["free"] => free,
            ["own"] => held,
            ["opponent"] => held_by_opponent,
            _ => continue,
        };
        assert_eq!(count.replace(',', "").parse(), Ok(expected), "{line}");
        let shares = [won, drawn, lost].map(|share| share.parse::<f64>().unwrap());
        assert!((shares.iter().sum::<f64>() - 100.0).abs() < 0.11, "{line}");
        rows += 1;
        all += if by_centre.is_empty() { expected } else { 0 };
    }
    assert_eq!(rows, 4 * 49, "by material, and by who holds the centre");
    assert!(page.contains("There are 568,475,155,116\n") && all == 568_475_155_116, "{all}");
}
