//! The value of red's first moves over all deals.

use std::fmt::Display;
use std::io::{self, Write};

use clap::Args;
use collapsi::{Card, FirstMoves, Player, Policy, Rules, Share};
use indicatif::HumanCount;

use crate::args::{Out, RuleArgs, ThreadArgs, rules_of};
use crate::failure::Failure;
use crate::games::Name;
use crate::survey::{MEMORY, rule_sets, run_survey};

/// Collapsi: study the value of red's first moves over all deals
#[derive(Args)]
#[command(after_help = MEMORY)]
#[command(mut_arg("set", rules_of(Name::Collapsi)))]
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
        let studies: Vec<&FirstMoves> =
            rule_sets.iter().map(|&rules| &studies[rules as usize]).collect();
        let (out, questions) = (&mut anstream::stdout().lock(), questions(&studies));
        let print = if self.csv { print_csv } else { print_table };
        Ok(print(out, &questions, &rule_sets)?)
    }
}

/// A row group of the table.
struct Question {
    /// For reading.
    title: &'static str,
    /// For machines.
    name: &'static str,
    /// With the answer by each set of rules.
    cases: Vec<(String, Vec<Share>)>,
}

fn questions(studies: &[&FirstMoves]) -> Vec<Question> {
    let case = |name: &dyn Display, answer: &dyn Fn(&FirstMoves) -> Share| {
        (name.to_string(), studies.iter().map(|study| answer(study)).collect::<Vec<_>>())
    };
    let steps = (1..=4).map(|n| case(&n, &|study| study.by_distance(n, Player::Red)));
    let cards = Card::ALL[1..].iter().map(|card| case(card, &|study| study.by_card(*card)));
    let winning = (0..=14).map(|n| case(&n, &|study| study.with_winning(n)));
    let optimal = (1..=14).map(|n| case(&n, &|study| study.with_optimal(n)));
    let found = Policy::ALL.map(|policy| case(&policy, &|study| study.found_by(policy)));
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

fn print_table(out: &mut Out, questions: &[Question], rule_sets: &[Rules]) -> io::Result<()> {
    for (i, question) in questions.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}\n", question.title)?;
        write!(out, "{:22}", "")?;
        for rules in rule_sets {
            write!(out, "  {:>35}", rules.to_string())?;
        }
        writeln!(out)?;
        for (name, shares) in &question.cases {
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

fn print_csv(out: &mut Out, questions: &[Question], rule_sets: &[Rules]) -> io::Result<()> {
    writeln!(out, "rules,question,case,part,all")?;
    for (i, rules) in rule_sets.iter().enumerate() {
        for question in questions {
            for (name, shares) in &question.cases {
                let Share { part, all } = shares[i];
                writeln!(out, "{rules},{},{name},{part},{all}", question.name)?;
            }
        }
    }
    Ok(())
}
