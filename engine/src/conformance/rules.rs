//! The laws of [`Game`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use rand::seq::IndexedRandom;

use super::Conformance;
use super::violation::{Violation, all_legal, broken, equal_but, not_appended, shared_state, show};
use crate::board::text::counted;
use crate::game::Game;
use crate::game::outcome::Outcome;

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
                return broken(format!(
                    "{a:?} and {b:?} are equal by ==, but Hash tells them apart"
                ));
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
        return broken(format!(
            "players() is {players:?}, which is empty or names a player twice, in {position:?}"
        ));
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
            broken(format!(
                "outcome() gives points to {given:?}, not to each of the players once, in \
                 {position:?}"
            ))
        }
    }
}

fn check_player<G: Game + Debug>(
    position: &G,
    source_of: &str,
    player: G::Player,
) -> Result<(), Violation> {
    if position.players().contains(&player) {
        return Ok(());
    }
    broken(format!("{source_of} names {player:?}, who is not among players(), in {position:?}"))
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
            return not_appended(position, generator);
        }
    }
    if position.legal_moves() != moves {
        return broken(format!(
            "generate_moves() lists other moves when it is called again in {position:?}"
        ));
    }
    let mut seen = HashSet::new();
    if let Some(m) = moves.iter().find(|&&m| !seen.insert(m)) {
        return broken(format!("generate_moves() lists {m:?} twice in {position:?}"));
    }
    Ok(moves)
}

fn ending<G: Game + Debug>(position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    match (position.outcome(), moves.first()) {
        (None, None) => broken(format!(
            "outcome() is None but there is no legal move in {position:?}; a player who cannot \
             move has lost, has drawn or must have a pass as a move"
        )),
        (Some(_), Some(m)) => broken(format!(
            "the game is over by outcome() but {m:?} is listed as a legal move in {position:?}"
        )),
        (None, Some(_)) | (Some(_), None) => Ok(()),
    }
}

fn legal_move<G>(position: &G, m: G::Move) -> Result<(), Violation>
where
    G: Game + Eq + Debug,
{
    if let Err(reason) = position.check(m) {
        return broken(format!(
            "generate_moves() lists {m:?}, but check() refuses it ({reason}) in {position:?}"
        ));
    }
    let before = show(position);
    let mut played = position.clone();
    if played.play(m).is_err() {
        return play_disagrees(&before, m);
    }
    if show(position) != before || position.check(m).is_err() {
        return Err(shared_state(&before, m, position));
    }
    if played != position.after(m) {
        return broken(format!(
            "play() and play_unchecked() lead to different positions with {m:?} in {before}"
        ));
    }
    if played.players() != position.players() {
        return broken(format!(
            "players() changes from {:?} to {:?} when {m:?} is played in {before}",
            position.players(),
            played.players()
        ));
    }
    Ok(())
}

fn illegal_move<G: Game + Eq + Debug>(position: &G, m: G::Move) -> Result<(), Violation> {
    if position.check(m).is_ok() {
        return broken(format!(
            "check() accepts {m:?}, which generate_moves() does not list, in {position:?}"
        ));
    }
    let mut played = position.clone();
    if played.play(m).is_ok() {
        return play_disagrees(&show(position), m);
    }
    let (before, changed) = (show(position), show(&played));
    if played != *position || before != changed {
        return broken(format!(
            "play() refuses {m:?} but changes the position {before} to {changed}"
        ));
    }
    Ok(())
}

fn play_disagrees(position: &str, m: impl Debug) -> Result<(), Violation> {
    broken(format!("check() and play() disagree about {m:?} in {position}"))
}

fn distinct_moves<G>(position: &G, moves: &[G::Move]) -> Result<(), Violation>
where
    G: Game + Eq + Hash + Debug,
{
    let distinct = position.distinct_moves();
    all_legal(position, &distinct, "generate_distinct_moves()")?;
    let reached: HashSet<G> = distinct.iter().map(|&m| position.after(m)).collect();
    match moves.iter().find(|&&m| !reached.contains(&position.after(m))) {
        Some(m) => broken(format!(
            "no move of generate_distinct_moves() leads where {m:?} leads in {position:?}"
        )),
        None => Ok(()),
    }
}

fn counting<G: Game + Debug>(position: &G, moves: &[G::Move]) -> Result<(), Violation> {
    let mut buffer = moves.to_vec();
    let count = position.count_moves(&mut buffer);
    if buffer != moves {
        return not_appended(position, "count_moves()");
    }
    if count != moves.len() as u64 {
        return broken(format!(
            "generate_moves() lists {} but count_moves() counts {count}, in {position:?}",
            counted(moves.len(), "move")
        ));
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
    equal_but(a, b, what)
}
