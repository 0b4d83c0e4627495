//! Heat maps on the board.

use std::collections::BTreeSet;

use engine::Game;
use engine::board::read_square;
use engine::svg::{Hue, Mark, Picture};

use super::findings::{Findings, FirstMove};

type Map = (Picture, String);

/// A place, its value, and that as text.
type Cell<'a> = (&'a String, f64, String);

fn percent(value: f64) -> String {
    format!("{:.0}", 100.0 * value)
}

impl Findings<'_> {
    /// The first moves on the board, by search and by their score in the games; `None` unless every one
    /// ends on a square of its own.
    pub(super) fn first_maps(&self, fairest: Option<&FirstMove>) -> Option<Vec<Map>> {
        let end = |m: &FirstMove| self.start.find_move(&m.m).ok()?.places.pop();
        let places: Vec<String> = self.first_moves.iter().map(end).collect::<Option<_>>()?;
        let different: BTreeSet<&String> = places.iter().collect();
        let are_squares = places.iter().all(|place| read_square(place).is_some());
        if different.len() < places.len() || !are_squares {
            return None;
        }
        let moves = || self.first_moves.iter().zip(&places);
        let by_search = moves().filter_map(|(m, place)| {
            let expected = m.expected?;
            let text = match expected {
                1.0 if m.proven => "won".to_owned(),
                0.0 if m.proven => "lost".to_owned(),
                0.5 if m.proven => "draw".to_owned(),
                expected => percent(expected),
            };
            Some((place, expected, text))
        });
        let in_games = moves().filter_map(|(m, place)| {
            let (_, score) = self.in_games(m)?;
            Some((place, score.estimate, percent(score.estimate)))
        });
        let (by_search, legend) = self.around_even(&by_search.collect::<Vec<_>>());
        let nearest = moves().find(|(m, _)| fairest.is_some_and(|fairest| fairest.m == m.m));
        let mut legend = format!("By search, in percent. {legend}");
        if self.first_moves.iter().any(|m| m.proven) {
            legend += " A word is exact.";
        }
        let by_search = nearest.into_iter().fold(by_search, |map, (_, place)| {
            legend += " The ring is around the move nearest to even.";
            map.mark(place, Mark::Circle, Hue::Yellow)
        });
        let mut maps = vec![(by_search, legend)];
        let in_games: Vec<Cell> = in_games.collect();
        if !in_games.is_empty() {
            let (map, legend) = self.around_even(&in_games);
            let missing = format!("Left out is what fewer than {} games began with.", Self::LEAST);
            maps.push((map, format!("In the games, in percent. {legend} {missing}")));
        }
        Some(maps)
    }

    /// How often players used each square, and what those scored.
    pub(super) fn square_maps(&self) -> [Map; 2] {
        let squares = || self.squares.iter();
        let most = squares().map(|(_, games, _)| games).max().unwrap_or(1) as f64;
        let used = squares().fold(self.bare(), |map, (place, games, _)| {
            map.heat(place, Hue::Blue, games as f64 / most, games.to_string())
        });
        let known = squares().filter(|(_, games, _)| *games >= Self::LEAST);
        let scores = known.map(|(place, _, it)| (place, it.estimate, percent(it.estimate)));
        let (scores, legend) = self.around_even(&scores.collect::<Vec<_>>());
        let how_many = "How many players used the square; the darker the more.";
        let least = format!("where they were {} or more", Self::LEAST);
        let what = format!("What those scored, in percent, {least}. {legend}");
        [(used, how_many.to_owned()), (scores, what)]
    }

    fn bare(&self) -> Picture {
        self.start.picture().without_caption().without_trays()
    }

    /// A map of expected results: green above an equal share, red below.
    fn around_even(&self, cells: &[Cell<'_>]) -> Map {
        const LEAST: f64 = 0.05;
        let even = 1.0 / self.start.players().len() as f64;
        let most = cells.iter().map(|(_, value, _)| (value - even).abs()).fold(LEAST, f64::max);
        let map = cells.iter().fold(self.bare(), |map, (place, value, text)| {
            let hue = if *value < even { Hue::Red } else { Hue::Green };
            map.heat(*place, hue, (value - even).abs() / most, text)
        });
        (map, format!("Green is above an equal share, {:.0}, red below.", 100.0 * even))
    }
}
