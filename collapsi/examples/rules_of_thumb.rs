//! Simple rules of play, judged over whole games: in 2,000 random deals both sides play perfectly, choosing
//! at random among optimal moves. In each position with a winning and a losing move, how likely is it that
//! a rule chooses a winning one?

mod thumb;

use collapsi::{PositionError, Rules};
use thumb::{Critical, Plan, RULES, critical};

fn main() -> Result<(), PositionError> {
    for rules in [Rules::V1_1, Rules::V1_3] {
        print(rules, &critical(rules, 0..2_000)?);
    }
    Ok(())
}

fn print(rules: Rules, positions: &[Critical]) {
    let at = |ply| positions.iter().filter(move |critical| critical.ply() == ply);
    let row = |name: &str, all: String, by_ply: [String; 12]| {
        println!("{name:25}{all:>6}{}", by_ply.map(|value| format!("{value:>5}")).concat());
    };
    let plies: [usize; 12] = std::array::from_fn(|index| index + 1);
    row(&format!("{rules}, ply"), "all".to_owned(), plies.map(|ply| ply.to_string()));
    row("positions", positions.len().to_string(), plies.map(|ply| at(ply).count().to_string()));
    for (rule, (name, _)) in RULES.iter().enumerate() {
        let plan = Plan::list(&[rule]);
        let kept = |critical: &Critical| critical.kept(&plan);
        let percent = |sum: f64, positions: usize| 100. * sum / positions.max(1) as f64;
        let all: f64 = positions.iter().map(kept).sum();
        let by_ply = |ply| format!("{:.0}", percent(at(ply).map(kept).sum(), at(ply).count()));
        row(name, format!("{:.1}", percent(all, positions.len())), plies.map(by_ply));
    }
}
