//! The laws of the engine's traits.

use compass::{Evaluation, Player, Position, Rules, Start, Weights};
use engine::conformance::Violation;
use engine::game::seeded;
use engine::search::{Known, Window, minimax};
use engine::{Conformance, Evaluator, Game, Score, playout};
use rand::RngExt;

use super::laws::laws;

/// Deals, and positions in which the player to move is stuck.
fn starts() -> Vec<Position> {
    let limits = [Some(200), Some(2), Some(6), Some(9), Some(40), None];
    let deals = limits.map(|ply_limit| Position::start(&Rules { ply_limit }, 0));
    let mut starts = deals.to_vec();
    for seed in 0..400 {
        let deal = Position::start(&Rules::default(), seed);
        let game = playout(&deal, 12 + seed as usize % 12, &mut seeded(seed)).position;
        if game.outcome().is_none() && !game.can_slide(game.turn()) && starts.len() < 10 {
            starts.push(game);
        }
    }
    starts
}

fn conformance(count: usize) -> Conformance<Position> {
    Conformance::explore(starts(), count, 1)
}

laws! {
    rules: conformance(400),
    keys: conformance(100_000),
    notation: conformance(400),
    pictures: conformance(400),
    symmetries: Conformance::explore(starts().into_iter().skip(5), 2, 3),
}

#[test]
#[ignore = "takes long: a position has hundreds of images"]
fn symmetries_keep_the_rules_of_more_positions() -> Result<(), Violation> {
    Conformance::explore(starts().into_iter().skip(5), 12, 3).symmetries()
}

#[test]
fn evaluations_are_zero_sum_and_looking_ahead_is_right() -> Result<(), Violation> {
    let conformance = conformance(400);
    conformance.evaluator(&Evaluation::default())?;
    conformance.evaluator(&Evaluation::default().with_contempt(Player::Black))?;
    let weights = Weights { point: i16::MAX, stuck_even: i16::MIN, ..Weights::default() };
    conformance.evaluator(&Evaluation::new(weights))
}

/// What a player gains by one ply or two, by weights of all kinds, against plain minimax.
#[test]
fn looking_ahead_agrees_with_minimax() {
    let mut rng = seeded(4);
    let (mut exact, mut slides) = ([0; 2], 0);
    for seed in 0..4_000 {
        let deal = Position::start(&Rules::default(), seed);
        let position = playout(&deal, rng.random_range(9..40), &mut rng).position;
        let moves = position.legal_moves();
        if position.outcome().is_some() || moves.len() > 400 {
            continue;
        }
        let mut weight = |least: i16| rng.random_range(least..60);
        let evaluation = Evaluation::new(Weights {
            point: weight(-10),
            lead: weight(-20),
            card: weight(-60),
            target: weight(-10),
            mobile_checker: weight(-10),
            stuck_ahead: weight(-60),
            stuck_even: weight(-60),
            stuck_behind: weight(-60),
        });
        let truth = |depth| minimax(&position, &evaluation, depth).unwrap().score;
        let can_slide = position.can_slide(position.turn());
        let score = |&m| -minimax(&position.after(m), &evaluation, 0).unwrap().score;
        for alpha in moves.iter().filter(|_| can_slide).map(score) {
            let known = evaluation.known(&position, 1, Window::null(alpha));
            let Some(Known::AtDepth(claim)) = known else { continue };
            let truth = truth(1);
            let right = if claim > alpha { claim <= truth } else { claim >= truth };
            assert!(right, "{position}: {claim} for {alpha}, {truth} {evaluation:?}");
            slides += 1;
        }
        for depth in [1, 2].into_iter().filter(|_| !can_slide) {
            // Whatever it is, it is not more than this.
            let known = evaluation.known(&position, depth, Window::null(Score::win_in(2)));
            let Some(Known::AtDepth(most)) = known else { continue };
            let truth = truth(depth);
            assert!(truth <= most, "{position}: {most} by {depth} plies, {truth} {evaluation:?}");
            exact[depth as usize - 1] += u32::from(truth == most);
        }
    }
    assert!(slides > 1_000 && exact.iter().all(|&count| count > 20), "{slides} {exact:?}");
}
