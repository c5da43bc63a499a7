//! A fault at every call of everything that a store does beside battles: campaigns, stores of earlier days, export and
//! import, pruning, copies. Whoever is refused looks again, and finds all of what was wanted or nothing.

use super::ground::{Ground, behind};
use super::upkeep::{Text, chapter, exported, filled, wage};
use super::{folder, kept, open};
use crate::store::{BandFile, Cause, Chapter, Claim, Failed, Fault, Faults, Proposal, Store, Waged};
use serde_json::Value;
use std::sync::Arc;

const CAUSES: [Cause; 4] = [Cause::Full, Cause::Disk, Cause::Busy, Cause::Damaged];
/// So many failures in a row, and whether the disk has it all the same.
const KINDS: [(u64, bool); 4] = [(1, false), (1, true), (2, true), (5, false)];
/// Nothing fails for longer.
const TRIES: usize = 50;

/// Faults of each kind at one call after the other, until a run has fewer calls.
async fn at_every_call(step: usize, run: impl AsyncFn(Arc<Faults>, String)) {
    let mut runs = 0;
    for (times, done) in KINDS {
        for at in (0..).step_by(step) {
            let faults = Arc::new(Faults::default());
            faults.fail_after(at, times, Fault { cause: CAUSES[at as usize % CAUSES.len()], done });
            run(Arc::clone(&faults), format!("{times}_{done}_{at}")).await;
            runs += 1;
            if faults.calls() <= at {
                break;
            }
        }
    }
    assert!(runs > 8, "{runs} runs");
}

/// Does something again until it succeeds.
async fn again<T>(work: impl AsyncFn() -> Result<T, Failed>) -> T {
    for _ in 0..TRIES {
        if let Ok(done) = work().await {
            return done;
        }
    }
    panic!("it does not succeed")
}

/// The campaign as whoever has its link sees it.
async fn seen(store: &Store) -> Value {
    let found = again(async || store.campaign("link").await).await;
    serde_json::to_value(found.map(|(kept, _)| kept)).expect("it can be written")
}

const FILES: [(&str, &str); 2] = [("a.toml", "as they came"), ("a.toml", "as they went")];

/// One deed of a campaign after the other.
async fn deed(store: &Store, number: usize) -> Result<(), Failed> {
    let files = |at: usize| [BandFile { name: FILES[at].0.into(), text: FILES[at].1.into() }];
    let head = Waged { system: "coreheim".into(), name: "Wolves".into(), players: vec!["human".into(); 2] };
    let wish = |seat| Proposal { seats: vec![seat], scenario: None, mind: None };
    let (begun, over) = (chapter("battle", None), chapter("battle", Some("after")));
    let told = Chapter { drawn: true, ..over.clone() };
    match number {
        0 => store.add_campaign("campaign", &head, &files(0), &[("link".into(), Claim::Seat(0))]).await,
        1 => store.propose("campaign", None, &wish(0)).await.map(drop),
        2 => store.propose("campaign", Some(&wish(0)), &wish(1)).await.map(drop),
        3 => store.add_chapter("campaign", 1, &begun, kept()).await.map(drop),
        4 => store.put_aftermath("campaign", 1, &over, kept()).await.map(drop),
        5 => store.settle("campaign", 1, &told, &files(1)).await.map(drop),
        _ => store.grant(vec![("way".into(), "battle".into(), Claim::Replay)]).await,
    }
}

const DEEDS: usize = 7;

#[tokio::test]
async fn a_campaign_is_before_or_after_what_failed() {
    faults_in_campaigns(&Ground::folder("campaigns"), 1).await;
}

pub(super) async fn faults_in_campaigns(ground: &Ground, step: usize) {
    // How it looks after each deed where nothing fails.
    let store = Store::open(":memory:").await.expect("it opens");
    let mut stages = vec![seen(&store).await];
    for number in 0..DEEDS {
        deed(&store, number).await.expect("it is done");
        stages.push(seen(&store).await);
    }
    at_every_call(step, async |faults, name| {
        let url = ground.fresh(&format!("campaign_{name}")).await;
        let store = open(&url, &faults).await;
        for number in 0..DEEDS {
            for _ in 0..TRIES {
                let done = deed(&store, number).await;
                let now = seen(&store).await;
                match done {
                    Ok(()) => assert_eq!(now, stages[number + 1], "{name}: deed {number} is done"),
                    Err(why) => assert!(
                        now == stages[number] || now == stages[number + 1],
                        "{name}: {why}: after deed {number} it is {now}"
                    ),
                }
                if now == stages[number + 1] && (number + 1 < DEEDS || done_for_good(&store).await) {
                    break;
                }
            }
        }
        faults.mend();
        assert_eq!(seen(&store).await, stages[DEEDS]);
        store.close().await.expect("it closes");
        let store = Store::open(&url).await.expect("it opens");
        assert_eq!(seen(&store).await, stages[DEEDS]);
        assert_eq!(store.check().await.expect("it can be looked at").faults, Vec::<String>::new(), "{name}");
        store.close().await.expect("it closes");
    })
    .await;
}

/// The last deed cannot be seen in the campaign.
async fn done_for_good(store: &Store) -> bool {
    again(async || store.claim("way").await).await == Some(("battle".to_owned(), Claim::Replay))
}

#[tokio::test]
async fn what_is_put_in_is_put_in_whole_whatever_fails() {
    faults_in_imports(&Ground::folder("imports"), 2).await;
}

async fn faults_in_imports(ground: &Ground, step: usize) {
    let url = ground.fresh("import_source").await;
    filled(&url, 3).await;
    let source = Store::open(&url).await.expect("it opens");
    wage(&source).await;
    let (text, _) = exported(&source).await;
    at_every_call(step, async |faults, name| {
        let url = ground.fresh(&format!("import_{name}")).await;
        let store = open(&url, &faults).await;
        again(async || store.import(std::io::Cursor::new(text.clone())).await).await;
        // An export that fails says so; what it has written until then is not taken for one.
        let out = Text::default();
        if store.export(out.clone()).await.is_ok_and(|copied| copied.faults.is_empty()) {
            assert_eq!(out.bytes(), text, "{name}");
        }
        faults.mend();
        assert_eq!(exported(&store).await.0, text, "{name}");
        store.close().await.expect("it closes");
    })
    .await;
}

#[tokio::test]
async fn what_is_to_stay_stays_whatever_fails_while_the_rest_is_let_go_of() {
    faults_in_prunes(&Ground::folder("prunes"), 2).await;
}

async fn faults_in_prunes(ground: &Ground, step: usize) {
    at_every_call(step, async |faults, name| {
        let url = ground.fresh(&format!("prune_{name}")).await;
        filled(&url, 4).await;
        let store = Store::open(&url).await.expect("it opens");
        wage(&store).await;
        store.close().await.expect("it closes");
        behind(&url, "UPDATE progress SET used = used - 8640000").await;
        let store = open(&url, &faults).await;
        again(async || store.prune(86_400).await).await;
        faults.mend();
        // The campaign is of today, and keeps its battles.
        for (at, stays) in [true, true, true, false].into_iter().enumerate() {
            let found = store.load(&format!("battle {at}")).await.expect("it can be read");
            assert_eq!(found.is_some(), stays, "{name}: battle {at}");
        }
        assert!(store.campaign("link").await.expect("it can be read").is_some());
        assert_eq!(store.check().await.expect("it can be looked at").faults, Vec::<String>::new(), "{name}");
        store.close().await.expect("it closes");
    })
    .await;
}

#[tokio::test]
async fn a_copy_is_whole_or_it_is_not_there() {
    let folder = folder("backups");
    let ground = Ground::Folder(folder.clone());
    at_every_call(1, async |faults, name| {
        let url = ground.fresh(&format!("backup_{name}")).await;
        filled(&url, 2).await;
        let store = open(&url, &faults).await;
        let to = folder.join(format!("copy_{name}"));
        for _ in 0..TRIES {
            match store.backup(&to).await {
                Ok(()) => break,
                Err(why) => assert!(!to.exists(), "{name}: {why}"),
            }
        }
        faults.mend();
        let copy = Store::open(&to.display().to_string()).await.expect("it opens");
        assert_eq!(exported(&copy).await.0, exported(&store).await.0, "{name}");
        copy.close().await.expect("it closes");
        store.close().await.expect("it closes");
    })
    .await;
}

#[tokio::test]
async fn a_store_of_the_first_days_comes_up_whatever_fails() {
    faults_in_migrations(&Ground::folder("migrations"), 1).await;
}

async fn faults_in_migrations(ground: &Ground, step: usize) {
    at_every_call(step, async |faults, name| {
        let url = ground.fresh(&format!("old_{name}")).await;
        super::upkeep::of_the_first_days(&url).await;
        let store = open(&url, &faults).await;
        faults.mend();
        let old = store.load("old").await.expect("it can be read").expect("it is there");
        assert_eq!((old.moment, old.facts), (7, vec!["one".to_owned(), "two".to_owned()]), "{name}");
        let checkup = store.check().await.expect("it can be looked at");
        assert_eq!((checkup.battles, checkup.campaigns, checkup.faults), (2, 1, Vec::<String>::new()), "{name}");
        store.close().await.expect("it closes");
    })
    .await;
}
