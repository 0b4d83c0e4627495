//! Connect Four, the tutorial game, in the program.

use anstyle::{AnsiColor, Style};
use connect_four::{Column, OpenLines, Position};
use kit::{Exact, Failure, HowToPlay, Kit, Lesson, Levels, Picture, View};

/// The game, and all that is said of it.
pub(crate) fn kit() -> Kit {
    Kit::of::<Position>("connect-four", OpenLines)
        .about("Four stones in a line, in an upright board.")
        .levels(LEVELS)
        // As fitted by `cargo bench -p fourfold --bench tune -- connect-four --scale`.
        .scale(14.4)
        .minutes(5)
        .example("7/3x3/3o3/3xo2/3ox2/2xxo2 o")
        .lessons(LESSONS.iter().copied())
        .how_to_play(HOW_TO_PLAY)
        .exact(exact)
        .terminal_picture(picture)
        .build()
}

const LEVELS: Levels = Levels {
    nodes: [500, 500, 500, 500, 822, 2808, 8105, 50_000],
    random: [65, 43, 22, 7, 0, 0, 0, 0],
    margin: 1,
};

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

const HOW_TO_PLAY: HowToPlay = HowToPlay {
    rules: "\
        Two players, x and o, drop stones in turn into the seven columns of an upright \
        board; a stone falls to the lowest free place of its column, and a column holds six. \
        The first with four stones in a line, horizontal, vertical or diagonal, wins. If the \
        board is full first, the game is drawn. x begins.",
    board: "\
. . . . . . .
. . . o . . .
. . . x o . .
. x x x o . .
a b c d e f g",
    notes: "x has three in a row at the bottom and threatens to win in column a; o must play there.",
    moves: "A move is the letter of the column into which you drop a stone.",
};

fn exact((): &(), _threads: usize) -> Result<Option<Exact>, Failure> {
    Ok(Some(Exact {
        starts: 1,
        won: 1,
        drawn: 0,
        lengths: vec![(41, 1)],
        source: "as J. D. Allen and L. V. Allis found in 1988",
    }))
}

/// The board stands upright, so it is never turned.
fn picture(position: &Position, last: Option<Column>, _view: View) -> Picture {
    let text = position.to_string();
    let places = text.split(' ').next().unwrap_or_default();
    let mut board: Vec<String> = places.split('/').map(row).collect();
    let mark = |letter: char| {
        let is_last = last.is_some_and(|column| column.to_string() == letter.to_string());
        let style = if is_last { Style::new().bold() } else { Style::new().dimmed() };
        format!("{style}{letter}{style:#} ")
    };
    board.push(('a'..='g').map(mark).collect::<Vec<_>>().concat());
    Picture { board, notes: Vec::new() }
}

fn row(text: &str) -> String {
    let place = |c: char| match c {
        'x' => (AnsiColor::Red.on_default().bold(), 'x'),
        'o' => (AnsiColor::Yellow.on_default().bold(), 'o'),
        _ => (Style::new().dimmed(), '.'),
    };
    let width = |c: char| c.to_digit(10).unwrap_or(1) as usize;
    let places = text.chars().flat_map(|c| std::iter::repeat_n(place(c), width(c)));
    places.map(|(style, place)| format!("{style}{place}{style:#} ")).collect::<Vec<_>>().concat()
}
