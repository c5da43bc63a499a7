//! `fray bench`: how fast the rules run.

use crate::file;
use crate::screen::{End, Screen};
use lab::bench::{FIXED, OddsPace, Pace};
use serde_json::{Value, json};

/// Measure battles and decisions per second on one core, with a checksum of the outcomes
#[derive(clap::Args)]
#[command(after_help = "\
Random minds play the ready-made warbands in rotation. The checksum covers the first battles whatever the speed: it
changes only when the rules or the content do.

Example:
  fray bench sellsword --seconds 10")]
pub(crate) struct Args {
    /// All playable systems if left out
    system: Option<String>,
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// The one that each system is measured by if left out
    #[arg(long)]
    scenario: Option<String>,
    /// A pack of your own, on top of a game's content; SYSTEM=DIR where several games could read it
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<String>,
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), End> {
    if !(0.0..=3600.0).contains(&args.seconds) {
        return Err(End::Bad(format!("--seconds {}: expected 0 to 3600", args.seconds)));
    }
    let all = file::games(&args.packs)?;
    let games = match &args.system {
        Some(system) => vec![all.named(system)?],
        None => all.all(),
    };
    let mut results = Vec::new();
    for game in games {
        let scenario = args.scenario.as_deref().unwrap_or(game.yardstick());
        let report = game.bench(scenario, args.seconds)?;
        if args.json {
            results.push(json!({
                "system": game.name(), "content": game.content_hash(), "scenario": scenario, "checksum": report.checksum,
                "checksum_battles": FIXED, "events_off": pace_json(report.quiet), "events_on": pace_json(report.aloud),
                "clone_nanoseconds": report.clone_nanos, "odds": odds_json(report.odds),
            }));
            continue;
        }
        screen.line(format!("{} ({}), one core, random minds", game.title(), scenario))?;
        screen.line(format!("  events off  {}", pace(report.quiet)))?;
        screen.line(format!("  events on   {}", pace(report.aloud)))?;
        screen.line(format!("  a clone of the state takes {:.0} ns", report.clone_nanos))?;
        if let Some(odds) = report.odds {
            screen.line(format!(
                "  exact odds of one attack: {:.2} ms ({} attacks, {:.2} ms at most)",
                odds.mean_millis, odds.attacks, odds.most_millis
            ))?;
        }
        screen.line(format!("  checksum of the first {FIXED} outcomes {}", report.checksum))?;
    }
    if args.json { screen.json(&Value::Array(results)) } else { Ok(()) }
}

fn pace(pace: Pace) -> String {
    format!(
        "{:>9.0} decisions/s {:>8.1} battles/s ({} battles, {:.0} decisions and {:.0} events each)",
        pace.decisions_per_second(),
        pace.battles_per_second(),
        pace.battles,
        pace.decisions as f64 / pace.battles.max(1) as f64,
        pace.events as f64 / pace.battles.max(1) as f64
    )
}

fn odds_json(odds: Option<OddsPace>) -> Value {
    odds.map_or(Value::Null, |odds| {
        json!({
            "attacks": odds.attacks, "milliseconds": odds.mean_millis, "most_milliseconds": odds.most_millis,
        })
    })
}

fn pace_json(pace: Pace) -> Value {
    json!({
        "decisions_per_second": pace.decisions_per_second(), "battles_per_second": pace.battles_per_second(),
        "battles": pace.battles, "decisions": pace.decisions, "events": pace.events, "seconds": pace.seconds,
    })
}
