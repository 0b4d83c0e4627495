//! Collateral Checkers as an object of the program: all that is said of it beside its rules.

#[cfg(not(target_family = "wasm"))]
mod files;

use std::sync::{Arc, LazyLock};

use collateral_checkers::{Evaluation, ForcedCapture, Position, Rules, Weights};
use endings::{opening, six_pieces};
use engine::search::SharedEvaluator;
use kit::{Exact, Kit, Lesson};
use solve::tablebase::WithTablebase;

/// Counts the pieces.
const MATERIAL: Evaluation = Evaluation::new(Weights {
    pieces: [100; 6],
    count: [0; 7],
    hold: [[0; 2]; 3],
    step: 0,
    en_prise: 0,
    turn: 0,
});

/// The evaluation, with the endings of six pieces.
static JUDGE: LazyLock<SharedEvaluator<Position>> = LazyLock::new(|| match six_pieces() {
    Some(table) => Arc::new(WithTablebase::new(Evaluation::default(), table)),
    None => Arc::new(Evaluation::default()),
});

/// The game, and all that is said of it.
pub fn kit() -> Kit {
    let kit = Kit::tested::<Position>("collateral-checkers", Evaluation::default())
        .about("Every jump has its price: checkers in which you capture what you jump over, your own too.")
        .levels(
            [500, 500, 500, 500, 553, 1535, 4559, 12_000],
            [62, 43, 25, 10, 0, 0, 0, 0],
            [10; 8],
        )
        // As fitted by `cargo bench -p fourfold --bench tune -- collateral-checkers --scale`.
        .scale(134.3)
        .minutes(10)
        .example("w1w1w/w3w/2b2/4b/bb1b1 w 1 0")
        .lessons(LESSONS.iter().copied())
        .notation(NOTATION)
        .rulings(collateral_checkers::rulings::PAGE)
        .best_evaluator(|| Arc::clone(&JUDGE))
        .material(MATERIAL)
        .known(opening)
        .exact(|rules, _| Ok(exact(rules)));
    #[cfg(not(target_family = "wasm"))]
    let kit = kit
        .endings(files::knowledge)
        .page_file(endings::SIX_PIECES)
        .command(endings::command::command());
    kit.build()
}

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "Hold the centre with a piece for three of your own turns in a row, or leave the \
         other player fewer than three pieces.",
    )
    .shown("w1w1w/w3w/2b2/4b/bb1b1 w 1 0", ""),
    Lesson::new(
        "Both players have nine pieces. Black begins. In your turn you move one of your \
         pieces, by steps or by jumps.",
    )
    .shown("wwwww/ww1ww/5/bb1bb/bbbbb b 0 0", ""),
    Lesson::new("A step goes to a free square beside the piece, in any of the eight directions.")
        .shown("wwwww/ww1ww/5/bb1bb/bbbbb b 0 0", "b2-c3"),
    Lesson::new(
        "A jump goes over a piece beside it, to the free square right behind. The piece that \
         was jumped over is taken off, even if it is your own.",
    )
    .shown("wwwww/ww1ww/5/bb1bb/bbbbb b 0 0", "a1xc3"),
    Lesson::new(
        "If you can jump over one of the other player's pieces you may not step: you must \
         jump. Which jump is up to you, and one over a piece of your own will do.",
    )
    .shown("wwwww/ww1ww/2b2/b2bb/bbbbb w 1 0", "d4xb2"),
    Lesson::new(
        "One jump can follow another with the same piece. You may stop where only pieces of \
         your own can be jumped, but not while one of the other player's can be.",
    )
    .shown("w1w1w/w3w/2b2/4b/bb1b1 w 1 0", "e5xe3xe1xc1"),
    Lesson::new(
        "The turns count at their end: a piece that stands on the centre at the end of three \
         of its owner's turns in a row has won. Drive it off, or jump over it, before that.",
    )
    .shown("w1w2/w4/2b2/5/b2b1 w 2 0", ""),
    Lesson::new("After 100 moves in which nothing was taken the game is a draw."),
];

const NOTATION: &str = "A step is b2-c3, a capture all squares that the piece visits, b4xd2xb2.";

/// As the files in `collateral-checkers/certificate` prove.
fn exact(rules: &Rules) -> Option<Exact> {
    /// Longer than what any of their wins takes without a capture.
    const QUIET: u32 = 58;
    let is_proven =
        rules.hold_turns.get() <= 5 && rules.quiet_limit.is_none_or(|limit| limit.get() > QUIET);
    let won = match rules.forced_capture {
        ForcedCapture::AnyCapture => rules.hold_turns.get() <= 2,
        ForcedCapture::MustTakeOpponent => rules.hold_turns.get() == 1,
    };
    is_proven.then(|| Exact {
        starts: 1,
        won: won.into(),
        drawn: (!won).into(),
        lengths: Vec::new(),
        source: "by the certificate in the package collateral-checkers",
    })
}
