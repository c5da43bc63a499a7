//! `fray`: the one binary.
//!
//! Each verb is a file. A verb prints through a [`Screen`] and ends with an [`End`], from which the exit code follows:
//! 0 done, 1 the answer is no, 2 bad usage or unreadable input.

mod bench;
mod case;
mod content;
mod coverage;
mod file;
mod muster;
mod play;
mod record;
mod rules;
mod screen;
mod sim;

use clap::{Parser, Subcommand};
use screen::Screen;
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
}

fn main() -> ExitCode {
    let line = Line::parse();
    let mut screen = Screen::stdout();
    let end = match &line.verb {
        Some(Verb::Play(args)) => play::play(args, &mut screen),
        Some(Verb::Serve(args)) => play::serve(args, &mut screen),
        Some(Verb::Sim(args)) => sim::run(args, &mut screen),
        Some(Verb::Verify(args)) => record::verify(args, &mut screen),
        Some(Verb::Replay(args)) => record::replay(args, &mut screen),
        Some(Verb::Case(args)) => case::run(args, &mut screen),
        Some(Verb::Rules(args)) => rules::run(args, &mut screen),
        Some(Verb::Muster(verb)) => muster::run(verb, &mut screen),
        Some(Verb::Pack(verb)) => content::run(verb, &mut screen),
        Some(Verb::Bench(args)) => bench::run(args, &mut screen),
        None => play::play(&play::PlayArgs::default(), &mut screen),
    };
    screen.close(end)
}
