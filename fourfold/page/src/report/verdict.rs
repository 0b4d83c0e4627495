//! The answers to what a publisher asks, as far as the figures support them.

use arena::Interval;
use arena::study::{Distribution, Step};
use engine::Game;
use engine::board::counted;
use kit::Exact;

use super::findings::{Findings, nodes_of_step};
use super::sample::Figure;

#[derive(Debug)]
pub(super) struct Answer {
    /// In a few words.
    pub(super) short: String,
    /// The figures for it, in sentences.
    pub(super) because: Vec<String>,
}

impl Answer {
    fn not_measured() -> Self {
        Self { short: "Not measured".to_owned(), because: Vec::new() }
    }
}

/// A share with an even one to be held against: what is shown, not what is likely.
fn against(share: Interval, even: f64, [less, open, more]: [&str; 3]) -> String {
    let shown = if share.low > even { more } else { open };
    if share.high < even { less } else { shown }.to_owned()
}

impl Findings<'_> {
    /// The questions with their answers, the most important one first.
    pub(super) fn verdict(&self) -> [(&'static str, Answer); 6] {
        let study = &self.sample.study;
        let find = |key: &str| self.all_figures().find(|figure| figure.key == key);
        let cut_off = study.ends.ply_limit;
        let exact = self.exact.clone().or_else(|| self.proven());
        let fair = fair(exact.as_ref(), find("first_player"), self.start.players().len());
        let early = early(find("decided_early"), find("clear_at"), find("comebacks"));
        [
            ("Is it fair?", fair),
            ("Does somebody win?", ends(find("drawn"), cut_off)),
            ("How long is it?", long(&study.lengths, &study.turns, cut_off)),
            ("Is there a choice?", choice(&study.choices, find("forced"))),
            ("Is it decided early?", early),
            ("Does skill pay?", skill(&self.ladder)),
        ]
    }

    /// What the search of the first moves has proven about the start.
    fn proven(&self) -> Option<Exact> {
        let best = self.first_moves.first()?;
        let is_known =
            best.proven && best.expected >= 1.0 || self.first_moves.iter().all(|m| m.proven);
        (is_known && self.same_start && self.start.players().len() == 2).then(|| Exact {
            starts: 1,
            won: u64::from(best.expected >= 1.0),
            drawn: u64::from(best.expected > 0.0 && best.expected < 1.0),
            lengths: Vec::new(),
            source: "proven by a search of every first move",
        })
    }
}

fn fair(exact: Option<&Exact>, played: Option<&Figure>, seats: usize) -> Answer {
    let even = 1.0 / seats as f64;
    let mut because = Vec::new();
    let short = match (exact, played) {
        (Some(exact), _) => {
            because.push(sentence_of(exact));
            verdict_of(exact)
        }
        (None, Some(first)) => against(
            first.value,
            even,
            [
                "Moving first is a disadvantage",
                "No advantage of moving first is shown",
                "Moving first is an advantage",
            ],
        ),
        (None, None) => return Answer::not_measured(),
    };
    if let Some(first) = played {
        because.push(format!(
            "Between these players the first one takes {} of the points ({}); an equal share is {}.",
            first.brief(),
            first.brief_interval(),
            first.unit.brief(even, 0.0)
        ));
        if exact.is_none() && first.value.contains(even) {
            let most = (first.value.high - even).max(even - first.value.low);
            because.push(format!(
                "That does not make it fair: a difference of {} is not excluded.",
                first.unit.brief(most, most)
            ));
        }
    }
    Answer { short, because }
}

fn ends(drawn: Option<&Figure>, cut_off: u64) -> Answer {
    let Some(drawn) = drawn else { return Answer::not_measured() };
    let Interval { low, high, estimate } = drawn.value;
    let short = match () {
        () if 2 * cut_off > drawn.sample => "Most games came to no end",
        () if low > 0.5 => "Most games are drawn",
        () if low > 0.25 => "Draws are common",
        () if estimate <= 0.0 => "No draw was seen",
        () if high < 0.1 => "Draws are rare",
        () => "There are draws",
    };
    let (estimate, interval) = (drawn.brief(), drawn.brief_interval());
    let mut because =
        vec![format!("{estimate} of {} are drawn ({interval}).", counted(drawn.sample, "game"))];
    if cut_off > 0 {
        let games = counted(cut_off, "game");
        because.push(format!("Cut off at the ply limit, which gives equal points: {games}."));
    }
    Answer { short: short.to_owned(), because }
}

fn long(plies: &Distribution, turns: &Distribution, cut_off: u64) -> Answer {
    let [least, early, median, late, most] =
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| plies.quantile(part).unwrap_or_default());
    let least_word = if cut_off > 0 { "At least " } else { "" };
    let rounds = match turns.median() {
        Some(turns) if turns != median => format!(", {}", counted(turns, "turn")),
        _ => String::new(),
    };
    let middle = if early == late { late.to_string() } else { format!("{early} to {late}") };
    let because = vec![format!(
        "Half of the games take {middle} plies, the shortest {least}, the longest {most}."
    )];
    Answer { short: format!("{least_word}{}{rounds}", counted(median, "ply")), because }
}

fn choice(choices: &Distribution, forced: Option<&Figure>) -> Answer {
    let [early, median, late] =
        [0.25, 0.5, 0.75].map(|part| choices.quantile(part).unwrap_or_default());
    let mut because =
        vec![format!("At half of the plies there are {early} to {late} legal moves.")];
    if let Some(forced) = forced {
        let (share, interval) = (forced.brief(), forced.brief_interval());
        because.push(format!("At {share} of the plies there is only one ({interval})."));
    }
    let short = format!("{} to choose from", counted(median, "move"));
    Answer { short, because }
}

fn early(decided: Option<&Figure>, clear: Option<&Figure>, comebacks: Option<&Figure>) -> Answer {
    let Some(decided) = decided else {
        return Answer { short: "No game was won".to_owned(), because: Vec::new() };
    };
    let words = ["Mostly late", "Neither early nor late is shown", "Mostly early"];
    let mut because = vec![format!(
        "{} of {} are clear, to the search that judges, before half of the plies ({}).",
        decided.brief(),
        counted(decided.sample, "won game"),
        decided.brief_interval()
    )];
    if let Some(clear) = clear {
        because.push(format!("On average the win is clear after {} of the game.", clear.brief()));
    }
    if let Some(back) = comebacks {
        let (share, interval) = (back.brief(), back.brief_interval());
        because.push(format!("The winner had been far behind in {share} ({interval})."));
    }
    Answer { short: against(decided.value, 0.5, words), because }
}

fn skill(ladder: &[Step]) -> Answer {
    let [first, ..] = ladder else { return Answer::not_measured() };
    let gains = ladder.iter().filter(|step| step.gains()).count();
    let short = match gains {
        0 => "Not shown".to_owned(),
        gains if gains == ladder.len() => "Yes, at every step".to_owned(),
        gains => format!("Yes, at {gains} of {}", counted(ladder.len(), "step")),
    };
    let mut because = vec![format!(
        "A search that visits {} positions a move scores {:.0}\u{a0}% against one of {}; equal players {:.0}\u{a0}%.",
        nodes_of_step(1),
        100.0 * first.score.estimate,
        nodes_of_step(0),
        100.0 * first.even
    )];
    if let [_, .., last] = ladder {
        let number = ladder.len();
        because.push(format!(
            "With {} against {} it is {:.0}\u{a0}%.",
            nodes_of_step(number),
            nodes_of_step(number - 1),
            100.0 * last.score.estimate
        ));
    }
    Answer { short, because }
}

fn verdict_of(exact: &Exact) -> String {
    let Exact { starts, won, drawn, .. } = *exact;
    let lost = starts - won - drawn;
    let who = match won.cmp(&lost) {
        std::cmp::Ordering::Greater => "the first player wins",
        std::cmp::Ordering::Less => "the second player wins",
        std::cmp::Ordering::Equal if starts == drawn => "it is a draw",
        std::cmp::Ordering::Equal => "neither player is ahead",
    };
    let most = if drawn < starts && starts > 1 && won != lost { " more often" } else { "" };
    format!("With best play {who}{most}")
}

fn sentence_of(exact: &Exact) -> String {
    let Exact { starts, won, drawn, source, .. } = exact;
    let lost = starts - won - drawn;
    let share = |part: u64| 100.0 * part as f64 / *starts as f64;
    if *starts == 1 {
        let lasts = match exact.lengths[..] {
            [(plies, _)] => format!("It takes {}. ", counted(plies, "ply")),
            _ => String::new(),
        };
        return format!("{lasts}That is exact, {source}.");
    }
    format!(
        "Of all {} starts the first player wins {:.2} %, the second {:.2} %, and {:.2} % are drawn. \
         That is exact, {source}.",
        grouped(*starts),
        share(*won),
        share(lost),
        share(*drawn)
    )
}

fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}
