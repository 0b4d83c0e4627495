//! The laws of [`Game`].

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use rand::seq::IndexedRandom;

use super::Conformance;
use super::violation::{
    Checked, Violation, all_legal, appended, ensure, equal_but, none, shared_state, unreached,
};
use crate::board::counted;
use crate::game::{Game, Outcome, seeded};

impl<G: Game + Eq + Hash + Debug> Conformance<G> {
    /// The number of moves of other positions that are tried in each.
    const FOREIGN_MOVES: usize = 200;

    /// The number of positions compared with each other.
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
        self.each(|position| {
            players(position)?;
            let moves = generation(position)?;
            ending(position, &moves)?;
            moves.iter().try_for_each(|&m| legal_move(position, m))?;
            let mut illegal = foreign.iter().filter(|m| !moves.contains(m));
            illegal.try_for_each(|&m| illegal_move(position, m))?;
            distinct_moves(position, &moves)?;
            counting(position, &moves)?;
            random_choice(position, &moves)
        })?;
        self.twins().try_for_each(|(a, b)| same_play(a, b))
    }

    /// Checks that equal positions have equal hashes: otherwise both are among the positions.
    fn hashes(&self) -> Checked {
        let some = &self.positions[..self.positions.len().min(Self::COMPARED)];
        let mut pairs =
            some.iter().enumerate().flat_map(|(i, a)| some[..i].iter().map(move |b| (a, b)));
        none(pairs.find(|(a, b)| a == b), |(a, b)| {
            format!("{a:?} and {b:?} are equal by ==, but Hash tells them apart")
        })
    }

    /// Moves of other positions, most of which are illegal in a given one.
    fn foreign_moves(&self) -> Vec<G::Move> {
        let mut rng = self.rng();
        let mut pool: Vec<G::Move> = Vec::new();
        let tries = 4 * Self::FOREIGN_MOVES;
        for _ in 0..tries {
            let Some(position) = self.positions.choose(&mut rng) else { break };
            if pool.len() < Self::FOREIGN_MOVES
                && let Some(&m) = position.legal_moves().choose(&mut rng)
                && !pool.contains(&m)
            {
                pool.push(m);
            }
        }
        pool
    }
}

fn players<G: Game>(position: &G) -> Checked {
    let players = position.players();
    let mut seen = HashSet::new();
    ensure!(
        !players.is_empty() && players.iter().all(|player| seen.insert(player)),
        "players() is {players:?}, which is empty or names a player twice"
    );
    let is_player = |source_of: &str, player| {
        ensure!(
            players.contains(&player),
            "{source_of} names {player:?}, who is not among players()"
        );
        Ok(())
    };
    is_player("turn()", position.turn())?;
    match position.outcome() {
        None | Some(Outcome::Draw) => {}
        Some(Outcome::Winner(winner)) => is_player("outcome()", winner)?,
        Some(Outcome::Points(points)) => {
            let given: Vec<_> = points.iter().map(|(player, _)| player).collect();
            ensure!(
                players.len() == given.len() && players.iter().all(|p| given.contains(p)),
                "outcome() gives points to {given:?}, not to each of the players once"
            );
        }
    }
    Ok(())
}

/// Checks the listing of moves, and returns them.
fn generation<G: Game>(position: &G) -> Result<Vec<G::Move>, Violation> {
    let moves = position.legal_moves();
    for (generator, generate) in [
        ("generate_moves()", G::generate_moves as fn(&G, &mut Vec<G::Move>)),
        ("generate_distinct_moves()", G::generate_distinct_moves),
    ] {
        let before = [moves.as_slice(), &moves].concat();
        let mut list = before.clone();
        generate(position, &mut list);
        appended(&list, &before, generator)?;
    }
    ensure!(
        position.legal_moves() == moves,
        "generate_moves() lists other moves when it is called again"
    );
    let mut seen = HashSet::new();
    none(moves.iter().find(|&&m| !seen.insert(m)), |m| {
        format!("generate_moves() lists {m:?} twice")
    })?;
    Ok(moves)
}

fn ending<G: Game>(position: &G, moves: &[G::Move]) -> Checked {
    let is_over = position.outcome().is_some();
    ensure!(
        is_over || !moves.is_empty(),
        "outcome() is None but there is no legal move; a player who cannot move has lost, has drawn or \
         must have a pass as a move"
    );
    none(moves.first().filter(|_| is_over), |m| {
        format!("the game is over by outcome() but {m:?} is listed as a legal move")
    })
}

fn legal_move<G: Game + Eq + Debug>(position: &G, m: G::Move) -> Checked {
    none(position.check(m).err(), |reason| {
        format!("generate_moves() lists {m:?}, but check() refuses it ({reason})")
    })?;
    let before = format!("{position:?}");
    let mut played = position.clone();
    ensure!(played.play(m).is_ok(), "check() and play() disagree about {m:?}");
    if format!("{position:?}") != before || position.check(m).is_err() {
        return Err(shared_state(&before, m));
    }
    ensure!(
        played == position.after(m),
        "play() and play_unchecked() lead to different positions with {m:?}"
    );
    let (players, later) = (position.players(), played.players());
    ensure!(players == later, "players() changes from {players:?} to {later:?} by {m:?}");
    Ok(())
}

fn illegal_move<G: Game + Eq + Debug>(position: &G, m: G::Move) -> Checked {
    ensure!(
        position.check(m).is_err(),
        "check() accepts {m:?}, which generate_moves() does not list"
    );
    let mut played = position.clone();
    ensure!(played.play(m).is_err(), "check() and play() disagree about {m:?}");
    ensure!(
        played == *position && format!("{played:?}") == format!("{position:?}"),
        "play() refuses {m:?} but changes the position to {played:?}"
    );
    Ok(())
}

fn distinct_moves<G: Game + Eq + Hash>(position: &G, moves: &[G::Move]) -> Checked {
    let distinct = position.distinct_moves();
    all_legal(position, &distinct, "generate_distinct_moves()")?;
    none(unreached(position, moves, &distinct), |m| {
        format!("no move of generate_distinct_moves() leads where {m:?} leads")
    })
}

fn counting<G: Game>(position: &G, moves: &[G::Move]) -> Checked {
    let mut buffer = moves.to_vec();
    let count = position.count_moves(&mut buffer);
    ensure!(buffer == moves, "count_moves() must leave the list as it was");
    ensure!(
        count == moves.len() as u64,
        "generate_moves() lists {} but count_moves() counts {count}",
        counted(moves.len(), "move")
    );
    Ok(())
}

fn random_choice<G: Game>(position: &G, moves: &[G::Move]) -> Checked {
    let mut buffer = moves.to_vec();
    let (mut rng, mut same) = (seeded(moves.len() as u64), seeded(moves.len() as u64));
    let chosen = position.random_move(&mut buffer, &mut rng);
    ensure!(buffer == moves, "random_move() must leave the list as it was");
    let expected = moves.choose(&mut same).copied();
    ensure!(
        chosen == expected && rng == same,
        "random_move() must choose as from the list: {expected:?}, not {chosen:?}"
    );
    Ok(())
}

fn same_play<G: Game + Eq + Debug>(a: &G, b: &G) -> Checked {
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
    Err(equal_but(a, b, what))
}
