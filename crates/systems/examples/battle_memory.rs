//! What battles that are over weigh in memory: `cargo run --release -p systems --example battle_memory -- RECORD…`
//!
//! Every record is played again so many times that the growth of the process tells what one of them costs. Only Linux
//! says how large a process is in a way that can be read without more.

use kernel::Record;
use std::error::Error;

const BATTLES: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let record = Record::parse(&std::fs::read_to_string(&path)?).map_err(|why| why.to_string())?;
        let game = systems::named(&record.system).map_err(|why| why.to_string())?;
        // The first one pays for what all battles share.
        let first = game.replay(&record).map_err(|why| why.to_string())?;
        let before = resident()?;
        let kept = (0..BATTLES).map(|_| game.replay(&record)).collect::<Result<Vec<_>, _>>();
        let kept = kept.map_err(|why| why.to_string())?;
        let each = resident()?.saturating_sub(before) / BATTLES;
        println!("{path}: {each} KB, {} steps, {} events, {} facts", first.steps(), first.told(None), kept[0].moment());
    }
    Ok(())
}

/// The size of this process in KB.
fn resident() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS")).ok_or("the machine does not say")?;
    Ok(line.split_whitespace().nth(1).ok_or("no number")?.parse()?)
}
