//! Aspiration: each depth is begun with a narrow window around the score of the one before.

use super::{Settings, Variation};
use crate::search::{Score, ScoreKind, Window};

pub(super) struct Aspiration {
    pub(super) window: Window,
    /// The step by which a bound that failed is moved.
    step: i32,
    /// The depth before found a win or a loss: search only for a faster win or a slower loss.
    known: bool,
}

impl Aspiration {
    /// The window of the best line except those `found` already. The score of a line after them is not
    /// certain: another may have come before it since.
    pub(super) fn new<M>(
        previous: Option<&Variation<M>>,
        depth: u32,
        found: &[Variation<M>],
        settings: Settings,
    ) -> Self {
        let (mut window, mut step, mut known) = (Window::FULL, 0, false);
        let aspires = settings.techniques.aspiration;
        match previous.filter(|_| aspires).map(|previous| previous.score.kind()) {
            // The score itself is inside: a search that only finds nothing better finds no line.
            Some(ScoreKind::Win(plies)) if found.is_empty() => {
                (window.alpha, known) = (Score::win_in(plies + 1), true);
            }
            Some(ScoreKind::Loss(plies)) if found.is_empty() => {
                (window.beta, known) = (Score::loss_in(plies + 1), true);
            }
            Some(ScoreKind::Value(value)) if depth > 2 => {
                step = 1 + value.abs() / 8;
                window =
                    Window { alpha: Score::value(value - step), beta: Score::value(value + step) };
            }
            _ => {}
        }
        Self { window, step, known }
    }

    /// Moves the bound that a score is beyond, and returns whether there was one to move.
    pub(super) fn widen(&mut self, score: Score) -> bool {
        if self.known || self.window.contains(score) {
            return false;
        }
        self.step = self.step.saturating_mul(4);
        let moved = |by: i32| match score.kind() {
            ScoreKind::Value(value) if by.abs() < Score::MAX_VALUE / 8 => {
                Some(Score::value(value.saturating_add(by)))
            }
            _ => None,
        };
        if score <= self.window.alpha {
            self.window.alpha = moved(-self.step).unwrap_or(Window::FULL.alpha);
        } else {
            self.window.beta = moved(self.step).unwrap_or(Window::FULL.beta);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Techniques;

    #[test]
    fn wins_and_losses_of_further_lines_are_looked_for_anew() {
        let settings = Settings { techniques: Techniques::PLAY, lines: 2 };
        for score in [Score::win_in(3), Score::loss_in(4)] {
            let line = Variation { line: vec!['a'], score, proven: true };
            assert!(Aspiration::new(Some(&line), 5, &[], settings).known);
            let second = Aspiration::new(Some(&line), 5, std::slice::from_ref(&line), settings);
            let Window { alpha, beta } = second.window;
            assert!(!second.known);
            assert_eq!((alpha, beta), (Window::FULL.alpha, Window::FULL.beta));
        }
    }
}
