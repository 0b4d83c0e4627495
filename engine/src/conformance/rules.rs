//! The laws of [`Game`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use rand::seq::IndexedRandom;

use super::Conformance;
use super::violation::{Violation, all_legal, show};
use crate::game::Game;
use crate::outcome::Outcome;

impl<G> Conformance<G>
where
    G: Game + Eq + Hash + Debug,
{
    /// How many moves of other positions are tried in each.
    const FOREIGN_MOVES: usize = 200;

    /// How many positions are compared with each other.
    const COMPARED: usize = 1_000;

    /// Checks the laws of [`Game`]: players, outcomes, listing, counting and checking of moves, both ways
    /// to play, independence of copies, and that equal positions play alike.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn rules(&self) -> Result<(), Violation> {
        self.check_positions()?;
        self.hashes()?;
        let foreign = self.foreign_moves();
        for position in &self.positions {
            players(position)?;
            let moves = generation(position)?;
            ending(position, &moves)?;
            for &m in &moves {
                legal_move(position, m)?;
            }
            for &m in foreign.iter().filter(|m| !moves.contains(m)) {
                illegal_move(position, m)?;
            }
            distinct_moves(position, &moves)?;
            counting(position, &moves)?;
        }
        self.twins().try_for_each(|(a, b)| same_play(a, b))
    }

    /// Checks that equal positions have equal hashes: otherwise both are among the positions.
    fn hashes(&self) -> Result<(), Violation> {
        let some = &self.positions[..self.positions.len().min(Self::COMPARED)];
        for (i, a) in some.iter().enumerate() {
            if let Some(b) = some[..i].iter().find(|b| *b == a) {
                return Err(Violation::EqualPositionsOtherHashes { a: show(a), b: show(b) });
            }
        }
        Ok(())
    }

    /// Moves of other positions, most of which are illegal in a given one.
    fn foreign_moves(&self) -> Vec<G::Move> {
        let mut rng = self.rng();
        let mut pool: Vec<G::Move> = Vec::new();
        let tries = 4 * Self::FOREIGN_MOVES;
        for position in self.positions.sample(&mut rng, tries) {
            if pool.len() >= Self::FOREIGN_MOVES {
                break;
            }
            if let Some(&m) = position.legal_moves().choose(&mut rng)
                && !pool.contains(&m)
            {
                pool.push(m);
            }
        }
        pool
    }
}

fn players<G: Game + Debug>(position: &G) -> Result<(), Violation> {
    let players = position.players();
    let twice = |(i, player)| players[..i].contains(player);
    if players.is_empty() || players.iter().enumerate().any(twice) {
        return Err(Violation::Players { position: show(position), players: show(&players) });
    }
    check_player(position, "turn()", position.turn())?;
    match position.outcome() {
        None | Some(Outcome::Draw) => Ok(()),
        Some(Outcome::Winner(winner)) => check_player(position, "outcome()", winner),
        Some(Outcome::Points(points)) => {
            let given: Vec<_> = points.iter().map(|(player, _)| player).collect();
            if players.len() == given.len() && players.iter().all(|p| given.contains(p)) {
                return Ok(());
            }
            Err(Violation::Points { position: show(position), given: show(&given) })
        }
    }
}

fn check_player<G: Game + Debug>(
    position: &G,
    source_of: &'static str,
    player: G::Player,
) -> Result<(), Violation> {
    if position.players().contains(&player) {
        return Ok(());
    }
    Err(Violation::UnknownPlayer { position: show(position), source_of, player: show(&player) })
}

/// Checks how moves are listed, and returns them.
fn generation<G: Game + Debug>(position: &G) -> Result<Vec<G::Move>, Violation> {
    let moves = position.legal_moves();
    for (generator, generate) in [
        ("generate_moves()", G::generate_moves as fn(&G, &mut Vec<G::Move>)),
        ("generate_distinct_moves()", G::generate_distinct_moves),
    ] {
        let before = [moves.as_slice(), &moves].concat();
        let mut list = before.clone();
        generate(position, &mut list);
        if !list.starts_with(&before) {
            return Err(Violation::NotAppended { position: show(position), generator });
        }
    }
    if position.legal_moves() != moves {
        return Err(Violation::NotRepeatable { position: show(position) });
    }
    let mut seen = HashSet::new();
    if let Some(m) = moves.iter().find(|&&m| !seen.insert(m)) {
        return Err(Violation::DuplicateMove { position: show(position), m: show(m) });
    }
    Ok(moves)
}

fn ending<G: Game + Debug>(position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    match (position.outcome(), moves.first()) {
        (None, None) => Err(Violation::RunningWithoutMoves { position: show(position) }),
        (Some(_), Some(m)) => {
            Err(Violation::FinishedWithMoves { position: show(position), m: show(m) })
        }
        (None, Some(_)) | (Some(_), None) => Ok(()),
    }
}

fn legal_move<G>(position: &G, m: G::Move) -> Result<(), Violation>
where
    G: Game + Eq + Debug,
{
    if let Err(reason) = position.check(m) {
        let reason = reason.to_string();
        return Err(Violation::LegalMoveRefused { position: show(position), m: show(&m), reason });
    }
    let before = show(position);
    let mut played = position.clone();
    if played.play(m).is_err() {
        return Err(Violation::PlayDisagreesWithCheck { position: before, m: show(&m) });
    }
    if show(position) != before || position.check(m).is_err() {
        let changed = show(position);
        return Err(Violation::CopiesShareState { position: before, m: show(&m), changed });
    }
    if played != position.after(m) {
        return Err(Violation::PlayDiffers { position: before, m: show(&m) });
    }
    if played.players() != position.players() {
        let (players, after) = (show(&position.players()), show(&played.players()));
        return Err(Violation::PlayersChange {
            position: before,
            m: show(&m),
            before: players,
            after,
        });
    }
    Ok(())
}

fn illegal_move<G: Game + Eq + Debug>(position: &G, m: G::Move) -> Result<(), Violation> {
    if position.check(m).is_ok() {
        return Err(Violation::IllegalMoveAccepted { position: show(position), m: show(&m) });
    }
    let mut played = position.clone();
    if played.play(m).is_ok() {
        return Err(Violation::PlayDisagreesWithCheck { position: show(position), m: show(&m) });
    }
    let (before, changed) = (show(position), show(&played));
    if played != *position || before != changed {
        return Err(Violation::RefusedMoveChanges { position: before, m: show(&m), changed });
    }
    Ok(())
}

fn distinct_moves<G>(position: &G, moves: &[G::Move]) -> Result<(), Violation>
where
    G: Game + Eq + Hash + Debug,
{
    let distinct = position.distinct_moves();
    all_legal(position, &distinct, "generate_distinct_moves()")?;
    let reached: HashSet<G> = distinct.iter().map(|&m| position.after(m)).collect();
    match moves.iter().find(|&&m| !reached.contains(&position.after(m))) {
        Some(m) => Err(Violation::DistinctMoveMissing { position: show(position), m: show(m) }),
        None => Ok(()),
    }
}

fn counting<G: Game + Debug>(position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    let mut buffer = moves.to_vec();
    let (listed, counted) = (moves.len(), position.count_moves(&mut buffer));
    if buffer != moves {
        let generator = "count_moves()";
        return Err(Violation::NotAppended { position: show(position), generator });
    }
    if counted != listed as u64 {
        return Err(Violation::Miscounted { position: show(position), listed, counted });
    }
    Ok(())
}

fn same_play<G: Game + Eq + Debug>(a: &G, b: &G) -> Result<(), Violation> {
    let moves = a.legal_moves();
    let what = if a.players() != b.players() {
        "players()"
    } else if a.turn() != b.turn() {
        "whose turn it is"
    } else if a.outcome() != b.outcome() {
        "outcome()"
    } else if moves != b.legal_moves() {
        "legal moves, or their order"
    } else if moves.into_iter().any(|m| a.after(m) != b.after(m)) {
        "what a move leads to"
    } else {
        return Ok(());
    };
    Err(Violation::EqualPositionsDiffer { a: show(a), b: show(b), what })
}
