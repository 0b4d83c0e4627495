//! The [Universal Game Interface][ugi] (UGI): other programs as bots.
//!
//! [ugi]: https://github.com/kz04px/cutegames/blob/master/ugi.md

mod client;

use engine::{Score, ScoreKind};

pub use client::{UgiBot, UgiError, UgiProgram};

/// A score as text: wins and losses in plies.
#[doc(hidden)]
pub fn print_score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Win(plies) => format!("mate {plies}"),
        ScoreKind::Loss(plies) => format!("mate -{plies}"),
        ScoreKind::Value(value) => format!("cp {value}"),
    }
}

/// Reads the two words after `score`.
fn parse_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Score> {
    let (unit, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match (unit, number) {
        ("cp", value) => Some(Score::value(value)),
        ("mate", plies @ 1..) => Some(Score::win_in(plies as u32)),
        ("mate", plies) => Some(Score::loss_in(plies.unsigned_abs())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_they_are_printed() {
        let scores = [Score::win_in(3), Score::loss_in(4), Score::value(-12), Score::DRAW];
        for score in scores {
            assert_eq!(parse_score(&mut print_score(score).split(' ')), Some(score));
        }
        assert_eq!(parse_score(&mut "mate -0".split(' ')), Some(Score::loss_in(0)));
        for text in ["cp", "cp x", "wdl 5", ""] {
            assert_eq!(parse_score(&mut text.split(' ')), None, "{text}");
        }
    }
}
