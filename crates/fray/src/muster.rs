//! `fray muster`: warbands.

use crate::file;
use crate::screen::{End, Screen, count};
use kernel::Problem;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use systems::{Card, Game, Ready, Scenario};

/// Warbands: is one legal, what can be bought, a random one
#[derive(clap::Subcommand)]
pub(crate) enum Verb {
    /// Say whether a warband is legal, with every problem and its rule
    #[command(after_help = "Example:\n  fray muster check my-warband.toml --scenario border-raid")]
    Check {
        file: PathBuf,
        /// The game the warband is for; read off the file if left out
        #[arg(long)]
        system: Option<String>,
        /// Another scenario than the one the file names
        #[arg(long)]
        scenario: Option<String>,
        /// A pack of your own, on top of the game's content
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// List scenarios, ready-made warbands, maps and everything that can be bought
    #[command(after_help = "Example:\n  fray muster list sellsword --faction havoc")]
    List {
        system: String,
        #[arg(long)]
        faction: Option<String>,
        /// A pack of your own, on top of the game's content
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// Make a legal random warband, as a file
    #[command(
        after_help = "Example:\n  fray muster random sellsword --points 121 --faction valor --seed 7 > warband.toml"
    )]
    Random {
        system: String,
        /// At most so many, or the total that the players agree on; the scenario's if left out
        #[arg(long)]
        points: Option<i32>,
        #[arg(long, default_value = "standard")]
        scenario: String,
        #[arg(long)]
        faction: Option<String>,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// A pack of your own, on top of the game's content
        #[arg(long, value_name = "DIR")]
        pack: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(verb: &Verb, screen: &mut Screen) -> Result<(), End> {
    match verb {
        Verb::Check { file, system, scenario, pack, json } => {
            let game = game(file, system.as_deref(), pack.as_deref())?;
            check(&*game, file, scenario.as_deref(), *json, screen)
        }
        Verb::List { system, faction, pack, json } => {
            let game = file::game(system, pack.as_deref())?;
            list(&*game, faction.as_deref(), *json, screen)
        }
        Verb::Random { system, points, scenario, faction, seed, pack, json } => {
            let game = file::game(system, pack.as_deref())?;
            let (warband, text) = game.random_warband(scenario, *points, faction.as_deref(), *seed)?;
            if *json {
                let mut value = warband_json(&warband);
                value["file"] = json!(text);
                return screen.json(&value);
            }
            screen.line(format!("# {}, {} points", count(warband.units, "unit"), warband.cost))?;
            screen.line(text.trim_end())
        }
    }
}

/// The game that a file is a warband of, with a player's pack if there is one.
fn game(path: &Path, system: Option<&str>, pack: Option<&Path>) -> Result<Arc<dyn Game>, End> {
    if let Some(system) = system {
        return file::game(system, pack);
    }
    let text = file::read(path)?;
    file::told_by(path, |system| {
        let game = file::game(system, pack).ok();
        game.is_some_and(|game| game.check_warband("", &text, None).is_ok())
    })
    .and_then(|system| file::game(system, pack))
}

fn check(game: &dyn Game, path: &Path, scenario: Option<&str>, json: bool, screen: &mut Screen) -> Result<(), End> {
    let scenarios = game.scenarios();
    if let Some(word) = scenario
        && !scenarios.iter().any(|known| known.id == kernel::slug(word))
    {
        return Err(End::Bad(systems::unknown("scenario", word, scenarios.iter().map(|known| known.id.as_str()))));
    }
    let name = path.display().to_string();
    let muster = game.check_warband(&name, &file::read(path)?, scenario).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        End::Bad(format!("{name} cannot be understood:\n{}", lines.join("\n")))
    })?;
    let legal = muster.problems.is_empty();
    if json {
        let problem =
            |one: &Problem| json!({"place": one.place, "text": one.text, "rule": one.rule.map(|rule| rule.id())});
        let problems: Vec<Value> = muster.problems.iter().map(problem).collect();
        let advice: Vec<Value> = muster.advice.iter().map(problem).collect();
        let warband = warband_json(&muster.warband);
        screen.json(&json!({
            "legal": legal, "scenario": muster.scenario, "warband": warband, "problems": problems, "advice": advice,
        }))?;
    } else {
        for problem in &muster.problems {
            screen.line(problem)?;
        }
        for advice in &muster.advice {
            screen.line(format!("warning: {advice}"))?;
        }
        let verdict =
            if legal { "legal".to_owned() } else { format!("not legal, {}", count(muster.problems.len(), "problem")) };
        let (title, units, cost) = (&muster.warband.title, count(muster.warband.units, "unit"), muster.warband.cost);
        screen.line(format!("{title}: {units}, {cost} points, {verdict} in {}", muster.scenario))?;
    }
    if legal { Ok(()) } else { Err(End::No) }
}

fn list(game: &dyn Game, faction: Option<&str>, json: bool, screen: &mut Screen) -> Result<(), End> {
    let (scenarios, maps, mut cards, mut warbands) = (game.scenarios(), game.maps(), game.cards(), game.warbands());
    if let Some(word) = faction {
        let mut known: Vec<String> = cards.iter().map(|card| card.faction.clone()).collect();
        known.sort();
        known.dedup();
        let wanted = kernel::slug(word);
        if !known.contains(&wanted) {
            return Err(End::Bad(systems::unknown("faction", word, known.iter().map(String::as_str))));
        }
        cards.retain(|card| card.faction == wanted);
        warbands.retain(|warband| warband.faction == wanted);
    }
    if json {
        let all = |list: &[Card]| -> Vec<Value> { list.iter().map(card_json).collect() };
        let warbands: Vec<Value> = warbands.iter().map(warband_json).collect();
        let scenarios: Vec<Value> = scenarios.iter().map(scenario_json).collect();
        return screen
            .json(&json!({"scenarios": scenarios, "maps": all(&maps), "warbands": warbands, "cards": all(&cards)}));
    }
    screen.line("Scenarios")?;
    for one in &scenarios {
        let exceptions: Vec<String> = one.exceptions.iter().map(|(who, units)| format!("{who} {units}")).collect();
        let exceptions = bracketed(&exceptions.iter().map(String::as_str).collect::<Vec<&str>>());
        let units = count(one.units, "unit");
        screen.line(format!("  {:22} {}: {} points, {units}{exceptions}", one.id, one.title, one.points))?;
    }
    screen.line("Ready-made warbands")?;
    for one in &warbands {
        screen.line(format!(
            "  {:22} {}{}: {}, {} points",
            one.id,
            one.title,
            bracketed(&[&one.faction, &one.scenario]),
            count(one.units, "unit"),
            one.cost
        ))?;
    }
    screen.line("Maps")?;
    for one in &maps {
        screen.line(format!("  {:22} {}: {}", one.id, one.title, one.about))?;
    }
    screen.line("Cards")?;
    for one in &cards {
        screen.line(format!(
            "  {:4} {:26} {:>3} points  {}{} {}",
            one.kind,
            one.id,
            one.cost,
            one.title,
            bracketed(&[&one.faction]),
            one.about
        ))?;
    }
    Ok(())
}

/// ` (a, b)`; nothing where there is nothing to say.
fn bracketed(words: &[&str]) -> String {
    let words: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

fn scenario_json(one: &Scenario) -> Value {
    let exceptions: Vec<Value> =
        one.exceptions.iter().map(|(who, units)| json!({"who": who, "units": units})).collect();
    json!({
        "id": one.id, "title": one.title, "points": one.points, "units": one.units, "exceptions": exceptions,
        "origin": one.origin, "text": one.text,
    })
}

fn warband_json(one: &Ready) -> Value {
    json!({
        "id": one.id, "title": one.title, "scenario": one.scenario, "faction": one.faction, "cost": one.cost, "units": one.units,
        "origin": one.origin, "line": one.line,
    })
}

fn card_json(one: &Card) -> Value {
    json!({
        "kind": one.kind, "id": one.id, "title": one.title, "faction": one.faction, "cost": one.cost, "origin": one.origin,
        "about": one.about,
    })
}
