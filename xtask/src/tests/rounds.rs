//! In which order checks run, and what a failure ends.

use std::path::PathBuf;
use std::sync::Mutex;

use crate::log::Log;
use crate::rounds::{Check, Outcome, Round, run};
use crate::steps;

/// A check that notes in its list that it ran.
struct Noted {
    name: &'static str,
    ended: Result<bool, &'static str>,
    list: &'static Mutex<Vec<&'static str>>,
}

impl Check for Noted {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        "a check of a test"
    }

    fn run(&self, log: &mut Log) -> Result<Outcome, String> {
        log.line(format!("{} speaks", self.name));
        self.list.lock().expect("a list").push(self.name);
        match self.ended {
            Ok(true) => Ok(Outcome::Passed),
            Ok(false) => Ok(Outcome::Skipped("not here".to_owned())),
            Err(why) => Err(why.to_owned()),
        }
    }
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("fray-checks-{}-{name}", std::process::id()))
}

#[test]
fn rounds_wait_for_one_another() {
    static LIST: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    const fn noted(name: &'static str, ended: bool) -> Noted {
        Noted { name, ended: Ok(ended), list: &LIST }
    }
    const ROUNDS: [Round<Noted>; 2] =
        [&[&[noted("a", true), noted("b", false)], &[noted("c", true)]], &[&[noted("d", true)]]];
    let folder = folder("all");
    let sum = run(&ROUNDS, &folder).expect("all pass");
    let said = std::fs::read_to_string(folder.join("b.log"));
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
    assert!(sum.starts_with("OK: 3 passed in ") && sum.ends_with(", skipped: b"), "{sum}");
    assert_eq!(said.ok().as_deref(), Some("b speaks\n"));
    let ran = LIST.lock().expect("a list");
    let at = |name: &str| ran.iter().position(|ran| *ran == name);
    assert!(ran.len() == 4 && at("a") < at("b") && at("d") == Some(3), "{ran:?}");
}

#[test]
fn nothing_begins_after_a_failure() {
    static LIST: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    const ROUNDS: [Round<Noted>; 2] = [
        &[&[
            Noted { name: "bad", ended: Err("it is wrong"), list: &LIST },
            Noted { name: "next", ended: Ok(true), list: &LIST },
        ]],
        &[&[Noted { name: "later", ended: Ok(true), list: &LIST }]],
    ];
    let folder = folder("bad");
    let complaint = run(&ROUNDS, &folder).expect_err("one fails");
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
    assert!(complaint.starts_with("FAILED: bad after ") && complaint.ends_with(": it is wrong"), "{complaint}");
    assert_eq!(*LIST.lock().expect("a list"), ["bad"]);
}

#[test]
fn every_check_has_a_name_of_its_own() {
    let mut names: Vec<&str> = steps::all().map(|step| step.name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}
