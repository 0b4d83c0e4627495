//! The best short lists of rules of play: all are tried over the critical positions of some deals, and the best
//! are judged over those of other deals. Then games that one of them plays on deals that are new again, and
//! puzzles that it solves.

mod thumb;

use std::ops::Range;

use collapsi::engine::game::seeded;
use collapsi::{Deal, Game, Player, Position, PositionError, Rules, Solver, SquareSet};
use rand::seq::IteratorRandom;
use thumb::{Critical, Plan, RULES, Rule, best, critical, look};

const SEARCHED: Range<u64> = 0..2_000;
const JUDGED: Range<u64> = 2_000..4_000;
const PLAYED: Range<u64> = 4_000..5_000;

/// One more than the plies of the longest game.
const PLIES: usize = 15;

/// The most rules of a list.
const LONGEST: usize = 3;

/// The most rules before a change and after it.
const SHAPES: [(usize, usize); 5] = [(0, 1), (0, 2), (0, 3), (1, 2), (3, 3)];

/// The plies of the puzzles, by rules.
const PUZZLES: [[usize; 3]; 2] = [[3, 6, 8], [4, 7, 9]];

fn main() -> Result<(), PositionError> {
    let [v1_1, v1_3] = Rules::PUBLISHED;
    let searched = [critical(v1_1, SEARCHED)?, critical(v1_3, SEARCHED)?];
    let judged = [critical(v1_1, JUDGED)?, critical(v1_3, JUDGED)?];
    let [first, second] = searched.each_ref().map(|positions| try_all(positions));
    let both: Vec<Tried> = first.iter().zip(&second).map(|(a, b)| a.with(b)).collect();
    let next = RULES.iter().position(|(name, _)| *name == "most squares next");
    let next = Plan::list(next.as_slice());

    println!("              {v1_1}               {v1_3}");
    println!("best for  searched  judged  searched  judged  rules");
    let sets = [&searched[0], &judged[0], &searched[1], &judged[1]];
    print_row("positions", sets.map(|positions| positions.len().to_string()), "");
    print_shares("", &Plan::list(&[0]), sets);
    print_shares("", &next, sets);
    for (name, tried) in [("v1_1", &first), ("v1_3", &second), ("both", &both)] {
        for (early, late) in SHAPES {
            print_shares(name, &best_plan(tried, early, late), sets);
        }
    }
    let plan = best_plan(&both, 1, 2);
    println!("\nthe list: {plan}");
    for rules in Rules::PUBLISHED {
        print_games(rules, &plan, &next)?;
    }
    println!("\nWhich move wins?");
    let mut solver = Solver::new();
    for (positions, plies) in judged.iter().zip(PUZZLES) {
        for puzzle in plies.map(|ply| puzzle(positions, ply, &plan, &next)).into_iter().flatten() {
            print_puzzle(puzzle, &next, &mut solver);
        }
    }
    Ok(())
}

/// A list of rules, and the sum of its chances to keep the win in the positions of each ply.
struct Tried {
    list: Vec<Rule>,
    kept: [f64; PLIES],
}

impl Tried {
    /// The same list over other positions too.
    fn with(&self, other: &Self) -> Self {
        let kept = std::array::from_fn(|ply| self.kept[ply] + other.kept[ply]);
        Self { list: self.list.clone(), kept }
    }

    fn kept(&self, plies: Range<usize>) -> f64 {
        self.kept[plies].iter().sum()
    }
}

/// Every list, tried over some positions.
fn try_all(positions: &[Critical]) -> Vec<Tried> {
    let all: Vec<SquareSet> = positions.iter().map(|critical| critical.position.moves()).collect();
    let mut tried = Vec::new();
    extend(positions, &all, &[], &mut tried);
    tried
}

/// Adds every list that begins with `list`, which leaves these moves of each position.
fn extend(positions: &[Critical], left: &[SquareSet], list: &[Rule], tried: &mut Vec<Tried>) {
    for rule in (1..RULES.len()).filter(|rule| !list.contains(rule)) {
        let list = [list, &[rule]].concat();
        let pairs = positions.iter().zip(left);
        let left: Vec<SquareSet> =
            pairs.map(|(critical, &left)| best(&critical.moves, left, rule)).collect();
        let mut kept = [0.; PLIES];
        for (critical, &left) in positions.iter().zip(&left) {
            kept[critical.ply()] += critical.chance(left);
        }
        if list.len() < LONGEST {
            extend(positions, &left, &list, tried);
        }
        tried.push(Tried { list, kept });
    }
}

/// The best list of at most so many rules in the positions of some plies. A list stands behind those that it
/// begins, so that of equal ones the shorter is taken.
fn best_list(tried: &[Tried], most: usize, plies: Range<usize>) -> Option<&Tried> {
    let short = tried.iter().filter(|tried| tried.list.len() <= most);
    short.max_by(|a, b| a.kept(plies.clone()).total_cmp(&b.kept(plies.clone())))
}

/// The best plan with at most so many rules before its change and after it; where none are before, it has no change.
fn best_plan(tried: &[Tried], early: usize, late: usize) -> Plan {
    let changes = if early == 0 { 0..1 } else { 2..PLIES };
    let plans = changes.filter_map(|change| {
        let first = best_list(tried, early, 0..change);
        let second = best_list(tried, late, change..PLIES)?;
        let kept = first.map_or(0., |first| first.kept(0..change)) + second.kept(change..PLIES);
        let early = first.map_or(Vec::new(), |first| first.list.clone());
        Some((kept, Plan { early, change, late: second.list.clone() }))
    });
    plans.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, plan)| plan).unwrap_or_default()
}

fn print_shares(best_for: &str, plan: &Plan, sets: [&Vec<Critical>; 4]) {
    let shares = sets.map(|positions| {
        let kept: f64 = positions.iter().map(|critical| critical.kept(plan)).sum();
        format!("{:.1}", 100. * kept / positions.len() as f64)
    });
    print_row(best_for, shares, &plan.to_string());
}

fn print_row(name: &str, [a, b, c, d]: [String; 4], rules: &str) {
    println!("{}", format!("{name:10}{a:>8}{b:>8}{c:>10}{d:>8}  {rules}").trim_end());
}

/// A player by rules, or a perfect one.
struct Who<'a> {
    name: &'static str,
    plan: Option<&'a Plan>,
}

impl Who<'_> {
    /// The moves between which chance decides.
    fn choose(
        &self,
        ply: usize,
        position: &Position,
        solver: &mut Solver,
    ) -> Result<SquareSet, PositionError> {
        let Some(plan) = self.plan else { return Ok(solver.solve(position).moves) };
        Ok(plan.choose(ply, &look(position)?))
    }
}

/// A deal, and who wins it with best play.
struct Solved {
    seed: u64,
    position: Position,
    winner: Player,
}

fn print_games(rules: Rules, plan: &Plan, next: &Plan) -> Result<(), PositionError> {
    let mut solver = Solver::new();
    let solve = |seed| {
        let position = Deal::random(seed).position(rules);
        Solved { seed, position, winner: solver.winner(&position) }
    };
    let deals: Vec<Solved> = PLAYED.map(solve).collect();
    let chance = Plan::list(&[0]);
    let perfect = Who { name: "perfect play", plan: None };
    let list = Who { name: "the list", plan: Some(plan) };
    let next = Who { name: "most squares next", plan: Some(next) };
    let chance = Who { name: "any move", plan: Some(&chance) };
    println!("\n{:48}all deals             deals that can be won", format!("{rules}, wins of"));
    for [who, other] in [
        [&list, &perfect],
        [&next, &perfect],
        [&chance, &perfect],
        [&list, &next],
        [&list, &chance],
    ] {
        for colour in Player::ALL {
            print_match(&deals, colour, who, other)?;
        }
    }
    Ok(())
}

/// Plays every deal once, and prints the wins of the first player, who has a colour.
fn print_match(
    deals: &[Solved],
    colour: Player,
    who: &Who,
    other: &Who,
) -> Result<(), PositionError> {
    let players = if colour == Player::Red { [who, other] } else { [other, who] };
    let (mut wins, mut kept) = (0, 0);
    for deal in deals {
        if play(deal, players)? == colour {
            wins += 1;
            kept += u32::from(deal.winner == colour);
        }
    }
    let can_be_won = deals.iter().filter(|deal| deal.winner == colour).count() as u32;
    let name = format!("{} as {colour} against {}", who.name, other.name);
    let (all, kept) = (share(wins, deals.len() as u32), share(kept, can_be_won));
    println!("{name:46}{all}   {kept} of {can_be_won}");
    Ok(())
}

/// Plays a game; returns the winner.
fn play(deal: &Solved, [red, blue]: [&Who; 2]) -> Result<Player, PositionError> {
    let mut position = deal.position;
    let (mut solver, mut rng) = (Solver::new(), seeded(deal.seed));
    for ply in 1.. {
        let who = if position.turn() == Player::Red { red } else { blue };
        let moves = who.choose(ply, &position, &mut solver)?;
        let Some(to) = moves.into_iter().choose(&mut rng) else { break };
        position.play_unchecked(to);
    }
    Ok(!position.turn())
}

/// A share in percent with its 95 % interval, by Wilson.
fn share(part: u32, all: u32) -> String {
    const Z: f64 = 1.959_964;
    let (part, all) = (f64::from(part), f64::from(all));
    let share = part / all;
    let middle = share + Z * Z / (2. * all);
    let half = Z * (share * (1. - share) / all + Z * Z / (4. * all * all)).sqrt();
    let [low, high] = [middle - half, middle + half].map(|end| 100. * end / (1. + Z * Z / all));
    format!("{:5.1} ({low:4.1} to {high:4.1})", 100. * share)
}

/// The first position with a single winning move that the plan finds and `most squares next` does not.
fn puzzle<'a>(
    positions: &'a [Critical],
    ply: usize,
    plan: &Plan,
    next: &Plan,
) -> Option<&'a Critical> {
    positions.iter().filter(|critical| critical.ply() == ply).find(|critical| {
        critical.winning.len() == 1
            && critical.moves.len() > 3
            && plan.choose(ply, &critical.moves) == critical.winning
            && (next.choose(ply, &critical.moves) & critical.winning).is_empty()
    })
}

fn print_puzzle(puzzle: &Critical, next: &Plan, solver: &mut Solver) {
    let Critical { position, moves, winning } = puzzle;
    let plies = solver.verdict(position).length;
    let by_next = next.choose(puzzle.ply(), moves);
    let rules = position.rules();
    println!("{rules}  {:23}  {winning} in {plies} plies, not {by_next}", position.to_string());
}
