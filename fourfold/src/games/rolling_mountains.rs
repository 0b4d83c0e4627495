//! Rolling Mountains in the program.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use engine::Game;
use engine::search::EvaluatorFn;
use kit::{HowToPlay, Kit, Lesson, Levels, Picture, View};
use rolling_mountains::{Edge, EdgeSide, Evaluation, Move, Pawn, Place, Player, Position, Square};

use crate::picture::letters;

/// The game, and all that is said of it.
pub(crate) fn kit() -> Kit {
    Kit::of::<Position>("rolling-mountains", Evaluation::default())
        .about("Race two pawns across tiles, walls and mountains.")
        .levels(LEVELS)
        // As fitted by `cargo bench -p fourfold --bench tune -- rolling-mountains --scale`.
        .scale(4300.0)
        .minutes(30)
        .example("8/2t1t3/3m4/5t2/8/4t3/8/6t1 a3n,a7n,b5n,c5n f6,b2/e6,c6 31 2,3 -,- 0 10")
        .puzzles(Some("width=4,height=4,tiles=4,mountains=0"))
        .lessons(LESSONS.iter().copied())
        .how_to_play(HOW_TO_PLAY)
        .material(EvaluatorFn(|position: &Position, player| {
            -position.half_turns(player).iter().sum::<i32>()
        }))
        .normal(normal)
        .terminal_picture(picture)
        .build()
}

const LEVELS: Levels = Levels {
    nodes: [300, 300, 300, 300, 300, 300, 300, 6000],
    random: [55, 50, 42, 33, 25, 15, 0, 0],
    margin: 300,
};

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "Bring both your pawns across the board and off it on the far side. The first to have \
         both out wins.",
    )
    .shown("8/2t1t3/3m4/5t2/8/4t3/8/6t1 a3n,a7n,b5n,c5n f6,b2/e6,c6 31 2,3 -,- 0 10", ""),
    Lesson::new(
        "Your pawns L and R enter at the corners on your left and right, and leave at the far \
         corners: with two players each at the one across, L at the far right, R at the far \
         left. Red begins.",
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
        "Walls come from the same supply as tiles. Mountains stay for ever, but every pawn \
         must keep a way out round them. No wall can part a tile from a tile or \
         a pawn beside it.",
    ),
    Lesson::new("A pawn on its far corner leaves the board with a step ahead.")
        .shown("5/5/5/5/5 - e5,-/b3,d2 40 3,3 -,- 0 0", "L:n"),
];

const HOW_TO_PLAY: HowToPlay = HowToPlay {
    rules: "\
        Two to four players race two pawns each, L and R, across the board and off it from \
        the far corners: with two players L over the far right, R over the far left one. A \
        pawn enters on your near left (L) or near right (R) corner.\n\
        Your turn is a movement and an action. A pawn moves to a neighbouring square. If a \
        tile (##) lies there it takes the tile along and must step on; once it steps onto an \
        empty square it has to drop its tiles again, one on each square that it leaves. \
        Mountains (/\\), walls and pawns block it.\n\
        The action: put a tile on an empty square, or a wall on an edge, or a mountain on a \
        square, or remove a wall. Walls and mountains may also come before the movement or \
        between its steps (unless placing=outside_movement). Every pawn must still be able to get \
        out. The first player whose pawns are both out wins. Red begins.",
    board: "",
    notes: "",
    moves: "\
    L:n is a step of pawn L to the north, which is away from red for every player; L:nne are three. \
    t:c3 puts a tile, w:c3e a wall on the east edge of c3, w:c3n on the north one, x:c3n removes it, \
    m:c3 puts a mountain; or pass. A turn is a movement and an action, on one line or several.",
};

/// Without a limit it makes no difference how many turns have been completed.
fn normal(position: &Position) -> Position {
    match position.rules().turn_limit {
        None => position.with_fewest_turns(),
        Some(_) => *position,
    }
}

/// Pawns as `rL`, tiles as `##`, mountains as `/\`, walls as `|` and `--`.
fn picture(position: &Position, _last: Option<Move>, view: View) -> Picture {
    let (width, height) = (position.rules().width, position.rules().height);
    let wall = |file, rank, side| {
        let edge = Square::new(file, rank).map(|square| Edge { square, side });
        edge.is_some_and(|edge| position.walls().contains(edge))
    };
    let files = view.files(width);
    let mut board = Vec::new();
    for (row, rank) in view.ranks(height).into_iter().enumerate() {
        let mut above = "   ".to_owned();
        let mut line = format!("{:2} ", rank + 1);
        for (column, &file) in files.iter().enumerate() {
            // The edges towards the row above and the column to the left, in this view.
            let (lower, left) = match view {
                View::Upright => (rank, file.checked_sub(1)),
                View::Turned => (rank.wrapping_sub(1), Some(file)),
            };
            if column > 0 {
                let wall = left.is_some_and(|file| wall(file, rank, EdgeSide::East));
                line.push(if wall { '|' } else { ' ' });
            }
            above.push_str(if wall(file, lower, EdgeSide::North) { "-- " } else { "   " });
            let cell = Square::new(file, rank).map(|square| cell(position, square));
            let (style, text) = cell.unwrap_or_default();
            let _ = write!(line, "{style}{text}{style:#}");
        }
        if row > 0 {
            board.push(above);
        }
        board.push(line);
    }
    board.push(format!("   {}", letters(&files, " ", " ")));
    let mut notes: Vec<String> =
        position.players().iter().map(|&player| describe(position, player)).collect();
    notes.push(format!("supply {}", position.supply()));
    Picture { board, notes }
}

fn describe(position: &Position, player: Player) -> String {
    let [left, right] = Pawn::ALL.map(|pawn| position.pawn(player, pawn).to_string());
    let (style, mountains) = (style(player), position.mountains_left(player));
    format!("{style}{player:6}{style:#}  L {left:3} R {right:3}  mountains {mountains}")
}

fn cell(position: &Position, square: Square) -> (Style, String) {
    for &player in position.players() {
        for pawn in Pawn::ALL {
            if position.pawn(player, pawn) == Place::On(square) {
                return (style(player), format!("{}{pawn}", player.to_char()));
            }
        }
    }
    if position.tiles().contains(square) {
        (AnsiColor::Cyan.on_default(), "##".to_owned())
    } else if position.mountains().contains(square) {
        (Style::new().bold(), "/\\".to_owned())
    } else {
        (Style::new().dimmed(), " .".to_owned())
    }
}

fn style(player: Player) -> Style {
    match player {
        Player::Red => AnsiColor::White.on(AnsiColor::Red).bold(),
        Player::Yellow => AnsiColor::Black.on(AnsiColor::Yellow).bold(),
        Player::Blue => AnsiColor::White.on(AnsiColor::Blue).bold(),
        Player::Green => AnsiColor::Black.on(AnsiColor::Green).bold(),
    }
}
