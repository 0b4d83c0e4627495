//! The value of red's first moves over all deals.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use collapsi::{Card, FirstMoves, Player, Policy, Rules, Share};
use indicatif::HumanCount;

use crate::args::{RuleArgs, ThreadArgs};
use crate::failure::Failure;
use crate::survey::{MEMORY, rule_sets, run_survey};

/// Collapsi: study the value of red's first moves over all deals
#[derive(Args)]
#[command(after_help = MEMORY)]
pub(crate) struct FirstMovesArgs {
    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

impl FirstMovesArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rule_sets = rule_sets(&self.rules)?;
        let studies = run_survey(self.threads, FirstMoves::study)?;
        let studies: Vec<(Rules, &FirstMoves)> =
            rule_sets.into_iter().map(|rules| (rules, &studies[rules as usize])).collect();
        let (out, questions) = (&mut anstream::stdout().lock(), questions());
        if self.csv {
            print_csv(out, &questions, &studies)
        } else {
            print(out, &questions, &studies)
        }?;
        Ok(())
    }
}

/// A row group of the table.
struct Question {
    /// For reading.
    title: &'static str,
    /// For machines.
    name: &'static str,
    cases: Vec<(String, Answer)>,
}

type Answer = Box<dyn Fn(&FirstMoves) -> Share>;

fn case(name: impl Display, answer: impl Fn(&FirstMoves) -> Share + 'static) -> (String, Answer) {
    (name.to_string(), Box::new(answer))
}

fn questions() -> Vec<Question> {
    let steps = (1..=4).map(|n| case(n, move |study| study.by_distance(n, Player::Red)));
    let cards = Card::ALL[1..].iter().map(|&card| case(card, move |study| study.by_card(card)));
    let winning = (0..=14).map(|n| case(n, move |study| study.with_winning(n)));
    let optimal = (1..=14).map(|n| case(n, move |study| study.with_optimal(n)));
    let found = Policy::ALL.map(|policy| case(policy, move |study| study.found_by(policy)));
    vec![
        Question {
            title: "Deals that red wins, by the number of steps from joker to joker",
            name: "distance",
            cases: steps.collect(),
        },
        Question {
            title: "First moves that win, by the card moved to",
            name: "card",
            cases: cards.collect(),
        },
        Question {
            title: "Deals by the number of winning first moves",
            name: "winning",
            cases: winning.collect(),
        },
        Question {
            title: "Deals by the number of optimal first moves",
            name: "optimal",
            cases: optimal.collect(),
        },
        Question {
            title: "Deals that red can win where a simple rule finds a winning first move",
            name: "policy",
            cases: found.into(),
        },
    ]
}

fn print(
    out: &mut impl Write,
    questions: &[Question],
    studies: &[(Rules, &FirstMoves)],
) -> io::Result<()> {
    for (i, question) in questions.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}\n", question.title)?;
        write!(out, "{:22}", "")?;
        for (rules, _) in studies {
            write!(out, "  {:>35}", rules.to_string())?;
        }
        writeln!(out)?;
        for (name, answer) in &question.cases {
            let shares: Vec<Share> = studies.iter().map(|(_, study)| answer(study)).collect();
            if shares.iter().all(|share| share.part == 0) {
                continue;
            }
            write!(out, "{name:>22}")?;
            for share in shares {
                let (part, all) =
                    (HumanCount(share.part).to_string(), HumanCount(share.all).to_string());
                write!(out, "  {part:>11} of {all:>11} {:6.2} %", share.percent())?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

fn print_csv(
    out: &mut impl Write,
    questions: &[Question],
    studies: &[(Rules, &FirstMoves)],
) -> io::Result<()> {
    writeln!(out, "rules,question,case,part,all")?;
    for (rules, study) in studies {
        for question in questions {
            for (name, answer) in &question.cases {
                let Share { part, all } = answer(study);
                writeln!(out, "{rules},{},{name},{part},{all}", question.name)?;
            }
        }
    }
    Ok(())
}
