//! What a shell and `man` want to know: completions and manual pages.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Program;
use crate::failure::Failure;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Example:\n  source <(fourfold completions bash)")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Program::command(), "fourfold", &mut script);
        Ok(std::io::stdout().write_all(&script)?)
    }
}

/// Print the manual page of the program, or of one of its commands
#[derive(Args)]
#[command(after_help = "Example:\n  fourfold man play | man -l -")]
pub(crate) struct ManArgs {
    /// The command [default: the program]
    command: Option<String>,
}

impl ManArgs {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut program = Program::command();
        program.build();
        let command = match &self.command {
            None => &program,
            Some(name) => program.find_subcommand(name).ok_or_else(|| {
                let names: Vec<&str> =
                    program.get_subcommands().map(clap::Command::get_name).collect();
                Failure::usage(
                    format!("command {name:?}"),
                    format!("expected one of: {}", names.join(", ")),
                )
            })?,
        };
        let mut page = Vec::new();
        Man::new(command.clone()).render(&mut page)?;
        Ok(std::io::stdout().write_all(keep_lines(&String::from_utf8_lossy(&page)).as_bytes())?)
    }
}

/// Tells `man` to print lines of text that follow each other as they are, not as one paragraph.
fn keep_lines(page: &str) -> String {
    let is_text = |line: &str| !line.is_empty() && !line.starts_with('.');
    let lines: Vec<&str> = page.lines().collect();
    let (mut kept, mut before) = (String::new(), "");
    for run in lines.chunk_by(|a, b| is_text(a) && is_text(b)) {
        // The name of an option has a line of its own.
        let (name, text) = run.split_at(usize::from(before == ".TP"));
        let [begin, end]: [&[&str]; 2] =
            if text.len() > 1 { [&[".nf"], &[".fi"]] } else { [&[]; 2] };
        kept.extend([name, begin, text, end].concat().iter().flat_map(|line| [line, "\n"]));
        before = run[run.len() - 1];
    }
    kept
}
