//! `cargo xtask torture`: servers under load while everything goes wrong that can, and a look at what is left.
//!
//! One server has its store in a file, two share a PostgreSQL where the machine has one. Each place is played at by
//! `fray load`, which keeps what was acknowledged, connects again whenever a line is cut, and looks for all of it at the end.
//! What goes wrong, and when, follows from a number.

mod mishap;
mod place;
#[cfg(unix)]
#[path = "../../crates/server/tests/it/postgres.rs"]
mod postgres;
mod rubbish;

use mishap::{Lots, Mishap};
use place::Place;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    pub(crate) minutes: f64,
    pub(crate) seed: u64,
    /// The program, where it is not to be built.
    pub(crate) program: Option<PathBuf>,
}

impl Wish {
    /// # Errors
    /// What is not understood.
    pub(crate) fn of(words: &[&str]) -> Result<Wish, String> {
        let mut wish = Wish { minutes: 1.0, seed: 1, program: None };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
            let no = || format!("`{word} {value}` is not understood");
            match *word {
                "--minutes" => {
                    wish.minutes = value.parse().ok().filter(|all| (0.1..=600.0).contains(all)).ok_or_else(no)?
                }
                "--seed" => wish.seed = value.parse().map_err(|_| no())?,
                "--program" => wish.program = Some(PathBuf::from(value)),
                _ => return Err(format!("`{word}` is not understood here")),
            }
        }
        Ok(wish)
    }
}

/// Runs it. What was done, in lines.
///
/// # Errors
/// What was lost, or what does not go on.
pub(crate) fn run(wish: &Wish, program: &Path) -> Result<Vec<String>, String> {
    let folder = std::env::temp_dir().join(format!("fray-torture-{}-{}", wish.seed, std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut lots = Lots::new(wish.seed);
    let mut places = vec![Place::with_file(program, &folder)?];
    places.extend(Place::with_postgres(program, &folder)?);
    for place in &mut places {
        place.load(wish.minutes, lots.word())?;
    }
    // What is lost before anybody plays says nothing of the server.
    for place in &mut places {
        place.wait_for_play()?;
    }
    let until = Instant::now() + Duration::from_secs_f64(wish.minutes * 60.0);
    let mut counts: BTreeMap<Mishap, usize> = BTreeMap::new();
    while Instant::now() < until {
        std::thread::sleep(Duration::from_millis(300 + lots.below(1_700) as u64));
        let at = lots.below(places.len());
        let mishap = places[at].mishap(&mut lots);
        *counts.entry(mishap).or_default() += 1;
        places[at].suffer(mishap, &mut lots)?;
    }
    let mut lines = vec![format!("seed {}, {:.1} minutes:", wish.seed, wish.minutes)];
    lines.extend(counts.iter().map(|(mishap, count)| format!("  {count} times {}", mishap.words())));
    let mut complaints = Vec::new();
    for place in places {
        match place.end() {
            Ok(found) => lines.extend(found),
            Err(why) => complaints.push(why),
        }
    }
    match complaints.is_empty() {
        true => {
            let _ = std::fs::remove_dir_all(&folder);
            Ok(lines)
        }
        // What is left is left for whoever looks into it.
        false => Err(format!("{}\n{}\nsee {}", lines.join("\n"), complaints.join("\n"), folder.display())),
    }
}
