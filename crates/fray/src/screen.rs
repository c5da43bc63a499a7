//! Printing, and how a verb ends.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;
use systems::Failure;

/// Why a verb did not end well.
#[derive(Debug)]
pub(crate) enum End {
    /// The answer is no, and what was to be said about it has been said.
    No,
    /// The answer is no, for this reason.
    Refused(String),
    /// The question was wrong or something could not be read.
    Bad(String),
    /// The engine broke, and said so.
    Fault,
    /// Nobody reads on, as when the output goes to `head`.
    Unheard,
}

impl From<Failure> for End {
    fn from(trouble: Failure) -> End {
        if trouble.no { End::Refused(trouble.to_string()) } else { End::Bad(trouble.to_string()) }
    }
}

/// Standard output, buffered.
pub(crate) struct Screen {
    out: BufWriter<StdoutLock<'static>>,
}

impl Screen {
    pub(crate) fn stdout() -> Screen {
        Screen { out: BufWriter::new(io::stdout().lock()) }
    }

    pub(crate) fn line(&mut self, text: impl Display) -> Result<(), End> {
        writeln!(self.out, "{text}").map_err(|error| unheard(&error))
    }

    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<(), End> {
        self.line(format_args!("{value:#}"))
    }

    /// Shows at once what was said so far.
    pub(crate) fn flush(&mut self) -> Result<(), End> {
        self.out.flush().map_err(|error| unheard(&error))
    }

    /// Says what is left to say and turns the end into an exit code.
    pub(crate) fn close(mut self, end: Result<(), End>) -> ExitCode {
        let end = match self.out.flush() {
            Err(error) if end.is_ok() => Err(unheard(&error)),
            _ => end,
        };
        // Nothing can be done if nobody listens to complaints either.
        match end {
            Ok(()) | Err(End::Unheard) => ExitCode::SUCCESS,
            Err(End::No) => ExitCode::from(1),
            Err(End::Fault) => ExitCode::from(2),
            Err(End::Refused(text)) => {
                let _ = writeln!(io::stderr(), "{text}");
                ExitCode::from(1)
            }
            Err(End::Bad(text)) => {
                let _ = writeln!(io::stderr(), "fray: {text}");
                ExitCode::from(2)
            }
        }
    }
}

fn unheard(error: &io::Error) -> End {
    match error.kind() {
        ErrorKind::BrokenPipe => End::Unheard,
        _ => End::Bad(format!("cannot write the output: {error}")),
    }
}

/// `1 battle`, `2 battles`.
pub(crate) fn count(number: usize, word: &str) -> String {
    match number {
        1 => format!("1 {word}"),
        _ => format!("{number} {word}s"),
    }
}
