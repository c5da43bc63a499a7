//! The program as a player meets it: every verb, with good and with bad input.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Said {
    code: i32,
    out: String,
    err: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fray(words: &[&str]) -> Said {
    let output = Command::new(env!("CARGO_BIN_EXE_fray")).args(words).current_dir(root()).output().expect("fray runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("fray speaks UTF-8");
    let said = Said { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) };
    assert!(!said.err.contains("panicked") && !said.err.contains("RUST_BACKTRACE"), "{words:?}: {}", said.err);
    said
}

#[track_caller]
fn check(words: &[&str], code: i32, parts: &[&str]) -> Said {
    let said = fray(words);
    let all = format!("{}{}", said.out, said.err);
    assert_eq!(said.code, code, "{words:?}: {all}");
    for part in parts {
        assert!(all.contains(part), "{words:?} says nothing of {part:?}: {all}");
    }
    said
}

fn json(words: &[&str], code: i32) -> Value {
    let said = check(words, code, &[]);
    serde_json::from_str(&said.out).unwrap_or_else(|why| panic!("{words:?}: {why}: {}", said.out))
}

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> String {
    fs::write(path, text).expect("the file can be written");
    path.display().to_string()
}

/// The record of a short battle.
fn record(folder: &Path) -> (String, String) {
    let path = folder.join("battle.fray").display().to_string();
    check(&["sim", "sellsword", "--scenario", "border-raid", "--battles", "1", "--seed", "3", "--out", &path], 0, &[]);
    let text = fs::read_to_string(&path).expect("the record is there");
    (path, text)
}

#[test]
fn its_help_lists_the_verbs() {
    check(&["--help"], 0, &["play", "serve", "sim", "rules"]);
}

#[test]
fn every_verb_has_help_with_an_example() {
    for verb in [
        &["sim"][..],
        &["verify"],
        &["replay"],
        &["case"],
        &["rules"],
        &["bench"],
        &["muster", "check"],
        &["muster", "list"],
        &["muster", "random"],
        &["pack", "check"],
        &["store", "check"],
        &["store", "export"],
        &["store", "import"],
        &["store", "backup"],
        &["store", "prune"],
    ] {
        let words: Vec<&str> = verb.iter().copied().chain(["--help"]).collect();
        check(&words, 0, &["Example", &format!("  fray {}", verb.join(" ")), "--json"]);
    }
    for verb in ["play", "serve"] {
        check(&[verb, "--help"], 0, &["Example", &format!("  fray {verb}"), "--store"]);
    }
    check(&["--help"], 0, &["Exit codes", "bad usage or unreadable input"]);
}

#[test]
fn bad_usage_is_2() {
    check(&["dance"], 2, &["dance"]);
    check(&["serve", "--store", "postgres://fray@127.0.0.1:1/fray"], 2, &["PostgreSQL cannot be reached"]);
    let folder = env!("CARGO_TARGET_TMPDIR");
    let meant = format!("the store {folder} is a folder; name a file in it, such as {folder}/battles.db");
    check(&["serve", "--listen", "127.0.0.1:0", "--store", folder], 2, &[&meant]);
    check(&["serve", "--listen", "nowhere"], 2, &["nowhere"]);
    check(&["sim"], 2, &["SYSTEM"]);
    check(&["sim", "sellsord"], 2, &["unknown system \"sellsord\"; did you mean \"sellsword\"?"]);
    check(&["bench", "chess"], 2, &["unknown system \"chess\"", "sword-marches"]);
    check(&["bench", "--seconds", "-1"], 2, &[]);
    check(&["bench", "--seconds", "inf"], 2, &["--seconds"]);
    check(&["sim", "sellsword", "--battles", "0"], 2, &["battles"]);
    check(&["sim", "sellsword", "--minds", "random,veteran,random"], 2, &["one mind, or one for each of the 2 sides"]);
    check(&["sim", "sellsword", "--minds", "vetran"], 2, &["did you mean \"veteran\"?"]);
    check(&["sim", "sellsword", "--scenario", "bordr-raid"], 2, &["did you mean \"border-raid\"?"]);
    check(&["sim", "sellsword", "--map", "ruined-abby"], 2, &["did you mean \"ruined-abbey\"?"]);
    check(&["sim", "sellsword", "--a", "havoc-raider"], 2, &["did you mean \"havoc-raiders\"?"]);
    check(&["sim", "sellsword", "--a", "no/such.toml"], 2, &["no/such.toml", "cannot read"]);
    check(&["sim", "sellsword", "--out", "x.fray", "--battles", "2"], 2, &["one file holds one battle"]);
    check(&["sim", "sellsword", "--csv", "no/such/folder.csv"], 2, &["no/such/folder.csv"]);
}

#[test]
fn sim_counts_battles() {
    let folder = folder("sim");
    let csv = folder.join("battles.csv").display().to_string();
    let words = ["sim", "sellsword", "--battles", "24", "--seed", "5", "--csv", &csv, "--threads", "1"];
    check(&words, 0, &["24 battles", "wins", "survivors", "rounds on average", "havoc-raiders", "checksum"]);
    let lines = fs::read_to_string(&csv).expect("the table is there");
    assert_eq!(lines.lines().count(), 25);
    assert!(lines.starts_with("battle,a_warband,b_warband,a_seat,winner,"), "{lines}");
    let one = json(&["sim", "sellsword", "--battles", "24", "--seed", "5", "--threads", "1", "--json"], 0);
    let two = json(&["sim", "sellsword", "--battles", "24", "--seed", "5", "--threads", "2", "--json"], 0);
    assert_eq!(one["checksum"], two["checksum"]);
    assert_eq!(
        one["a"]["wins"].as_u64().unwrap() + one["b"]["wins"].as_u64().unwrap() + one["draws"].as_u64().unwrap(),
        24
    );
    assert!(one["a"]["low"].as_f64() < one["a"]["rate"].as_f64());
}

#[test]
fn sim_seats_more_than_two() {
    let folder = folder("several");
    let (csv, out) = (folder.join("three.csv").display().to_string(), folder.join("records").display().to_string());
    let three = ["sim", "sellsword", "--side", "any", "--side", "any", "--side", "any"];
    let words = [&three[..], &["--battles", "6", "--minds", "random", "--csv", &csv, "--out", &out]].concat();
    check(&words, 0, &["6 battles", "  A random", "  B random", "  C random"]);
    check(&["verify", &out], 0, &["OK", "battle-000005.fray"]);
    let lines = fs::read_to_string(&csv).expect("the table is there");
    let head = "battle,a_warband,b_warband,c_warband,a_seat,winner,a_score,b_score,c_score,";
    assert!(lines.starts_with(head), "{lines}");
    let seats: Vec<&str> = lines.lines().skip(1).filter_map(|line| line.split(',').nth(4)).collect();
    assert_eq!(seats, ["a", "b", "c", "a", "b", "c"], "A sits at every place in turn");
    check(&[&three[..], &["--minds", "random,veteran"]].concat(), 2, &["one for each of the 3 sides"]);
    check(&["sim", "sellsword", "--side", "any", "--side", "any", "--a", "havoc-raiders"], 2, &["--a"]);
    check(&["sim", "sellsword", "--side", "any"], 2, &["1 sides; a battle has 2 to 8"]);
    check(&["sim", "sellsword", "--side", "any+any", "--side", "any"], 2, &["every player has a side of his own"]);
    check(&["sim", "sword-marches", "--side", "any", "--side", "any", "--side", "any"], 1, &["3 sides"]);
}

#[test]
fn sim_lets_allies_share_a_side_and_its_points() {
    let folder = folder("allies");
    let out = folder.join("records").display().to_string();
    let sides = ["--side", "humans-border-watch+dwarves-hold-guard", "--side", "undead-night-court"];
    let words = [&["sim", "sword-and-claw", "--scenario", "hold-the-pass"], &sides[..]].concat();
    let words = [&words[..], &["--minds", "random+random,random", "--battles", "2", "--out", &out, "--json"]].concat();
    let report = json(&words, 0);
    let won = |side: &str| report[side]["wins"].as_u64().unwrap();
    assert_eq!(won("a") + won("b") + report["draws"].as_u64().unwrap(), 2);
    assert_eq!(report["a"]["mind"], "random+random");
    assert!(report["warbands"]["humans-border-watch + dwarves-hold-guard"]["battles"].as_u64() == Some(2), "{report}");
    let verified = check(&["verify", &out], 0, &["OK"]).out;
    assert!(verified.lines().any(|line| line.contains(" and ") || line.contains("Night Court wins")), "{verified}");
}

#[test]
fn sim_takes_ready_made_warbands_and_files() {
    let folder = folder("sides");
    let words = ["muster", "random", "sellsword", "--seed", "8", "--faction", "valor"];
    let own = write(&folder.join("own.toml"), check(&words, 0, &["faction = \"Valor\""]).out);
    let out = folder.join("records").display().to_string();
    let words = [
        "sim",
        "sellsword",
        "--a",
        "havoc_raiders",
        "--b",
        &own,
        "--swap",
        "--battles",
        "4",
        "--map",
        "ember-hollow",
        "--out",
        &out,
    ];
    check(&words, 0, &["4 battles", "havoc-raiders", "Band of the"]);
    check(&["verify", &out], 0, &["OK", "battle-000003.fray", "steps"]);
    let wrong = write(&folder.join("wrong.toml"), "name = 5\nfaction = \"Valor\"\n");
    check(&["sim", "sellsword", "--a", &wrong], 2, &["wrong.toml:1"]);
    // Too dear for the scenario: understood, and the answer is no.
    check(
        &["sim", "sellsword", "--a", &own, "--b", "valor-border-watch", "--scenario", "border-raid"],
        1,
        &["side a", "SW-BUILD-01"],
    );
}

#[test]
fn records_verify_and_replay() {
    let folder = folder("record");
    let (path, _) = record(&folder);
    check(&["verify", &path], 0, &["OK", "steps", "in round"]);
    let parts = [
        "Border",
        "Round 1 begins [SW-ROUND-01",
        "Score after round 1",
        "capitals ",
        " against ",
        "attack bonus +",
        "wins",
    ];
    check(&["replay", &path], 0, &parts);
    let told = json(&["replay", &path, "--json"], 0);
    assert_eq!(told["system"], "sellsword");
    let rolled = told["events"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["event"] == "attack-rolled")
        .expect("somebody attacks");
    assert!(rolled["fields"]["total"].is_i64() && rolled["rule"].is_string() && rolled["text"].is_string(), "{rolled}");
    assert!(told["events"].as_array().unwrap().iter().all(|event| event["event"].is_string()));
    let verified = json(&["verify", &path, "--json"], 0);
    assert_eq!(verified[0]["ok"], true);
}

#[test]
fn tampered_records_are_found_out() {
    let folder = folder("tampered");
    let (path, text) = record(&folder);
    let file = |name: &str, text: &str| write(&folder.join(name), text);

    let cut = file("cut.fray", &text[..text.rfind("\n= ").unwrap() + 12]);
    check(&["verify", &cut], 2, &["cut.fray", "cut off"]);
    check(&["replay", &cut], 2, &["cut off"]);
    let headless = file("headless.fray", text.lines().take(3).collect::<Vec<_>>().join("\n").as_str());
    check(&["verify", &headless], 2, &["pack"]);

    // A die of step 1 that fell otherwise changes the state after step 1.
    let die = text.find("\ndice: ").unwrap() + 7;
    let end = die + text[die..].find('\n').unwrap();
    let other = if &text[die..end] == "20" { "19" } else { "20" };
    let edited = file("edited.fray", &format!("{}{other}{}", &text[..die], &text[end..]));
    check(&["verify", &edited], 1, &["WRONG", "step 1 "]);
    check(&["replay", &edited], 1, &["step 1 "]);
    let seventh = text.find("\n= 7 ").unwrap() + 5;
    let zeros = "0".repeat(32);
    let hashed = file("hashed.fray", &format!("{}{zeros}{}", &text[..seventh], &text[seventh + 32..]));
    check(&["verify", &hashed], 1, &["WRONG", "step 7 "]);

    let line = text.lines().find(|line| line.starts_with("pack: ")).unwrap();
    let foreign = file("foreign.fray", &text.replace(line, &format!("pack: {}", "0".repeat(64))));
    check(&["verify", &foreign], 1, &["made with the content 000000000000"]);
    let strange = file("strange.fray", &text.replace("system: sellsword", "system: sellswords"));
    check(&["verify", &strange], 2, &["did you mean \"sellsword\"?"]);

    let long = "a".repeat(1_000_000);
    let choice = text.find("\na: ").or(text.find("\nb: ")).unwrap() + 1;
    let long = file("long.fray", &format!("{}a: {long}\n{}", &text[..choice], &text[choice..]));
    let said = check(&["verify", &long], 1, &["WRONG", "step "]);
    assert!(said.out.len() < 2000, "a long line is not repeated");

    let binary = write(&folder.join("binary.fray"), [0xff, 0xfe, 0, 1]);
    check(&["verify", &binary], 2, &["line 1 is not UTF-8"]);
    check(&["verify", &folder.join("none.fray").display().to_string()], 2, &["none.fray", "cannot read"]);
    // The good one among bad ones is still said to be good.
    check(&["verify", &path, &hashed], 1, &["OK", "WRONG"]);
    check(&["replay", &folder.display().to_string()], 2, &["this is a folder"]);
}

#[test]
fn rules_are_found() {
    check(&["rules", "sellsword", "SW-RESOLVE-05"], 0, &["SW-RESOLVE-05", "Case:"]);
    check(&["rules", "sellsword", "sw-resolve-05"], 0, &["SW-RESOLVE-05"]);
    check(&["rules", "sellsword", "SW-RESOLV-05"], 2, &["did you mean SW-RESOLVE-05?"]);
    check(&["rules", "sellsword", "low", "cover"], 0, &["SW-TERRAIN-08"]);
    check(&["rules", "sellsword", "xylophone"], 1, &["no rule of Sellsword", "xylophone"]);
    check(&["rules", "sellswrd"], 2, &["did you mean \"sellsword\"?"]);
    for system in rulebook::systems() {
        let all = json(&["rules", system, "--json"], 0);
        assert_eq!(all.as_array().unwrap().len(), rulebook::entries(system).count(), "{system}");
    }
    assert_eq!(json(&["rules", "coreheim", "CH-TURN-08", "--json"], 0)["id"], "CH-TURN-08");
}

#[test]
fn coverage_names_what_is_missing() {
    let folder = folder("coverage");
    let cases = folder.display().to_string();
    check(&["rules", "sellsword", "--coverage", "--cases", "no/such/folder"], 2, &["no/such/folder"]);
    check(&["rules", "sword-marches", "--coverage", "--cases", &cases], 1, &["MISSING SM-DECLARE-03"]);
    let none = json(&["rules", "sellsword", "--coverage", "--cases", &cases, "--json"], 1);
    assert_eq!(none["cases"], 0);
    let rules = none["rules"].as_array().unwrap();
    let rule = rules.iter().find(|rule| rule["rule"] == "SW-RESOLVE-05").unwrap();
    assert!(rule["code"][0].as_str().unwrap().starts_with("crates/sellsword/src/"), "{rule}");
    assert!(rule["missing"].is_string());
    check(&["rules", "sellsword", "--coverage", "--cases", &cases], 1, &["MISSING SW-RESOLVE-05", "0 cases"]);
    let broken = write(&folder.join("broken.toml"), "system = \"sellsword\"\ntitle = \"Broken\"\n[expcet]\n");
    let parts = [&format!("FAILED {broken}: Broken"), "did you mean \"expect\"", "1 case, 1 failed"];
    check(&["rules", "sellsword", "--coverage", "--cases", &cases], 1, &parts);
}

#[test]
fn cases_pass_or_say_why_not() {
    let folder = folder("cases");
    let broken = write(&folder.join("broken.toml"), "system = \"sellsword\"\ntitle = \"Broken\nboard = 5\n");
    check(&["case", &broken], 1, &["FAILED", "broken.toml", "0 passed, 1 failed"]);
    let nameless = write(&folder.join("nameless.toml"), "title = \"Of no game\"\n");
    check(&["case", &nameless], 1, &["system", "0 passed, 1 failed"]);
    let foreign = write(&folder.join("foreign.toml"), "system = \"chess\"\n");
    check(&["case", &foreign], 1, &["unknown system \"chess\""]);
    check(&["case", &folder.display().to_string()], 1, &["0 passed, 3 failed"]);
    let told = json(&["case", &broken, "--json"], 1);
    assert_eq!(told["failed"], 1);
    check(&["case", "no/such.toml"], 2, &["no/such.toml"]);
    let blank = write(&folder.join("blank.toml"), "\n# nothing yet\n");
    check(&["case", &blank], 2, &["blank.toml", "empty"]);
    let empty = folder.join("empty");
    fs::create_dir_all(&empty).unwrap();
    check(&["case", &empty.display().to_string()], 2, &["no .toml file"]);
}

#[test]
fn warbands_are_mustered() {
    let folder = folder("muster");
    let random = check(&["muster", "random", "sellsword", "--points", "100", "--seed", "2"], 0, &["faction", "points"]);
    assert_eq!(random.out, fray(&["muster", "random", "sellsword", "--points", "100", "--seed", "2"]).out);
    let good = write(&folder.join("good.toml"), &random.out);
    check(&["muster", "check", &good], 0, &["legal in standard"]);
    check(&["muster", "check", &good, "--scenario", "border-raid"], 1, &["SW-BUILD-01", "not legal"]);
    check(&["muster", "check", &good, "--scenario", "borderraid"], 2, &["did you mean \"border-raid\"?"]);
    assert_eq!(json(&["muster", "check", &good, "--json"], 0)["legal"], true);
    let typo = write(&folder.join("typo.toml"), random.out.replace("unit = \"", "unit = \"x"));
    check(&["muster", "check", &typo], 2, &["typo.toml: no game can read this", "--system", "coreheim"]);
    check(&["muster", "check", &typo, "--system", "sellsword"], 2, &["typo.toml:", "unknown unit"]);
    check(&["muster", "check", "no/such.toml"], 2, &["no/such.toml"]);
    check(&["muster", "random", "sellsword", "--points", "1"], 1, &["1 point"]);
    check(&["muster", "random", "sellsword", "--points", "500"], 2, &["121"]);
    check(&["muster", "random", "sellsword", "--faction", "velor"], 2, &["did you mean \"valor\"?"]);
    check(&["muster", "list", "sellsword"], 0, &["Scenarios", "havoc-raiders", "ruined-abbey", "gray-necromancer"]);
    // An Archetype may say how many there may be.
    let archetypes = "600 points, 15 units (Grizzled Veteran 10, Promised Messiah 20)";
    check(&["muster", "list", "sword-marches"], 0, &[archetypes]);
    let scenario = &json(&["muster", "list", "sword-marches", "--json"], 0)["scenarios"][0];
    assert_eq!((&scenario["units"], &scenario["exceptions"][1]["units"]), (&15.into(), &20.into()));
    check(&["muster", "list", "sword-marches"], 0, &["starmetal", "Scarce", "imperious", "Wound Threshold"]);
    check(&["muster", "list", "sellsword", "--faction", "vlaor"], 2, &["did you mean \"valor\"?"]);
    assert!(json(&["muster", "list", "sellsword", "--json"], 0)["cards"].as_array().unwrap().len() > 20);
}

#[test]
fn packs_are_checked() {
    check(&["pack", "check", "packs/sellsword"], 0, &["OK", "unit", "content"]);
    let folder = folder("pack");
    let dir = folder.display().to_string();
    check(&["pack", "check", &dir, "--system", "sellsword"], 1, &["no .toml file"]);
    write(
        &folder.join("scenarios.toml"),
        "[[scenario]]\nid = \"last_stand\"\nname = \"Last Stand\"\norigin = \"hous\"\npoints = \"many\"\nmax_units = 8\nfantasy = 2\ntarget = 121\ntarget_mode = \"exceed\"\nvp_per_objective = 5\nround_limit = 0\nspecial = []\ntext = \"\"\ncolour = 1\n",
    );
    let said = check(
        &["pack", "check", &dir, "--system", "sellsword"],
        1,
        &["scenarios.toml:4", "did you mean \"house\"?", "scenarios.toml:5", "colour", "3 problems"],
    );
    assert_eq!(said.out.lines().count(), 4);
    assert_eq!(
        json(&["pack", "check", &dir, "--system", "sellsword", "--json"], 1)["problems"].as_array().unwrap().len(),
        3
    );
    check(&["pack", "check", &dir], 2, &["no game can read this", "--system", "sword-marches"]);
    check(&["pack", "check", "no/such/folder"], 2, &["there is no such folder"]);
    check(&["pack", "check", "Cargo.toml"], 2, &["a folder was expected"]);
    check(&["muster", "list", "sellsword", "--pack", &dir], 2, &["the pack has mistakes", "scenarios.toml:4"]);
    let text = fs::read_to_string(folder.join("scenarios.toml")).unwrap();
    write(
        &folder.join("scenarios.toml"),
        text.replace("hous", "house").replace("\"many\"", "60").replace("colour = 1\n", ""),
    );
    check(&["pack", "check", &dir], 0, &["adds 1 scenario"]);
    check(
        &["muster", "random", "sellsword", "--scenario", "last-stand", "--pack", &dir],
        0,
        &["scenario = \"last-stand\""],
    );
}

/// What a pack replaces is said, and so is what its tables make of the ready-made warbands.
#[test]
fn packs_that_replace_tables_are_told() {
    let folder = folder("pack-tables");
    let dir = folder.display().to_string();
    let words = ["pack", "check", "--system", "sword-marches", &dir];
    let stage = "[[stage]]\nid = \"upstart\"\nname = \"Upstart\"\nstarting_sp = 500\nboard = [36, 36]\nrenown = 0\nwarlord = [6, 6, 6]\nchampion = [5, 4, 4]\nwarrior = [4, 3, 3]\norigin = \"source\"\n";
    write(&folder.join("tables.toml"), stage);
    let left_out = "notice: the ready-made warband Red Company is left out: warband: ";
    check(&words, 0, &["replaces 1 stage", left_out, "SP; Upstart begins with 500", "SM-MUSTER-01"]);
    let told = json(&[&words[..], &["--json"]].concat(), 0);
    assert_eq!((&told["entries"][0]["kind"], &told["entries"][0]["replaced"]), (&"stage".into(), &1.into()));
    assert!(told["notices"].as_array().is_some_and(|list| list.len() > 1), "{told}");
    let row = "[[trauma]]\nid = \"dead\"\nname = \"Dead\"\nfrom = 1\nto = 2\nresult = \"dead\"\norigin = \"source\"\n";
    write(&folder.join("tables.toml"), row);
    let said = check(&words, 1, &["Trauma Table", "1 problem"]);
    assert!(!said.out.contains("unknown key"), "{}", said.out);
}

#[test]
fn the_benchmark_has_a_checksum() {
    let report = json(&["bench", "sellsword", "--seconds", "0", "--json"], 0);
    assert_eq!(report[0]["checksum"].as_str().unwrap().len(), 16);
    assert!(report[0]["events_off"]["decisions_per_second"].as_f64().unwrap() > 0.0);
    assert!(report[0]["odds"]["attacks"].as_u64().unwrap() > 0);
    assert!(report[0]["odds"]["milliseconds"].as_f64().unwrap() > 0.0);
    check(&["bench", "sellsword", "--seconds", "0"], 0, &["exact odds of one attack: ", " ms"]);
}

#[test]
fn nobody_listening_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fray"))
        .args(["rules", "sellsword", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("fray runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("fray ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_chronicle_of_three_battles() {
    let folder = folder("chronicle");
    let path = |name: &str| folder.join(name).display().to_string();
    let (a, b) = (path("a.toml"), path("b.toml"));
    check(&["campaign", "new", "sword-marches", &a, "--seed", "3"], 0, &["warriors"]);
    check(&["campaign", "status", "sword-marches", &a], 0, &["renown 0", "battles 0"]);
    check(&["campaign", "new", "sword-marches", &b, "--seed", "4"], 0, &[]);
    // One file cannot be both sides, however it is spelt and linked.
    let mut again = vec![format!("{}/./a.toml", folder.display())];
    #[cfg(unix)]
    {
        fs::hard_link(&a, path("hard.toml")).expect("a link is made");
        again.push(path("hard.toml"));
        std::os::unix::fs::symlink(&a, path("soft.toml")).expect("a link is made");
        again.push(path("soft.toml"));
    }
    for (verb, again) in ["battle", "aftermath"].into_iter().flat_map(|verb| again.iter().map(move |file| (verb, file)))
    {
        let words = ["campaign", verb, "sword-marches", &a, again, "--record", &path("none.fray")];
        check(&words, 2, &["named for two sides", "a.toml"]);
    }
    check(&["campaign", "--help"], 0, &["report-a", "absent"]);
    check(&["muster", "check", &a], 0, &["legal"]);
    check(&["muster", "check", &a, "--system", "sword-marches"], 0, &["legal"]);
    let unled = fs::read_to_string(&a).expect("a file").replace("type = \"warlord\"", "type = \"champion\"");
    fs::write(path("unled.toml"), unled).expect("a file is written");
    check(&["campaign", "status", "sword-marches", &path("unled.toml")], 1, &["not legal"]);
    for (at, adventure) in ["grave-gold", "beacon", "any"].into_iter().enumerate() {
        let record = path(&format!("{adventure}.fray"));
        let seed = at.to_string();
        let words = ["campaign", "battle", "sword-marches", &a, &b, "--record", &record];
        check(&[&words[..], &["--scenario", adventure, "--seed", &seed]].concat(), 0, &["rounds"]);
        check(&["verify", &record], 0, &["OK"]);
        let words = ["campaign", "aftermath", "sword-marches", &a, &b, "--record", &record, "--seed", &seed];
        check(&words, 1, &["no answer is left", "done"]);
        // What the book lets nobody decide happens by itself: pay, experience, renown.
        let told = ["SM-AAR-08", "gets", "Renown", "written"];
        check(&[&words[..], &["--chance"]].concat(), 0, &told);
        check(&["campaign", "status", "sword-marches", &a, &b], 0, &[&format!("battles {}", at + 1)]);
        // What followed is a record like that of the battle.
        let after = format!("{record}.after");
        check(&["verify", &after], 0, &["OK"]);
        check(&["replay", &after], 0, &["SM-AAR-08"]);
    }
    let (first, second) = (fs::read_to_string(&a).expect("a file"), fs::read_to_string(&b).expect("a file"));
    assert!(first.contains("games = 3") && second.contains("games = 3"), "{first}\n{second}");
    assert!(first.contains("exp = ") && first.contains("renown = "), "{first}");
}

/// Tables of a player's own are used from the muster to the last line of the report.
#[test]
fn a_chronicle_with_tables_of_ones_own() {
    let folder = folder("own-tables");
    let path = |name: &str| folder.join(name).display().to_string();
    let tables = folder.join("tables");
    fs::create_dir_all(&tables).expect("the folder can be made");
    let row = |id: &str, from: u8, to: u8, result: &str| {
        format!(
            "[[trauma]]\nid = \"{id}\"\nname = \"Row\"\nfrom = {from}\nto = {to}\nresult = \"{result}\"\norigin = \"source\"\n"
        )
    };
    let trauma = [
        row("dead", 1, 1, "convalescence"),
        row("lasting_injury", 2, 3, "convalescence"),
        row("convalescence", 4, 5, "convalescence"),
        row("recovery", 6, 10, "convalescence"),
    ];
    let income = "[[income]]\nid = \"income\"\nwin = 301\ndraw = 301\nloss = 301\norigin = \"source\"\n";
    write(&tables.join("tables.toml"), trauma.concat() + income);
    let pack = tables.display().to_string();
    let with = |words: &[&str], code: i32, parts: &[&str]| check(&[words, &["--pack", &pack]].concat(), code, parts);
    let (a, b, record) = (path("a.toml"), path("b.toml"), path("first.fray"));
    with(&["campaign", "new", "sword-marches", &a, "--seed", "3"], 0, &["warriors"]);
    with(&["campaign", "new", "sword-marches", &b, "--seed", "4"], 0, &[]);
    with(&["campaign", "battle", "sword-marches", &a, &b, "--record", &record], 0, &["rounds"]);
    with(&["verify", &record], 0, &["OK"]);
    with(&["replay", &record], 0, &["SM-"]);
    check(&["verify", &record], 1, &["which is not the content"]);
    check(&["replay", &record], 1, &["which is not the content"]);
    let settle = ["campaign", "aftermath", "sword-marches", &a, &b, "--record", &record, "--chance"];
    check(&settle, 1, &["which is not the content"]);
    let told = with(&settle, 0, &["301", "misses the next battle", "written"]).out;
    assert!(!told.contains("SM-AAR-03") && !told.contains("SM-AAR-06"), "{told}");
    with(&["campaign", "status", "sword-marches", &a, &b], 0, &["battles 1"]);
    // A pack of one game leaves the others alone, and one of no game says what is wrong with it.
    let (other, _) = self::record(&folder);
    with(&["verify", &record, &other], 0, &["OK"]);
    check(&["verify", &other, "--pack", &format!("sword-marches={pack}")], 0, &["OK"]);
    check(&["verify", &other, "--pack", &format!("sellsword={pack}")], 2, &["mistakes", "unknown key \"trauma\""]);
    check(&["serve", "--pack", "no/such/folder"], 2, &["no/such/folder"]);
    with(&["bench", "sword-marches", "--seconds", "0"], 0, &["checksum"]);
}

/// Chance buys, sells and raises, but sends nobody away who could go on.
#[test]
fn nobody_is_dismissed_by_chance() {
    let folder = folder("dismissed");
    let path = |name: &str| folder.join(name).display().to_string();
    let (a, b, record) = (path("a.toml"), path("b.toml"), path("first.fray"));
    check(&["campaign", "new", "sword-marches", &a, "--seed", "5", "--stage", "blooded"], 0, &["warriors"]);
    check(&["campaign", "new", "sword-marches", &b, "--seed", "6", "--stage", "Blooded"], 0, &[]);
    for seed in ["1", "2", "3", "4"] {
        let words = ["campaign", "battle", "sword-marches", &a, &b, "--record", &record, "--seed", seed];
        check(&words, 0, &["round"]);
        let words = ["campaign", "aftermath", "sword-marches", &a, &b, "--record", &record, "--chance"];
        let told = check(&words, 0, &["written"]).out;
        assert!(!told.contains("is dismissed"), "{told}");
        fs::remove_file(&record).expect("a record is removed");
    }
}

#[test]
fn warbands_to_begin_with() {
    let folder = folder("beginnings");
    let path = |name: &str| folder.join(name).display().to_string();
    let (a, b, record) = (path("a.toml"), path("b.toml"), path("first.fray"));
    check(&["campaign", "new", "coreheim", &a, "--ready", "nobody"], 2, &["unknown warband"]);
    check(&["campaign", "new", "coreheim", &a, "--stage", "blooded"], 2, &["has no Stages"]);
    check(&["campaign", "new", "sword-marches", &a, "--stage", "blodded"], 2, &["unknown Stage", "blooded"]);
    check(&["campaign", "status", "coreheim"], 2, &["name their files", "fray campaign status coreheim"]);
    let ready = systems::named("coreheim").expect("a game").warbands();
    let ids: Vec<&str> = ready.iter().map(|ready| ready.id.as_str()).collect();
    check(&["campaign", "new", "coreheim", &a, "--ready", ids[0]], 0, &[&ready[0].title, "warriors"]);
    check(&["campaign", "new", "coreheim", &b, "--ready", ids[1]], 0, &[&ready[1].title]);
    check(&["campaign", "status", "coreheim", &a, &b], 0, &["battles 0"]);
    check(
        &["campaign", "battle", "coreheim", &a, &b, "--record", &record, "--minds", "random,random,random"],
        2,
        &["names 3 minds for 2 warbands"],
    );
    check(&["campaign", "battle", "coreheim", &a, &b, "--record", &record, "--minds", "random"], 0, &["round"]);
    // Minds settle it too, and what they did can be played again.
    let words = ["campaign", "aftermath", "coreheim", &a, &b, "--record", &record, "--minds", "veteran,random"];
    check(&words, 0, &["written", "first.fray.after"]);
    check(&["verify", &record, &format!("{record}.after")], 0, &["OK"]);
    check(&["campaign", "status", "coreheim", &a, &b], 0, &["battles 1"]);
}

#[test]
fn a_campaign_goes_on_from_its_files() {
    let folder = folder("campaign");
    let path = |name: &str| folder.join(name).display().to_string();
    let (a, b, record) = (path("a.toml"), path("b.toml"), path("first.fray"));
    check(&["campaign", "new", "coreheim", &a, "--seed", "1"], 0, &["warriors"]);
    check(&["campaign", "new", "coreheim", &a, "--seed", "1"], 1, &["not overwritten"]);
    check(&["campaign", "new", "coreheim", &b, "--seed", "2"], 0, &[]);
    check(&["campaign", "new", "sellsword", &path("c.toml")], 2, &["unknown campaign"]);
    check(&["campaign", "status", "coreheim", &a, &b], 0, &["battles 0", "gold "]);
    check(&["campaign", "battle", "coreheim", &a, &b, "--record", &record, "--minds", "random,nobody"], 2, &["nobody"]);
    check(&["campaign", "battle", "coreheim", &a, &b, "--record", &record], 0, &["rounds"]);
    let before = fs::read_to_string(&a).expect("the file is there");
    // Nobody answers: nothing is written.
    check(&["campaign", "aftermath", "coreheim", &a, &b, "--record", &record], 1, &["no answer is left"]);
    assert_eq!(before, fs::read_to_string(&a).expect("the file is there"));
    let (again_a, again_b) = (path("again-a.toml"), path("again-b.toml"));
    fs::copy(&a, &again_a).expect("a file is copied");
    fs::copy(&b, &again_b).expect("a file is copied");
    check(&["campaign", "aftermath", "coreheim", &a, &b, "--record", &record, "--chance"], 0, &["written"]);
    check(&["campaign", "status", "coreheim", &a, &b], 0, &["battles 1"]);
    // Without a seed the dice follow from the battle: it has the same aftermath whenever it is settled.
    check(&["campaign", "aftermath", "coreheim", &again_a, &again_b, "--record", &record, "--chance"], 0, &["written"]);
    for (one, other) in [(&a, &again_a), (&b, &again_b)] {
        let text = |path: &str| fs::read_to_string(path).expect("a file");
        assert_eq!(text(one), text(other));
    }
    // The same battle is not settled twice.
    check(&["campaign", "aftermath", "coreheim", &a, &b, "--record", &record, "--chance"], 1, &["have changed since"]);
    assert!(!folder.join("a.toml.new").exists());
}
