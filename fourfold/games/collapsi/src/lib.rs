//! Collapsi as an object of the program: all that is said of it beside its rules.

use std::sync::Arc;

use collapsi::{Exact, Move, Position, count_games, solve};
use engine::{NoEvaluation, Search};
use kit::{Kit, Lesson, OwnPlayer, Solution};

/// The game, and all that is said of it.
pub fn kit() -> Kit {
    let kit = Kit::tested::<Position>("collapsi", NoEvaluation)
        .about("Walk until the ground is gone: as many steps as your card says, and cards you leave are out.")
        .levels(
            [40, 98, 198, 444, 757, 1423, 2394, 10_000],
            [0; 8],
            [0; 8],
        )
        .minutes(5)
        .example("A2.3/4A23b/.A2r3/J3A. r")
        .lessons(LESSONS.iter().copied())
        .notation(NOTATION)
        .rulings(collapsi::rulings::PAGE)
        .best_evaluator(|| Arc::new(Exact::default()))
        .own_player(OwnPlayer::instant("perfect", "plays perfectly", || {
            Search::<Position, _>::new(Exact::default()).with_memory(0)
        }))
        .solver(answer)
        .count_games(count_games);
    #[cfg(not(target_family = "wasm"))]
    let kit =
        kit.exact(|rules, threads| surveyed(*rules, threads)).command(survey::command::command());
    kit.build()
}

const LESSONS: &[Lesson] = &[
    Lesson::new(
        "Be the last who can move. The board shrinks with every turn, and the player whose \
         pawn cannot walk any more has lost.",
    )
    .shown("A2.3/4A23b/.A2r3/J3A. r", ""),
    Lesson::new(
        "Sixteen cards lie as a board, and each player has one pawn. Both begin on a joker; \
         red moves first.",
    )
    .shown("A223/4A2Jb/3A23/Jr3A4 r", ""),
    Lesson::new(
        "Your pawn walks exactly as many steps as the card says on which it stands: one from \
         an ace, two, three or four from the other cards. From a joker you choose from one to \
         four.",
    )
    .shown("A223/4A2Jb/3A23/.3rA4 r", "c3"),
    Lesson::new(
        "Steps go up, down, left or right. A walk turns as it likes, but never steps on the \
         same card twice.",
    ),
    Lesson::new(
        "The edges are joined: a pawn that walks off the board comes back on the opposite \
         side. One step down from the lowest row leads to the top one.",
    )
    .shown("A223/4A2Jb/3A23/J3Ar4 r", "c4"),
    Lesson::new("You may walk past the other pawn, but not stop on its card.")
        .shown("A223/4A2rJb/3A23/.3A4 r", "a3"),
    Lesson::new(
        "When you have walked, the card that you left is turned down. It is out of the game: \
         nobody can step on it again.",
    )
    .shown("A223/4A2Jb/3A23r/.3.4 b", ""),
    Lesson::new(
        "A pawn on a two needs two steps. If only one is left it cannot walk, and its player has \
         lost.",
    )
    .shown("..../..../.2rAb./.... r", ""),
];

const NOTATION: &str = "A move is the square where your pawn's walk ends, such as b2.";

fn answer(position: &Position) -> Solution<Move> {
    let collapsi::Solution { verdict, moves, line, .. } = solve(position);
    let moves = moves.into_iter().collect();
    Solution { winner: verdict.winner.to_string(), length: verdict.length, moves, line }
}

/// How all deals end by these rules, if the survey has them.
#[cfg(not(target_family = "wasm"))]
fn surveyed(rules: collapsi::Rules, threads: usize) -> Result<Option<kit::Exact>, kit::Failure> {
    let survey = survey::command::run_survey(&[rules], threads)?;
    Ok(survey.distribution(rules).map(|lengths| kit::Exact {
        starts: survey::Survey::DEALS,
        won: lengths.won_by(collapsi::Player::Red),
        drawn: 0,
        lengths: lengths.iter().map(|(plies, deals)| (plies.into(), deals)).collect(),
        source: "by a survey of all deals",
    }))
}
