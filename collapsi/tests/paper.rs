//! The published results: "Collapsi is strongly solved" (M. Young), and the figures of its later
//! version for the later rules.

use collapsi::{Deal, Player, Position, Rules, Solver, count_games};
use engine::Notation;

/// How many of the 47,297,250 deals with red's joker on a4 last 7, 8, ... 14 plies.
const V1_1: [u32; 8] =
    [24, 142_686, 87_936, 3_238_032, 5_505_996, 23_147_802, 12_127_044, 3_047_730];
const V1_3: [u32; 8] =
    [525, 9_705, 641_520, 1_248_372, 19_830_630, 7_652_868, 16_279_812, 1_633_818];
const DEALS: u32 = 47_297_250;

#[test]
fn figure_1_is_won_by_red_in_13_plies() {
    let mut position: Position = "A223/4A2J/3A23/J3A4".parse().unwrap();
    let solution = collapsi::solve(&position);
    assert_eq!(solution.verdict.to_string(), "red wins in 13 plies");
    assert_eq!(position.play_text("b2 c1").unwrap().len(), 2);
    assert_eq!(position.to_string(), "A223/4A2./3Ar23/.3Ab4 r");
}

#[test]
fn red_wins_the_deal_of_the_second_figure_in_7_plies() {
    let position: Position = "JA2A/3JA4/2323/34A2".parse().unwrap();
    let verdict = Solver::new().verdict(&position);
    assert_eq!((verdict.winner, verdict.length), (Player::Red, 7));
}

#[test]
fn the_totals_are_those_of_all_deals() {
    assert_eq!(V1_1.iter().sum::<u32>(), DEALS);
    assert_eq!(V1_3.iter().sum::<u32>(), DEALS);
    let red: u32 = V1_1.iter().step_by(2).sum();
    assert_eq!(red, 17_721_000);
}

const SAMPLE: u16 = 6_000;

/// How many of some random deals last up to 9, 10, ... 14 plies.
fn lengths(rules: Rules) -> [f64; 6] {
    let mut solver = Solver::new();
    let mut found = [0.; 6];
    for seed in 0..SAMPLE {
        let verdict = solver.verdict(&Deal::random(seed.into()).position(rules));
        assert!((7..=14).contains(&verdict.length));
        assert_eq!(verdict.winner == Player::Red, verdict.length % 2 == 1);
        found[verdict.length.max(9) as usize - 9] += 1.;
    }
    found
}

/// Pearson's χ² of the lengths of random deals against the published ones, with the rare lengths
/// up to 9 taken together: five degrees of freedom.
fn chi_squared(found: &[f64; 6], published: &[u32; 8]) -> f64 {
    let short: u32 = published[..3].iter().sum();
    let expected = [&[short], &published[3..]].concat();
    let terms = found.iter().zip(&expected).map(|(found, published)| {
        let expected = f64::from(*published) / f64::from(DEALS) * f64::from(SAMPLE);
        (found - expected).powi(2) / expected
    });
    terms.sum()
}

/// By chance one sample in a thousand would have a larger χ² than this.
const ONE_IN_A_THOUSAND: f64 = 20.5;

#[test]
fn lengths_of_random_deals_fit_the_table_v1_1() {
    let found = lengths(Rules::V1_1);
    let fit = chi_squared(&found, &V1_1);
    assert!(fit < ONE_IN_A_THOUSAND, "{fit}");
    let misfit = chi_squared(&found, &V1_3);
    assert!(misfit > 100. * ONE_IN_A_THOUSAND, "the test could not tell: {misfit}");
}

#[test]
fn lengths_of_random_deals_fit_the_table_v1_3() {
    let fit = chi_squared(&lengths(Rules::V1_3), &V1_3);
    assert!(fit < ONE_IN_A_THOUSAND, "{fit}");
}

/// 4,941,085,937,496 games over all deals under V1_3: 104,469 a deal; 970,302 under V1_1, by the same
/// count, of which the paper says "around 900,000".
#[test]
fn random_deals_have_about_the_published_number_of_games() {
    let mean = |rules: Rules, deals: u32| {
        let counts = (0..deals).map(|seed| count_games(&Deal::random(seed.into()).position(rules)));
        counts.sum::<u64>() as f64 / f64::from(deals)
    };
    let v1_3 = mean(Rules::V1_3, 400);
    assert!((v1_3 / 104_469. - 1.).abs() < 0.05, "{v1_3}");
    let v1_1 = mean(Rules::V1_1, 60);
    assert!((700_000. ..1_200_000.).contains(&v1_1), "{v1_1}");
}
