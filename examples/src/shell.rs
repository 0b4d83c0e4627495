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
        Ok(Man::new(command.clone()).render(&mut std::io::stdout())?)
    }
}
