//! Records as text.

use std::fmt;

use super::Record;
use crate::game::Written;

/// The longest line of moves, unless a comment makes it longer.
const WIDTH: usize = 80;

/// Characters before which `\` stands in a move.
pub(super) const SPECIAL: [char; 9] = ['\\', '.', '(', ')', '{', '}', '[', ']', '*'];

/// The text of the game, as the [module](super) describes it, and a new line at the end.
impl<G: Written> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            write_tag(f, name, value)?;
        }
        for (seat, name) in self.players.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            write_tag(f, &format!("Player{}", seat + 1), name)?;
        }
        let rules = self.start().settings();
        if !rules.is_empty() {
            write_tag(f, "Rules", &rules)?;
        }
        write_tag(f, "Start", &self.start().to_string())?;
        write_tag(f, "Result", &self.result().to_string())?;
        let mut column = 0;
        for (i, word) in self.words().iter().enumerate() {
            let width = word.chars().count();
            let fits = i > 0 && column + 1 + width <= WIDTH;
            write!(f, "{}{word}", if fits { ' ' } else { '\n' })?;
            column = match word.rsplit_once('\n') {
                Some((_, line)) => line.chars().count(),
                None => width + if fits { column + 1 } else { 0 },
            };
        }
        f.write_str("\n")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    writeln!(f, "[{name} \"{value}\"]")
}

fn comment(text: &str) -> Option<String> {
    let text = text.replace('\\', "\\\\").replace('}', "\\}");
    (!text.is_empty()).then(|| format!("{{{text}}}"))
}

/// A part still to be written.
enum Step {
    /// The move to a node, after a bracket or nothing.
    Move(&'static str, usize),
    /// The nodes after a node.
    After(usize),
    Close,
}

impl<G: Written> Record<G> {
    /// Moves with their numbers and comments, and the mark of the end; brackets are joined to the words beside them.
    fn words(&self) -> Vec<String> {
        let turn = |node: usize| self.nodes[node].position.turn();
        let escaped = |c| SPECIAL.contains(&c).then_some('\\').into_iter().chain([c]);
        let mut words: Vec<String> = comment(&self.nodes[0].comment).into_iter().collect();
        let mut follows_move = false;
        let mut steps = vec![Step::After(0)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Move(open, node) => {
                    let node = &self.nodes[node];
                    let Some((m, before)) = node.from else { continue };
                    let m: String = m.to_string().chars().flat_map(escaped).collect();
                    let again =
                        self.nodes[before].from.is_some_and(|(_, at)| turn(at) == turn(before));
                    let goes_on = open.is_empty() && follows_move && again;
                    let number = if goes_on { String::new() } else { format!("{}. ", node.ply) };
                    words.push(format!("{open}{number}{m}"));
                    words.extend(comment(&node.comment));
                    follows_move = node.comment.is_empty();
                }
                Step::After(node) => {
                    let [main, variations @ ..] = &self.nodes[node].next[..] else { continue };
                    steps.push(Step::After(*main));
                    for &first in variations.iter().rev() {
                        steps.extend([Step::Close, Step::After(first), Step::Move("(", first)]);
                    }
                    steps.push(Step::Move("", *main));
                }
                Step::Close => {
                    words.last_mut().into_iter().for_each(|word| word.push(')'));
                    follows_move = false;
                }
            }
        }
        words.push("*".to_owned());
        words
    }
}
