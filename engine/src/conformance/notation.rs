//! The laws of [`Notation`] and [`Options`].

use std::fmt::Debug;
use std::hash::Hash;

use rand::RngExt;

use super::Conformance;
use super::violation::{Violation, broken, equal_but};
use crate::game::options::Options;
use crate::game::random::SeededRng;
use crate::game::{Game, Notation};

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
        differ.map_or(Ok(()), |(a, b)| equal_but(a, b, "text"))
    }
}

fn read_back<G: Notation + Eq + Debug>(position: &G) -> Result<String, Violation> {
    let text = position.to_string();
    match G::parse(&text, &position.rules()) {
        Ok(read) if read == *position => Ok(text),
        Ok(read) => {
            broken(format!("{position:?} prints as \"{text}\", which parse() reads as {read:?}"))
        }
        Err(error) => {
            broken(format!("the position prints as \"{text}\", which parse() refuses: {error}"))
        }
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
    broken(format!(
        "parse() reads \"{text}\" as a position that prints as \"{printed}\", and that {problem}"
    ))
}

fn moves<G: Notation>(position: &G, rng: &mut SeededRng) -> Result<(), Violation> {
    for m in position.legal_moves() {
        let text = m.to_string();
        match text.parse::<<G as Game>::Move>() {
            Err(error) => {
                return broken(format!(
                    "{m:?} prints as \"{text}\", which cannot be read: {error}"
                ));
            }
            Ok(read) if read != m => {
                return broken(format!("{m:?} prints as \"{text}\", which is read as {read:?}"));
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
        _ => broken(format!(
            "\"{text}\" is read as a move that prints as \"{printed}\", which is not read back"
        )),
    }
}

fn options<G: Notation<Rules: Eq> + Debug>(position: &G) -> Result<(), Violation> {
    let rules = position.rules();
    for spec in G::Rules::SPECS {
        let wrong = |value: &str, problem: &str| {
            broken(format!(
                "option \"{}\" of {position:?} reads as {value}, but setting it to that {problem}",
                spec.name
            ))
        };
        let Some(value) = rules.get(spec.name) else {
            return wrong("nothing", "is impossible");
        };
        let mut set = rules.clone();
        if let Err(error) = set.set(spec.name, &value) {
            return wrong(&value, &format!("fails: {error}"));
        }
        if set != rules {
            return wrong(&value, "changes the rules");
        }
    }
    Ok(())
}
