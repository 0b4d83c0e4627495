//! Collateral Checkers in the program.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use anstyle::{AnsiColor, Effects, Style};
use collateral_checkers::{
    Evaluation, ForcedCapture, Move, Player, Position, Rules, Square, Weights,
};
use endings::{Endings, opening, six_pieces};
use engine::Wdl;
use engine::board::counted;
use engine::search::SharedEvaluator;
use kit::{Exact, Failure, HowToPlay, Kit, Knowledge, Lesson, Levels, Picture, View};
use solve::tablebase::{BitbaseFile, Tablebase, WithTablebase};

#[cfg(not(target_family = "wasm"))]
use crate::commands::tablebase;
use crate::picture::grid;

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
pub(crate) fn kit() -> Kit {
    Kit::of::<Position>("collateral-checkers", Evaluation::default())
        .about("Checkers on 5x5: capture what you jump over, your own too, or hold the centre.")
        .levels(LEVELS)
        // As fitted by `cargo bench -p fourfold --bench tune -- collateral-checkers --scale`.
        .scale(134.3)
        .minutes(10)
        .example("w1w1w/w3w/2b2/4b/bb1b1 w 1 0")
        .lessons(LESSONS.iter().copied())
        .how_to_play(HOW_TO_PLAY)
        .judge(|| Arc::clone(&JUDGE))
        .material(MATERIAL)
        .known(opening)
        .exact(exact)
        .endings(knowledge)
        .terminal_picture(picture)
        .build()
}

const LEVELS: Levels = Levels {
    nodes: [500, 500, 500, 500, 553, 1535, 4559, 12_000],
    random: [62, 43, 25, 10, 0, 0, 0, 0],
    margin: 10,
};

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

const HOW_TO_PLAY: HowToPlay = HowToPlay {
    rules: "\
        Black (b) and white (w) have nine pieces each on a 5x5 board. In your turn move one \
        piece: step to an empty neighbour in any of the eight directions, or jump over a \
        neighbouring piece of either colour to the empty square right behind it. A jump \
        captures the piece jumped over, your own too, and may be followed by more jumps of \
        the same piece; it must continue while it can jump an opponent's piece. A player who can \
        jump an opponent's piece must capture something.\n\
        A player with fewer than three pieces loses. A player whose piece stands on the centre, c3, at \
        the end of three of their own turns in a row wins. After 100 moves in a row, of both \
        together, in which nothing was captured the game is a draw. Black begins.",
    board: "\
5  w  w  w  w  w
4  w  w  .  w  w
3  .  .  +  .  .
2  b  b  .  b  b
1  b  b  b  b  b
   a  b  c  d  e",
    notes: "",
    moves: "\
    A step is written with the squares it joins, b2-c3; a capture with all squares \
    that the piece visits, b4xd2xb2.",
};

/// As the files in `collateral-checkers/certificate` prove.
fn exact(rules: &Rules, _threads: usize) -> Result<Option<Exact>, Failure> {
    /// Longer than what any of their wins takes without a capture.
    const QUIET: u32 = 58;
    let is_proven =
        rules.hold_turns.get() <= 5 && rules.quiet_limit.is_none_or(|limit| limit.get() > QUIET);
    let won = match rules.forced_capture {
        ForcedCapture::AnyCapture => rules.hold_turns.get() <= 2,
        ForcedCapture::MustTakeOpponent => rules.hold_turns.get() == 1,
    };
    Ok(is_proven.then(|| Exact {
        starts: 1,
        won: won.into(),
        drawn: (!won).into(),
        lengths: Vec::new(),
        source: "by the certificate in the package collateral-checkers",
    }))
}

#[cfg(not(target_family = "wasm"))]
fn knowledge(file: &Path, rules: Option<&Rules>) -> Result<Knowledge<Position>, Failure> {
    if !tablebase::is_bitbase(file) {
        let table: Tablebase<Endings> = tablebase::load(file)?;
        rules.map_or(Ok(()), |rules| check(table.family(), rules))?;
        let evaluator = WithTablebase::new(Evaluation::default(), table);
        return Ok(Knowledge::Scores(Arc::new(evaluator)));
    }
    let endings = tablebase::endings::<Wdl>(file)?;
    rules.map_or(Ok(()), |rules| check(&endings, rules))?;
    // Whether a win comes before the limit is not known.
    let is_limited = rules.is_some_and(|rules| rules.quiet_limit.is_some());
    let bitbase = BitbaseFile::open(endings, file).map_err(|error| Failure::file(file, error))?;
    // A read error counts as unknown.
    Ok(Knowledge::Results(Box::new(move |position| {
        bitbase.probe(position).ok()?.filter(|&result| result == Wdl::Draw || !is_limited)
    })))
}

/// The squares that the last move visited are marked with `*`.
fn picture(position: &Position, last: Option<Move>, view: View) -> Picture {
    let visited = |square| last.is_some_and(|m| m.squares().any(|other| other == square));
    let cell = |square| {
        let piece = position.piece(square);
        let style = match piece {
            Some(Player::Black) => AnsiColor::White.on(AnsiColor::Black).bold(),
            Some(Player::White) => AnsiColor::Black.on(AnsiColor::White).bold(),
            None if visited(square) => AnsiColor::Yellow.on_default(),
            None => Style::new() | Effects::DIMMED,
        };
        let empty = if square == Square::C3 { '+' } else { '.' };
        let cell = piece.map_or(empty, Player::to_char);
        let mark = if visited(square) { "* " } else { "  " };
        format!("{style}{cell}{style:#}{mark}")
    };
    let board =
        grid(view, 5, "  ", |file, rank| Square::new(file, rank).map_or_else(String::new, cell));
    let count = |player| format!("{player}: {}", counted(position.pieces(player).len(), "piece"));
    let mut notes: Vec<String> = Player::ALL.map(count).into();
    if position.hold() > 0 {
        let turns = counted(position.rules().hold_turns.get(), "turn");
        notes.push(format!("c3 held for {} of {turns}", position.hold()));
    }
    notes.extend(position.ending().map(|ending| ending.to_string()));
    Picture { board, notes }
}

/// Checks that a file of endings is by these rules, but for the quiet limit.
fn check(endings: &Endings, rules: &Rules) -> Result<(), Failure> {
    let by = Rules { quiet_limit: rules.quiet_limit, ..endings.rules() };
    let refuse = || Failure::usage("--tablebase", format!("expected {rules}, found {by}"));
    if by == *rules { Ok(()) } else { Err(refuse()) }
}

#[cfg(test)]
mod tests {
    use engine::Options;

    use super::*;

    #[test]
    fn exact_results_are_those_of_the_certificates() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../collateral-checkers/certificate");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files = files.filter(|file| file.extension().is_some_and(|it| it == "certificate"));
        let mut count = 0;
        for file in files {
            let certificate = std::fs::read(&file).unwrap();
            let text = String::from_utf8_lossy(&certificate);
            let mut lines = text.lines().skip(1);
            let rules = Rules::from_settings(lines.next().unwrap()).unwrap();
            let start = Position::default().to_string();
            let claim = lines.find_map(|line| line.strip_suffix(&start)).unwrap().trim_end();
            let exact = exact(&rules, 1).unwrap().unwrap();
            let expected = [("win", (1, 0)), ("draw", (0, 1)), ("loss", (0, 0))];
            assert!(expected.contains(&(claim, (exact.won, exact.drawn))), "{}", file.display());
            count += 1;
        }
        assert_eq!(count, 10);
        let longer = Rules::from_settings("hold_turns=6").unwrap();
        assert!(exact(&longer, 1).unwrap().is_none());
    }
}
