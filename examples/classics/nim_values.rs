//! Nim values of impartial games in normal play, by the theory of Sprague and Grundy.

use std::collections::HashMap;
use std::hash::Hash;

use engine::Game;

/// An impartial game in normal play: both players have the same moves, and who cannot move has lost. It must end.
pub trait Impartial: Game {}

/// The size of the heap of Nim that a position of an [impartial](Impartial) game is worth: the least number that no
/// move leads to.
pub fn nim_value<G: Game + Eq + Hash>(position: &G) -> u32 {
    value(position, &mut HashMap::new())
}

fn value<G: Game + Eq + Hash>(position: &G, known: &mut HashMap<G, u32>) -> u32 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let moves = position.legal_moves();
    let reached: Vec<u32> = moves.iter().map(|&m| value(&position.after(m), known)).collect();
    let least = (0..=reached.len() as u32).find(|number| !reached.contains(number));
    let least = least.unwrap_or_default();
    known.insert(position.clone(), least);
    least
}
