//! The laws of [`Notation`] and [`Options`].

use std::fmt::Debug;
use std::hash::Hash;

use rand::RngExt;

use super::Conformance;
use super::violation::{Violation, show};
use crate::game::{Game, Notation};
use crate::options::Options;
use crate::random::SeededRng;

impl<G> Conformance<G>
where
    G: Notation<Rules: Eq> + Eq + Hash + Debug,
{
    /// How many damaged texts are read for each position.
    const DAMAGES: usize = 20;

    /// Checks the laws of [`Notation`]: the texts of positions and moves are read back as the same
    /// positions and moves, and damaged texts are refused, or read as something that is read back.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn notation(&self) -> Result<(), Violation> {
        self.check_positions()?;
        let mut rng = self.rng();
        for position in &self.positions {
            options(position)?;
            let text = read_back(position)?;
            for _ in 0..Self::DAMAGES {
                damaged::<G>(&damage(&text, &mut rng), &position.rules())?;
            }
            moves(position, &mut rng)?;
        }
        let differ = self.twins().find(|(a, b)| a.to_string() != b.to_string());
        differ.map_or(Ok(()), |(a, b)| {
            Err(Violation::EqualPositionsDiffer { a: show(a), b: show(b), what: "text" })
        })
    }
}

fn read_back<G: Notation + Eq + Debug>(position: &G) -> Result<String, Violation> {
    let text = position.to_string();
    match G::parse(&text, &position.rules()) {
        Ok(read) if read == *position => Ok(text),
        Ok(read) => {
            let (position, read) = (show(position), show(&read));
            Err(Violation::PositionMisread { position, text, read })
        }
        Err(error) => Err(Violation::PositionUnreadable { text, reason: error.to_string() }),
    }
}

/// Leaves out, doubles, swaps or replaces a few characters.
fn damage(text: &str, rng: &mut SeededRng) -> String {
    const FOREIGN: [char; 8] = [' ', '0', '9', '/', '-', '+', 'é', '\n'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..=3) {
        if chars.is_empty() {
            break;
        }
        let at = rng.random_range(0..chars.len());
        let other = rng.random_range(0..chars.len());
        match rng.random_range(0..5) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[other]),
            2 => chars.swap(at, other),
            3 => chars[at] = FOREIGN[rng.random_range(0..FOREIGN.len())],
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}

fn damaged<G: Notation + Eq>(text: &str, rules: &G::Rules) -> Result<(), Violation> {
    let Ok(position) = G::parse(text, rules) else { return Ok(()) };
    let printed = position.to_string();
    let problem = match G::parse(&printed, rules) {
        Ok(again) if again == position => return Ok(()),
        Ok(_) => "is read as another one".to_owned(),
        Err(error) => format!("is refused: {error}"),
    };
    Err(Violation::DamagedTextMisread { text: text.to_owned(), printed, problem })
}

fn moves<G: Notation>(position: &G, rng: &mut SeededRng) -> Result<(), Violation> {
    for m in position.legal_moves() {
        let text = m.to_string();
        match text.parse::<<G as Game>::Move>() {
            Err(error) => {
                let reason = error.to_string();
                return Err(Violation::MoveUnreadable { m: show(&m), text, reason });
            }
            Ok(read) if read != m => {
                return Err(Violation::MoveMisread { m: show(&m), text, read: show(&read) });
            }
            Ok(_) => damaged_move::<G>(&damage(&text, rng))?,
        }
    }
    Ok(())
}

fn damaged_move<G: Notation>(text: &str) -> Result<(), Violation> {
    let Ok(m) = text.parse::<<G as Game>::Move>() else { return Ok(()) };
    let printed = m.to_string();
    match printed.parse::<<G as Game>::Move>() {
        Ok(again) if again == m => Ok(()),
        _ => Err(Violation::DamagedMoveMisread { text: text.to_owned(), printed }),
    }
}

fn options<G: Notation<Rules: Eq> + Debug>(position: &G) -> Result<(), Violation> {
    let rules = position.rules();
    for spec in G::Rules::SPECS {
        let broken = |value: &str, problem| Violation::OptionRoundTrip {
            position: show(position),
            name: spec.name,
            value: value.to_owned(),
            problem,
        };
        let Some(value) = rules.get(spec.name) else {
            return Err(broken("nothing", "is impossible".to_owned()));
        };
        let mut set = rules.clone();
        if let Err(error) = set.set(spec.name, &value) {
            return Err(broken(&value, format!("fails: {error}")));
        }
        if set != rules {
            return Err(broken(&value, "changes the rules".to_owned()));
        }
    }
    Ok(())
}
