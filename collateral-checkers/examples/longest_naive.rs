//! The same as `longest`, by the moves of every position alone: `longest_naive BITBASE CLASSES`.

use collateral_checkers::{Endings, Position};
use engine::solve::tablebase::{Bitbase, Family, Rank};
use engine::{Game, Wdl};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let endings: Endings =
        Bitbase::<Endings>::read_description(&arguments[1]).unwrap().parse().unwrap();
    let table = Bitbase::load(endings, &arguments[1]).unwrap();
    let family = table.family();
    for class in 0..arguments[2].parse().unwrap() {
        let size = family.sizes()[class];
        let mut levels = vec![u8::MAX; size as usize];
        for level in 1..100 {
            let mut decided = Vec::new();
            for index in (0..size).filter(|&index| levels[index as usize] == u8::MAX) {
                let rank = Rank { class, index };
                let position = family.unrank(rank).unwrap();
                let value = table.get(rank).unwrap();
                // The result for the mover, and whether it is reached at this level.
                let after = |m| -> (Wdl, bool) {
                    let next: Position = position.after(m);
                    match next.outcome() {
                        Some(outcome) => (outcome.wdl(position.turn()), true),
                        None => {
                            let rank = family.rank(&next).unwrap();
                            let known = rank.class < class || levels[rank.index as usize] < level;
                            (-table.get(rank).unwrap(), known)
                        }
                    }
                };
                let mut moves = position.legal_moves().into_iter().map(after);
                let is_decided = match value {
                    Wdl::Win => moves.any(|after| after == (Wdl::Win, true)),
                    Wdl::Loss => moves.all(|after| after == (Wdl::Loss, true)),
                    Wdl::Draw => false,
                };
                if is_decided {
                    decided.push(index);
                }
            }
            for &index in &decided {
                levels[index as usize] = level;
            }
            if decided.is_empty() {
                break;
            }
        }
        for material in family.materials().iter().filter(|m| m.class == class) {
            for wanted in [Wdl::Win, Wdl::Loss] {
                let indices = material
                    .indices
                    .clone()
                    .filter(|&index| table.get(Rank { class, index }) == Some(wanted));
                let longest = indices.clone().map(|index| levels[index as usize]).max().unwrap();
                let first =
                    indices.clone().find(|&index| levels[index as usize] == longest).unwrap();
                println!(
                    "{material} {wanted:?} {longest}: {}",
                    family.unrank(Rank { class, index: first }).unwrap()
                );
            }
        }
    }
}
