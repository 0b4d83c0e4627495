//! What the engine and the rival are told of Connect Four beyond the rules.

use engine::search::{Known, Techniques, Window};
use engine::{Evaluator, Score, Search};
use minimax::Winner;

use super::board::{Board, Column, Player};
use super::rival::Told;

/// A search that is told of threats. What else it could learn costs more time than it saves.
pub(crate) fn told(table_bytes: usize) -> Search<Board, Threats> {
    let techniques = Techniques {
        table: true,
        alternate: true,
        null_window: true,
        order: true,
        ..Techniques::NONE
    };
    Search::new(Threats).with_memory(table_bytes).with_techniques(techniques)
}

/// Knows the end of a game two plies before it and some wins in 3, what following up is worth, the moves that do
/// not lose at once, and how many threats a move makes.
pub(crate) struct Threats;

impl Evaluator<Board> for Threats {
    fn evaluate(&self, _board: &Board, _player: Player) -> i32 {
        0
    }

    fn order(&self, board: &Board, column: Column) -> i32 {
        board.threats_with(board.place(column)) as i32
    }

    /// What is not seen takes longer.
    fn known(&self, board: &Board, _depth: u32, window: Window) -> Option<Known> {
        if let Some(score) = seen(board) {
            return Some(Known::Proven(score));
        }
        if board.wins_in_three(board.safe_places()) {
            return Some(Known::Proven(Score::win_in(3)));
        }
        let most = board.most_if_followed().unwrap_or(Score::win_in(3));
        Known::between(Score::loss_in(4), most, window)
    }

    fn candidate_moves(&self, board: &Board, moves: &mut Vec<Column>) {
        list_safe(board, moves);
    }
}

/// The score of a game that ends within two plies.
fn seen(board: &Board) -> Option<Score> {
    if board.wins() != 0 {
        return Some(Score::win_in(1));
    }
    if !board.has_free_at_most(1) && board.safe_places() == 0 {
        return Some(Score::loss_in(2));
    }
    board.has_free_at_most(2).then_some(Score::DRAW)
}

/// Lists the moves that do not lose at once.
fn list_safe(board: &Board, moves: &mut Vec<Column>) {
    let safe = board.safe_places();
    moves.extend(Column::ALL.into_iter().filter(|column| safe & column.places() != 0));
}

/// The rules as the rival is told of them.
pub(crate) struct Rules;

impl Told for Rules {
    type Position = Board;

    const INDICES: u16 = 7;
    const FORESIGHT: u32 = 2;

    fn evaluate(_board: &Board) -> i32 {
        0
    }

    fn order(board: &Board, column: Column) -> i32 {
        Threats.order(board, column)
    }

    fn moves(board: &Board, moves: &mut Vec<Column>) {
        list_safe(board, moves);
    }

    /// Sees wins in 1 and losses in 2.
    fn winner(board: &Board) -> Option<Winner> {
        match seen(board) {
            Some(score) if score.is_win() => Some(Winner::PlayerToMove),
            Some(score) if score.is_loss() => Some(Winner::PlayerJustMoved),
            Some(_) => Some(Winner::Draw),
            None => None,
        }
    }

    fn index(column: Column) -> u16 {
        column.0.into()
    }

    fn filler() -> Option<Column> {
        Some(Column(3))
    }
}
