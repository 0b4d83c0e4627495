//! A child process that exchanges lines of text with this one.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running program. Dropping it sends `quit`, and kills the program if it does not exit in time.
pub(super) struct Process {
    child: Child,
    log: Option<Arc<Log>>,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// Receives the last line of the standard error once that is closed.
    last_error_line: Receiver<String>,
}

impl Process {
    /// The time that the program has to exit after `quit`.
    const QUIT_TIME: Duration = Duration::from_millis(200);

    /// The time that a program that has closed its output has to exit by itself.
    const EXIT_TIME: Duration = Duration::from_secs(10);

    /// The number of lines that can wait to be read. A program that writes more has to wait.
    const WAITING_LINES: usize = 64;

    /// The number of characters of the last line of the standard error that are kept.
    const LONGEST_ERROR: usize = 200;

    /// Starts a program. Its conversation is added to the file, if there is one.
    pub(super) fn start(
        program: &Path,
        arguments: &[String],
        log: Option<File>,
    ) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A process group of its own: Ctrl-C at the terminal does not reach it, and it can be killed as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdout.take(), child.stderr.take());
        let (sender, output) = sync_channel(Self::WAITING_LINES);
        let (last_sender, last_error_line) = sync_channel(1);
        let input = child.stdin.take();
        let log = log.map(|file| Arc::new(Log { file, pid: child.id(), began: Instant::now() }));
        let logs = [log.clone(), log.clone()];
        let process = Self { child, log, input, output, last_error_line };
        if let (Some(stdout), Some(stderr), [output_log, error_log]) = (pipes.0, pipes.1, logs) {
            let mut said = lines(stdout, output_log, '<');
            thread::Builder::new().spawn(move || said.all(|line| sender.send(line).is_ok()))?;
            let errors = lines(stderr, error_log, '!').filter(|line| !line.is_empty());
            thread::Builder::new().spawn(move || {
                let last = errors.last().unwrap_or_default();
                last_sender.send(last.chars().take(Self::LONGEST_ERROR).collect())
            })?;
        }
        Ok(process)
    }

    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Writes a line. Does nothing if the program has ended; the next read reports that.
    pub(super) fn write_line(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            add(self.log.as_deref(), '>', line);
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// The next line, if it comes before the deadline; disconnected is a program that has ended or has
    /// closed its output.
    pub(super) fn read(&self, deadline: Instant) -> Result<String, RecvTimeoutError> {
        self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()))
    }

    /// The end of the program, and the last line of its standard error.
    pub(super) fn exit_reason(&mut self) -> String {
        let ended = self.end(Self::EXIT_TIME);
        let status = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
        match self.last_error_line.recv_timeout(Self::EXIT_TIME) {
            Ok(line) if !line.is_empty() => format!("{status}: {line}"),
            _ => status,
        }
    }

    /// Closes the input, and kills the program if that does not end it in time.
    fn end(&mut self, time: Duration) -> io::Result<std::process::ExitStatus> {
        const STEP: Duration = Duration::from_millis(2);
        self.input = None;
        let began = Instant::now();
        while began.elapsed() < time {
            if let Some(status) = self.child.try_wait()? {
                self.kill_group();
                return Ok(status);
            }
            thread::sleep(STEP);
        }
        self.kill_group();
        self.child.kill()?;
        self.child.wait()
    }

    /// Kills the rest of the process group: the program, and the processes it has started.
    fn kill_group(&self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // It fails if nothing is left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.write_line("quit");
        // An error cannot be reported here.
        let _ = self.end(Self::QUIT_TIME);
    }
}

/// A file of conversations. It may be that of several processes.
struct Log {
    file: File,
    pid: u32,
    began: Instant,
}

/// Adds a line as [`UgiProgram::log`](super::UgiProgram::log) describes it. A log that cannot be written
/// does not stop a game.
fn add(log: Option<&Log>, mark: char, line: &str) {
    let Some(log) = log else { return };
    let (pid, seconds) = (log.pid, log.began.elapsed().as_secs_f64());
    // At once, so that lines of several processes do not mix.
    let _ = (&log.file).write_all(format!("{pid} {seconds:.3} {mark} {line}\n").as_bytes());
}

/// The lines that a program writes, without the spaces around them; they are added to the log with this
/// mark. A line that is too long comes in parts.
fn lines(output: impl Read, log: Option<Arc<Log>>, mark: char) -> impl Iterator<Item = String> {
    const LONGEST: u64 = 1 << 16;
    let mut output = BufReader::new(output);
    iter::from_fn(move || {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        read.ok().filter(|&bytes| bytes > 0)?;
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        add(log.as_deref(), mark, &line);
        Some(line)
    })
}
