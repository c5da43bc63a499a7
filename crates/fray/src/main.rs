//! `fray`: the one binary.
//!
//! Each verb is a file. A verb prints through a [`Screen`] and ends with an [`End`], from which the exit code follows:
//! 0 done, 1 the answer is no, 2 bad usage or unreadable input.

mod again;
mod bench;
mod campaign;
mod case;
mod content;
mod coverage;
mod file;
mod load;
mod muster;
mod play;
mod record;
mod rules;
mod screen;
mod sim;
mod store;

use clap::{Parser, Subcommand};
use screen::{End, Screen};
use std::any::Any;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the answer is no: an illegal warband, a failed case, a record that does not verify
  2  bad usage or unreadable input";

/// Fantasy tabletop skirmish wargames with every rule enforced and cited.
#[derive(Parser)]
#[command(name = "fray", version, after_help = EXIT_CODES, max_term_width = 120)]
struct Line {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    Play(play::PlayArgs),
    Serve(play::ServeArgs),
    Sim(sim::Args),
    Verify(record::VerifyArgs),
    Replay(record::ReplayArgs),
    Case(case::Args),
    Rules(rules::Args),
    #[command(subcommand)]
    Muster(muster::Verb),
    #[command(subcommand)]
    Pack(content::Verb),
    Bench(bench::Args),
    Load(load::Args),
    #[command(subcommand)]
    Store(store::Verb),
    #[command(subcommand)]
    Campaign(campaign::Verb),
}

fn main() -> ExitCode {
    let line = Line::parse();
    // A fault of the engine is said in one line that can be reported, whatever verb met it.
    panic::set_hook(Box::new(|fault| {
        let place = fault.location().map_or_else(String::new, |place| format!(" at {}:{}", place.file(), place.line()));
        let _ = writeln!(
            io::stderr(),
            "fray: this is a mistake in fray{place}, please report it: {}",
            said(fault.payload())
        );
    }));
    let mut screen = Screen::stdout();
    let end = panic::catch_unwind(AssertUnwindSafe(|| run(&line, &mut screen)));
    screen.close(end.unwrap_or(Err(End::Fault)))
}

/// What a panic says.
fn said(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

fn run(line: &Line, screen: &mut Screen) -> Result<(), End> {
    match &line.verb {
        Some(Verb::Play(args)) => play::play(args, screen),
        Some(Verb::Serve(args)) => play::serve(args, screen),
        Some(Verb::Sim(args)) => sim::run(args, screen),
        Some(Verb::Verify(args)) => record::verify(args, screen),
        Some(Verb::Replay(args)) => record::replay(args, screen),
        Some(Verb::Case(args)) => case::run(args, screen),
        Some(Verb::Rules(args)) => rules::run(args, screen),
        Some(Verb::Muster(verb)) => muster::run(verb, screen),
        Some(Verb::Pack(verb)) => content::run(verb, screen),
        Some(Verb::Bench(args)) => bench::run(args, screen),
        Some(Verb::Load(args)) => load::run(args, screen),
        Some(Verb::Store(verb)) => store::run(verb, screen),
        Some(Verb::Campaign(verb)) => campaign::run(verb, screen),
        None => play::play(&play::PlayArgs::default(), screen),
    }
}
