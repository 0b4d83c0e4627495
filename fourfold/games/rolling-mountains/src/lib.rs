//! Rolling Mountains as an object of the program: all that is said of it beside its rules.

use engine::search::EvaluatorFn;
use kit::{Kit, Lesson};
use rolling_mountains::{Evaluation, Position};

/// The game, and all that is said of it.
pub fn kit() -> Kit {
    Kit::tested::<Position>("rolling-mountains", Evaluation::default())
        .about(
            "Roll past the mountains: race two pawns across tiles and walls, and off the far side.",
        )
        .levels(
            [500, 500, 500, 500, 500, 740, 1625, 2480, 4950, 12_000],
            [58, 51, 44, 35, 28, 16, 7, 4, 0, 0],
            [300, 300, 300, 300, 300, 216, 100, 62, 20, 20],
        )
        // As fitted by `cargo bench -p fourfold --bench tune -- rolling-mountains --scale`.
        .scale(4300.0)
        .minutes(30)
        .example("8/2t1t3/3m4/5t2/8/4t3/8/6t1 a3n,a7n,b5n,c5n f6,b2/e6,c6 31 2,3 -,- 0 10")
        .puzzles(Some("width=4,height=4,tiles=4,mountains=0"))
        .lessons(LESSONS.iter().copied())
        .notation(NOTATION)
        .rulings(rolling_mountains::rulings::PAGE)
        .material(EvaluatorFn(|position: &Position, player| {
            -position.half_turns(player).iter().sum::<i32>()
        }))
        .normal(normal)
        .build()
}

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "Bring both your pawns across the board and off it on the far side. The first to have \
         both out wins.",
    )
    .shown("8/2t1t3/3m4/5t2/8/4t3/8/6t1 a3n,a7n,b5n,c5n f6,b2/e6,c6 31 2,3 -,- 0 10", ""),
    Lesson::new(
        "Your pawns L and R enter at the corners on your left and right, and leave at the far corners: \
         with two players each at the one across, L at the far right, R at the far left. Red begins.",
    )
    .shown("5/5/5/5/5 - -,-/-,- 40 3,3 -,- 0 0", "L:n"),
    Lesson::new(
        "In your turn you move one pawn, and do one more thing: place a tile, a wall or a \
         mountain, or take a wall away. A wall or a mountain may also come before the move, or \
         between its steps.",
    )
    .shown("5/5/5/5/5 - c1,-/-,- 40 3,3 -,- 0 0 m", "w:c2n"),
    Lesson::new(
        "A pawn steps to a square beside it, not slantwise. Walls, mountains and other pawns \
         are in its way.",
    )
    .shown("5/3m1/2t2/5/5 c2e c2,-/-,- 38 2,3 -,- 0 0", "L:w"),
    Lesson::new(
        "A tile is not in its way: the pawn takes it along and has to step again, as long as \
         it meets tiles. Then it steps onto a free square.",
    )
    .shown("5/5/5/1t3/5 - b1,-/-,- 39 3,3 -,- 0 0", "L:nn"),
    Lesson::new(
        "From there it rolls on: one step more, and one for every tile that it has, onto free \
         squares only. At each of these last steps it leaves a tile behind. So the more tiles \
         it meets, the farther it rolls.",
    )
    .shown("5/5/5/1t3/5 - b1,-/-,- 39 3,3 -,- 0 0", "L:nnnn"),
    Lesson::new(
        "Walls come from the same supply as tiles. Mountains stay for ever, but every pawn must \
         keep a way out round them. No wall can part a tile from a tile or a pawn beside it.",
    ),
    Lesson::new("A pawn on its far corner leaves the board with a step ahead.")
        .shown("5/5/5/5/5 - e5,-/b3,d2 40 3,3 -,- 0 0", "L:n"),
];

const NOTATION: &str = "L:n is a step of pawn L to the north, which is away from red for every \
    player; L:nne are three. t:c3 puts a tile, w:c3e a wall on the east edge of c3, w:c3n on the north one, \
    x:c3n removes it, m:c3 puts a mountain; or pass. A turn is a movement and an action, on one line or \
    several.";

/// Without a limit it makes no difference how many turns have been completed.
fn normal(position: &Position) -> Position {
    if position.rules().turn_limit.is_some() { *position } else { position.with_fewest_turns() }
}
