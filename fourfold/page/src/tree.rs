//! Variations: which moves of a tree are legal, and whose they are.

use engine::game::PlayTextError;
use kit::{Dynamic, Kit};
use serde_json::{Value, json};

use super::ask::{Ask, check_length};
use super::refusal::Refusal;

/// The seat that makes each move of a tree, how the game ends by it if it does, and the first move that is illegal.
///
/// The moves are separated by spaces, each as `parent:move`; the start is 0, the first move of the list is 1.
/// The seat of an illegal move, and of those that follow it, is null.
pub(super) fn tree(game: &Kit, ask: &Ask) -> Result<Value, Refusal> {
    // Each with the number of moves that led to it.
    let mut positions: Vec<Option<(Dynamic, usize)>> = vec![Some((ask.start(game)?, 0))];
    let (mut seats, mut outcomes) = (Vec::new(), Vec::new());
    let mut refused = None;
    let nodes = ask.nodes.split(' ').filter(|node| !node.is_empty());
    for node in nodes {
        let refuse = || Refusal(format!("expected PARENT:MOVE after its parent, found {node:?}"));
        let (parent, text) = node.split_once(':').ok_or_else(refuse)?;
        let parent: usize = parent.parse().map_err(|_| refuse())?;
        let before = positions.get(parent).ok_or_else(refuse)?;
        let played = before.clone().and_then(|(mut position, moves)| {
            let seat = position.seat_to_move();
            match position.play_text(text) {
                Ok(more) => Some((seat, (position, moves + more.len()))),
                Err(mut error) => {
                    let (PlayTextError::Parse { number, .. }
                    | PlayTextError::Illegal { number, .. }) = &mut error;
                    *number += moves;
                    refused.get_or_insert_with(|| error.to_string());
                    None
                }
            }
        });
        let (seat, position) = played.unzip();
        seats.push(seat);
        outcomes.push(position.as_ref().and_then(|(now, _)| now.outcome().map(|_| now.state())));
        positions.push(position);
        check_length(seats.len())?;
    }
    Ok(json!({ "seats": seats, "outcomes": outcomes, "refused": refused }))
}
