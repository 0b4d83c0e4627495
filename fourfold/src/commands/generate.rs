//! Completions for shells and pages for `man`.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;

use kit::Failure;

/// Print completions for a shell, or the manual page of the program or of one of its commands
#[derive(Args)]
#[command(after_help = "\
Examples:
  source <(fourfold generate bash)
  fourfold generate man play | man -l -")]
pub(crate) struct GenerateArgs {
    /// The shell, or man
    #[arg(value_parser = ["bash", "elvish", "fish", "powershell", "zsh", "man"])]
    kind: String,

    /// For man: the command [default: the program]
    command: Option<String>,
}

impl GenerateArgs {
    pub(crate) fn run(&self, mut program: clap::Command) -> Result<(), Failure> {
        let mut text = Vec::new();
        if let Ok(shell) = self.kind.parse::<Shell>() {
            if let Some(command) = &self.command {
                return Err(Failure::usage(format!("command {command:?}"), "expected with man"));
            }
            let name = program.get_name().to_owned();
            clap_complete::generate(shell, &mut program, name, &mut text);
        } else {
            program.build();
            let command = self.command.as_ref().map_or(Ok(&program), |name| {
                let expected =
                    || Failure::usage(format!("command {name:?}"), expected_subcommand(&program));
                program.find_subcommand(name).ok_or_else(expected)
            })?;
            Man::new(command.clone()).render(&mut text)?;
            text = keep_lines(&String::from_utf8_lossy(&text)).into_bytes();
        }
        Ok(std::io::stdout().write_all(&text)?)
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

/// The subcommands of a command, as part of a message.
pub(crate) fn expected_subcommand(command: &clap::Command) -> String {
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    match names[..] {
        [] => format!("{} has no commands of its own", command.get_name()),
        _ => format!("expected one of: {}", names.join(", ")),
    }
}
