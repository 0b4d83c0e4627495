//! The laws of [`Notation`] and [`Options`].

use std::fmt::Debug;
use std::hash::Hash;

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::Conformance;
use super::violation::{Checked, Violation, ensure, equal_but};
use crate::game::{Notation, Options, SeededRng};

impl<G: Notation + Eq + Hash + Debug> Conformance<G> {
    /// The number of damaged texts read for each position.
    const DAMAGES: usize = 20;

    /// Checks the laws of [`Notation`]: the texts of positions and moves are read back as the same
    /// positions and moves, and damaged texts are refused, or read as something that is read back. A move whose text is
    /// damaged, or joined from parts of two moves' texts, is legal only if it is listed.
    ///
    /// # Errors
    ///
    /// The first violation found.
    pub fn notation(&self) -> Result<(), Violation> {
        let mut rng = self.rng();
        self.each(|position| {
            let rules = position.rules();
            options(&rules)?;
            let text = read_back(position)?;
            for _ in 0..Self::DAMAGES {
                damaged::<G>(&damage(&text, &mut rng), &rules)?;
            }
            let moves = position.legal_moves();
            moves.iter().try_for_each(|&m| read_move_back(position, m, &moves, &mut rng))
        })?;
        let differ = self.twins().find(|(a, b)| a.to_string() != b.to_string());
        differ.map_or(Ok(()), |(a, b)| Err(equal_but(a, b, "text")))
    }
}

fn read_back<G: Notation + Eq + Debug>(position: &G) -> Result<String, Violation> {
    let text = position.to_string();
    let problem = match G::parse(&text, &position.rules()) {
        Ok(read) if read == *position => return Ok(text),
        Ok(read) => format!("reads as {read:?}"),
        Err(error) => format!("refuses: {error}"),
    };
    Err(Violation(format!("the position prints as {text:?}, which parse() {problem}")))
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

fn damaged<G: Notation + Eq>(text: &str, rules: &G::Rules) -> Checked {
    let Ok(position) = G::parse(text, rules) else { return Ok(()) };
    let printed = position.to_string();
    let problem = match G::parse(&printed, rules) {
        Ok(again) if again == position => return Ok(()),
        Ok(_) => "is read as another one".to_owned(),
        Err(error) => format!("is refused: {error}"),
    };
    Err(Violation(format!(
        "parse() reads {text:?} as a position that prints as {printed:?}, and that {problem}"
    )))
}

fn read_move_back<G: Notation>(
    position: &G,
    m: G::Move,
    moves: &[G::Move],
    rng: &mut SeededRng,
) -> Checked {
    let text = m.to_string();
    let problem = match text.parse::<G::Move>() {
        Err(error) => format!("cannot be read: {error}"),
        Ok(read) if read != m => format!("is read as {read:?}"),
        Ok(_) => {
            let other = moves.choose(rng).unwrap_or(&m).to_string();
            let at = rng.random_range(0..=text.chars().count());
            let crossed: String = text.chars().take(at).chain(other.chars().skip(at)).collect();
            let mut made_up = [damage(&text, rng), crossed].into_iter();
            return made_up.try_for_each(|text| made_up_move(position, &text, moves));
        }
    };
    Err(Violation(format!("{m:?} prints as {text:?}, which {problem}")))
}

/// Checks a text that no move need have.
fn made_up_move<G: Notation>(position: &G, text: &str, moves: &[G::Move]) -> Checked {
    let Ok(m) = text.parse::<G::Move>() else { return Ok(()) };
    let printed = m.to_string();
    ensure!(
        printed.parse().is_ok_and(|again: G::Move| again == m),
        "{text:?} is read as a move that prints as {printed:?}, which is not read back"
    );
    ensure!(
        moves.contains(&m) || position.check(m).is_err(),
        "check() accepts {text:?}, which generate_moves() does not list"
    );
    Ok(())
}

fn options<R: Options + Eq>(rules: &R) -> Checked {
    for name in R::SPECS.iter().map(|spec| spec.name) {
        let (value, mut set) = (rules.get(name), rules.clone());
        let problem = match value.as_ref().map(|value| set.set(name, value)) {
            Some(Ok(())) if set == *rules => continue,
            Some(Ok(())) => "changes the rules".to_owned(),
            Some(Err(error)) => format!("fails: {error}"),
            None => "is impossible".to_owned(),
        };
        let value = value.as_deref().unwrap_or("nothing");
        return Err(Violation(format!(
            "option {name:?} reads as {value}, but setting it to that {problem}"
        )));
    }
    Ok(())
}
