//! Disks that fail at every call, and what is kept all the same.

use super::statement::statement;
use super::{Cause, Change, Claim, Failed, Fault, Faults, Head, Kept, Store};
use kernel::Rng;
use std::path::PathBuf;
use std::sync::Arc;

mod ground;
mod postgres;
mod sweeps;
mod upkeep;

use ground::Ground;

/// A folder of its own for each test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("store-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn kept() -> Kept {
    let head = Head {
        system: "sellsword".into(),
        content: "none".into(),
        scenario: "border-raid".into(),
        options: Vec::new(),
        sides: vec!["a".into(), "b".into()],
        own_dice: Vec::new(),
        seed: "00".into(),
        committed: true,
        players: vec!["human".into(), "human".into()],
        swift: false,
    };
    Kept::new(head, Vec::new())
}

/// A battle as whoever plays it knows it: what was acknowledged.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    moment: u32,
    facts: Vec<String>,
}

impl Known {
    /// Some next choice: mostly one more fact or two, now and then in the place of others.
    fn next(&self, rng: &mut Rng) -> (Known, Change) {
        let from = if rng.below(4) == 0 { rng.below(self.facts.len() + 1) } else { self.facts.len() };
        let moment = self.moment + 1;
        let lines: Vec<String> = (0..=rng.below(2)).map(|at| format!("choice {moment} {at}")).collect();
        let facts = self.facts[..from].iter().chain(&lines).cloned().collect();
        let (expected, orders, undone) = (self.moment, Vec::new(), Vec::new());
        let change = Change { expected, moment, from, lines, orders, undone, asked: None, thinks: false };
        (Known { moment, facts }, change)
    }
}

async fn look(store: &Store, id: &str) -> Result<Known, Failed> {
    let kept = store.load(id).await?.expect("the battle is there");
    Ok(Known { moment: kept.moment, facts: kept.facts })
}

/// Opens as often as it takes.
async fn open(url: &str, faults: &Arc<Faults>) -> Store {
    for _ in 0..100 {
        if let Ok(store) = Store::open_with(url, Arc::clone(faults)).await {
            return store;
        }
    }
    panic!("the store does not open")
}

/// Plays a battle on a store that fails. Whoever is refused looks at what is stored, as a room does, and that has to be
/// what was acknowledged, or that with the choice which was refused.
async fn play(store: &Store, id: &str, choices: usize, rng: &mut Rng) -> Known {
    while store.add(id, &kept(), &[(format!("token of {id}"), Claim::Watch)]).await.is_err() {
        if store.load(id).await.is_ok_and(|kept| kept.is_some()) {
            break;
        }
    }
    let mut known = Known::default();
    for _ in 0..choices {
        let (next, change) = known.next(rng);
        if store.change(id, change).await.is_ok() {
            known = next;
            continue;
        }
        let mut found = look(store, id).await;
        for _ in 0..100 {
            if found.is_err() {
                found = look(store, id).await;
            }
        }
        let found = found.expect("the store can be read again");
        assert!(found == known || found == next, "{found:?} is neither {known:?} nor {next:?}");
        known = found;
    }
    known
}

#[tokio::test]
async fn a_fault_at_any_call_loses_nothing_that_was_acknowledged() {
    faults_at_calls(&Ground::folder("calls"), 1).await;
}

/// Every so many calls, one after the other.
async fn faults_at_calls(ground: &Ground, step: usize) {
    let causes = [Cause::Full, Cause::Disk, Cause::Busy, Cause::Damaged];
    let mut runs = 0;
    for (times, done) in [(1, false), (1, true), (2, true), (5, false)] {
        for at in (0..).step_by(step) {
            let url = ground.fresh(&format!("calls_{times}_{done}_{at}")).await;
            let faults = Arc::new(Faults::default());
            faults.fail_after(at, times, Fault { cause: causes[at as usize % causes.len()], done });
            let store = open(&url, &faults).await;
            let known = play(&store, "one", 5, &mut Rng::new(at)).await;
            let calls = faults.calls();
            faults.mend();
            assert_eq!(look(&store, "one").await.expect("it can be read"), known);
            store.close().await.expect("it closes");
            assert!(!std::fs::exists(format!("{url}-wal")).unwrap_or(false), "nothing is left beside it");
            let again = Store::open(&url).await.expect("it opens");
            assert_eq!(look(&again, "one").await.expect("it can be read"), known);
            let claim = again.claim("token of one").await.expect("it can be read");
            assert_eq!(claim, Some(("one".to_owned(), Claim::Watch)));
            again.close().await.expect("it closes");
            runs += 1;
            if at > calls {
                break;
            }
        }
    }
    assert!(runs > 100 / step, "{runs} runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_battles_on_a_disk_that_fails_by_lot() {
    faults_by_lot(&Ground::folder("lot"), 0..10).await;
    faults_by_lot(&Ground::Memory, 0..10).await;
}

async fn faults_by_lot(ground: &Ground, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let url = ground.fresh(&format!("lot_{seed}")).await;
        let faults = Arc::new(Faults::default());
        let store = Arc::new(open(&url, &faults).await);
        faults.fail_by_lot(seed, 12);
        let players = (0..6).map(|player| {
            let store = Arc::clone(&store);
            let id = format!("battle {player}");
            tokio::spawn(async move { (play(&store, &id, 25, &mut Rng::new(player)).await, id) })
        });
        let players: Vec<_> = players.collect();
        let mut all = Vec::new();
        for player in players {
            all.push(player.await.expect("nothing is lost"));
        }
        faults.mend();
        for (known, id) in &all {
            assert_eq!(&look(&store, id).await.expect("it can be read"), known);
        }
        store.close().await.expect("it closes");
        if matches!(ground, Ground::Memory) {
            continue;
        }
        let again = Store::open(&url).await.expect("it opens");
        for (known, id) in &all {
            assert_eq!(&look(&again, id).await.expect("it can be read"), known);
        }
        again.close().await.expect("it closes");
    }
}

/// SQLite says by itself that the disk is full, at every page that it would need.
#[tokio::test]
async fn a_store_that_may_not_grow_refuses_and_goes_on_when_it_may() {
    let file = folder("pages").join("battles.db").display().to_string();
    let store = Store::open(&file).await.expect("it opens");
    let mut known = play(&store, "one", 3, &mut Rng::new(1)).await;
    let mut refused = 0;
    for more in [0, 0, 1, 1, 2, 3] {
        let pages = store.read(|link| {
            Box::pin(async move {
                let row = link.row(statement("PRAGMA page_count")).await?.expect("a number");
                let pages: i64 = row.first()?;
                Ok(pages)
            })
        });
        let limit = format!("PRAGMA max_page_count = {}", pages.await.expect("a number") + more);
        let limited = store
            .read(|link| Box::pin(async move { link.execute(statement(sqlx::AssertSqlSafe(limit))).await.map(drop) }));
        limited.await.expect("the limit is set");
        // The limit belongs to the connection: it is gone once a write has failed on it.
        loop {
            let (mut next, mut change) = known.next(&mut Rng::new(u64::from(known.moment)));
            next.facts.push("x".repeat(3000));
            change.lines.push("x".repeat(3000));
            match store.change("one", change).await {
                Ok(()) => known = next,
                Err(why) => {
                    assert_eq!(why.cause, Cause::Full, "{why}");
                    refused += 1;
                    break;
                }
            }
        }
        assert_eq!(look(&store, "one").await.expect("it can be read"), known);
    }
    assert_eq!(refused, 6);
    store.close().await.expect("it closes");
    let again = Store::open(&file).await.expect("it opens");
    assert_eq!(look(&again, "one").await.expect("it can be read"), known);
}

/// What a machine leaves behind that loses its power in the middle of a write: a log that ends anywhere.
#[tokio::test]
async fn a_log_that_is_cut_short_holds_what_was_acknowledged() {
    let folder = folder("cut");
    let file = folder.join("battles.db").display().to_string();
    let store = Store::open(&file).await.expect("it opens");
    let known = play(&store, "one", 4, &mut Rng::new(1)).await;
    let short = std::fs::read(format!("{file}-wal")).expect("the log").len();
    let (next, change) = known.next(&mut Rng::new(2));
    store.change("one", change).await.expect("it is stored");
    let (base, log) = (std::fs::read(&file).expect("the file"), std::fs::read(format!("{file}-wal")).expect("the log"));
    assert!(log.len() > short);
    let mut found = [0, 0];
    for cut in (short..log.len()).step_by(331).chain([log.len() - 1, log.len()]) {
        let copy = folder.join(format!("{cut}.db")).display().to_string();
        std::fs::write(&copy, &base).expect("a copy");
        std::fs::write(format!("{copy}-wal"), &log[..cut]).expect("a copy");
        let store = Store::open(&copy).await.expect("it opens");
        let there = look(&store, "one").await.expect("it can be read");
        assert!(there == known || there == next, "{there:?}");
        found[usize::from(there == next)] += 1;
        store.close().await.expect("it closes");
    }
    assert!(found[0] > 0 && found[1] == 1, "{found:?}");
}

#[tokio::test]
async fn a_change_that_expects_another_moment_changes_nothing() {
    late_changes(&Ground::Memory).await;
}

async fn late_changes(ground: &Ground) {
    let store = Store::open(&ground.fresh("late").await).await.expect("it opens");
    let known = play(&store, "one", 3, &mut Rng::new(1)).await;
    let (_, change) = known.next(&mut Rng::new(2));
    let late = Change { expected: known.moment - 1, ..change };
    let refused = store.change("one", late).await.expect_err("it comes too late");
    assert_eq!(refused.cause, Cause::Stale);
    assert_eq!(look(&store, "one").await.expect("it can be read"), known);
    store.close().await.expect("it closes");
}
