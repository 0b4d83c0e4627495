//! Proofs of who wins, for `solve --proof` and `study --prove`.

use std::io::{self, Write};
use std::iter::once;

use board::Playable;
use engine::{Game, Limits, SearchError};
use solve::{Answer, Proof, ProofSearch, ProofStats, Verdict};

use crate::commands::outcome::rules_text;
use crate::failure::Failure;

/// What was proven about a position.
pub(crate) struct Proven<G: Game> {
    /// A player, or the text for nobody; `None` if a limit was reached.
    pub(crate) winner: Option<String>,
    /// For each player in turn, beginning with the one to move, up to one who can force a win.
    pub(crate) proofs: Vec<(Proof<G>, ProofStats)>,
    pub(crate) nodes: u64,
}

/// Tries to prove a win for each player, and checks the proofs by the rules alone. The limits are those of one
/// question; `refused` is told that there is no memory for the table.
pub(crate) fn prove<G: Playable>(
    mut search: ProofSearch<G>,
    position: &G,
    limits: &Limits,
    refused: fn(SearchError) -> Failure,
    mut report: impl FnMut(G::Player, &Answer),
) -> Result<Proven<G>, Failure> {
    let mut proven = Proven { winner: None, proofs: Vec::new(), nodes: 0 };
    let turn = position.turn();
    let others = position.players().iter().copied().filter(|&player| player != turn);
    for player in once(turn).chain(others) {
        let answer = search.run_with(position, player, limits, |found| report(player, found));
        let answer = answer.map_err(refused)?;
        proven.nodes += answer.nodes;
        if answer.verdict == Verdict::Unknown {
            return Ok(proven);
        }
        let proof = search.prove(position, player, limits).map_err(refused)?;
        let Some(proof) = proof else { return Ok(proven) };
        let size = proof.check(position).map_err(Failure::run)?;
        proven.proofs.push((proof, size));
        if answer.verdict == Verdict::Proven {
            proven.winner = Some(player.to_string());
            return Ok(proven);
        }
    }
    proven.winner = Some(nobody(position).to_owned());
    Ok(proven)
}

/// The winner where no player can force a win.
pub(crate) fn nobody<G: Game>(position: &G) -> &'static str {
    if position.players().len() == 2 { "draw" } else { "nobody by force" }
}

pub(crate) fn claim<G: Playable>(proof: &Proof<G>) -> String {
    let can = if proof.verdict() == Verdict::Proven { "can" } else { "cannot" };
    format!("{} {can} force a win", proof.player())
}

/// Writes proofs for a checker of its own: for each claim the positions of its strategy, each with the move.
pub(crate) fn write<G: Playable>(
    out: &mut impl Write,
    game: &str,
    position: &G,
    proofs: &[(Proof<G>, ProofStats)],
) -> io::Result<()> {
    writeln!(out, "fourfold proof 1\ngame: {game}\nrules: {}", rules_text(&position.rules()))?;
    writeln!(out, "position: {position}")?;
    for (proof, _) in proofs {
        let choice = |(position, m): (&G, G::Move)| format!("{position}\t{m}\n");
        let mut choices: Vec<String> = proof.choices().map(choice).collect();
        choices.sort_unstable();
        writeln!(out, "claim: {}\nchoices: {}", claim(proof), choices.len())?;
        out.write_all(choices.concat().as_bytes())?;
    }
    Ok(())
}
