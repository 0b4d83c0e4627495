//! Nim values of impartial games in normal play, by the theory of Sprague and Grundy.

use std::collections::HashMap;
use std::hash::Hash;

use engine::Game;

/// An impartial game: both players have the same moves, and who cannot move has lost. It must end.
pub trait Impartial: Game + Eq + Hash {
    /// The size of the heap of Nim that the position is worth: the least number that no move leads to.
    fn nim_value(&self) -> u32 {
        value(self, &mut HashMap::new())
    }
}

fn value<G: Impartial>(position: &G, known: &mut HashMap<G, u32>) -> u32 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let moves = position.legal_moves();
    let reached: Vec<u32> = moves.iter().map(|&m| value(&position.after(m), known)).collect();
    let least = (0..).find(|number| !reached.contains(number)).unwrap_or_default();
    known.insert(position.clone(), least);
    least
}
