//! Connect Four, the tutorial game, as an object of the program: all that is said of it beside its rules.

use connect_four::{OpenLines, Position};
use kit::{Exact, Kit, Lesson};

/// The game, and all that is said of it.
pub fn kit() -> Kit {
    Kit::of::<Position>("connect-four", OpenLines)
        .about("Four in a line: drop your stones into an upright board.")
        .levels([500, 500, 500, 500, 822, 2808, 8105, 50_000], [65, 43, 22, 7, 0, 0, 0, 0], [1; 8])
        // As fitted by `cargo bench -p fourfold --bench tune -- connect-four --scale`.
        .scale(14.4)
        .minutes(5)
        .example("7/3x3/3o3/3xo2/3ox2/2xxo2 o")
        .lessons(LESSONS.iter().copied())
        .notation(NOTATION)
        .exact(|(), _| {
            Ok(Some(Exact {
                starts: 1,
                won: 1,
                drawn: 0,
                lengths: vec![(41, 1)],
                source: "as J. D. Allen and L. V. Allis found in 1988",
            }))
        })
        .build()
}

const LESSONS: &[Lesson] = &[
    Lesson::new("Be the first with four of your stones in a line: across, upright or slanting.")
        .shown("7/7/7/7/1ooo3/1xxxx2 o", ""),
    Lesson::new(
        "The players drop a stone in turn. Choose a column: your stone falls to its lowest \
         free place.",
    )
    .shown("7/7/7/7/3o3/2xxo2 x", "d"),
    Lesson::new("A column holds six stones. In a full one nobody can play."),
    Lesson::new(
        "Three in a line with a free place at the end are a threat. The other player must \
         take that place at once.",
    )
    .shown("7/7/7/3o3/3xo2/1xxxo2 o", "a"),
    Lesson::new(
        "Two threats at once cannot both be stopped. That is how most games are won: here \
         both ends of the three are free.",
    )
    .shown("7/7/7/7/2oo3/2xxx2 o", ""),
    Lesson::new("If the board is full and nobody has four in a line, the game is a draw."),
];

const NOTATION: &str = "A move is the letter of the column into which you drop a stone.";
