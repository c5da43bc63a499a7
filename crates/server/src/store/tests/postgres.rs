//! The same contract before a real PostgreSQL, which this test starts where the machine has one.
#![cfg(unix)]

#[path = "../../../tests/it/postgres.rs"]
mod machine;

use super::ground::Ground;
use super::{Known, look, play, sweeps, upkeep};
use crate::store::{Cause, Change, KeptAsk, News, Store, Tail};
use kernel::Rng;
use machine::Postgres;
use std::path::Path;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_keeps_the_same_contract() {
    let Some(mut postgres) = Postgres::start(super::folder("postgres")) else {
        println!("skipped: this machine has no PostgreSQL");
        return;
    };
    let ground = Ground::Postgres(postgres.address());
    two_servers(&ground).await;
    // While it has few databases: each file of them is synced before it is there again.
    killed(&mut postgres, &ground).await;
    upkeep::one_campaign_two_servers(&ground).await;
    heard(&ground).await;
    super::late_changes(&ground).await;
    upkeep::first_days(&ground).await;
    upkeep::bad_facts(&ground).await;
    upkeep::pruning(&ground).await;
    let (store, _) = upkeep::copies(&ground).await;
    let refused = store.backup(Path::new("copy.db")).await.expect_err("it has its own backups");
    assert!(refused.to_string().contains("pg_dump"), "{refused}");
    super::faults_at_calls(&ground, 9).await;
    super::faults_by_lot(&ground, 0..3).await;
    weighed(&ground).await;
    upkeep::bad_campaigns(&ground).await;
    sweeps::faults_in_campaigns(&ground, 31).await;
    names(&ground).await;
}

/// A database has a size as a file has, so that there is an end to what strangers may store.
async fn weighed(ground: &Ground) {
    let store = Store::open(&ground.fresh("weighed").await).await.expect("it opens");
    let bytes = store.weight().await.expect("it can be asked").expect("it has a size");
    assert!(bytes > 1_000_000, "{bytes}");
    let limits = crate::Limits { stored: bytes, ..crate::Limits::default() };
    let hall = crate::Hall::new(store, "test", crate::Config { limits, ..crate::Config::default() });
    let full = hall.has_space().await.expect_err("there is no space");
    assert!(format!("{full:?}").contains("no space"), "{full:?}");
    hall.close().await.expect("it closes");
}

/// Two servers take turns in the same battle: whoever comes second is refused, finds what the first has done, and goes on.
async fn two_servers(ground: &Ground) {
    let url = ground.fresh("two_servers").await;
    let (one, other) = (Store::open(&url).await.expect("it opens"), Store::open(&url).await.expect("it opens"));
    let mut known = play(&one, "battle", 1, &mut Rng::new(1)).await;
    let mut refused = 0;
    for at in 0..40 {
        let mut rng = Rng::new(at);
        let ((first, to_one), (second, to_other)) = (known.next(&mut rng), known.next(&mut rng));
        let done = tokio::join!(one.change("battle", to_one), other.change("battle", to_other));
        known = match done {
            (Ok(()), Err(why)) => {
                assert!(matches!(why.cause, Cause::Stale | Cause::Crossed), "{why}");
                first
            }
            (Err(why), Ok(())) => {
                assert!(matches!(why.cause, Cause::Stale | Cause::Crossed), "{why}");
                second
            }
            both => panic!("one of them is second: {both:?}"),
        };
        refused += 1;
        assert_eq!(look(&one, "battle").await.expect("it can be read"), known);
        assert_eq!(look(&other, "battle").await.expect("it can be read"), known);
    }
    assert_eq!(refused, 40);
}

/// What one server stores the other hears of and reads; a mind's turn is had by one of them, and goes to the other when
/// that one is gone.
async fn heard(ground: &Ground) {
    let url = ground.fresh("heard").await;
    let (one, other) = (Store::open(&url).await.expect("it opens"), Store::open(&url).await.expect("it opens"));
    let mut news = other.news().expect("there can be others");
    let mut ours = one.news().expect("there can be others");
    for heard in [&mut news, &mut ours] {
        assert_eq!(heard.recv().await, Some(News::Missed), "nothing was heard so far");
    }
    let known = play(&one, "battle", 3, &mut Rng::new(1)).await;
    for _ in 0..3 {
        assert_eq!(news.recv().await, Some(News::Changed(vec!["battle".to_owned()])));
    }
    let tail = other.tail("battle", known.moment, known.facts.len()).await.expect("it can be read");
    assert!(tail.is_none(), "{tail:?}");
    let lines = vec!["one more".to_owned(), "and one".to_owned()];
    let (expected, moment, from) = (known.moment, known.moment + 1, known.facts.len());
    let asked = Some(KeptAsk { by: vec![0], agreed: Vec::new() });
    let change = Change { expected, moment, from, lines, orders: vec![], undone: vec![], asked, thinks: true };
    one.change("battle", change.clone()).await.expect("it is stored");
    match other.tail("battle", known.moment, known.facts.len()).await.expect("it can be read") {
        Some(Tail::More(more)) => {
            assert_eq!((more.moment, &more.facts, &more.asked), (moment, &change.lines, &change.asked));
        }
        found => panic!("{found:?}"),
    }
    let taken_back = Change { expected: moment, moment: moment + 1, from: from + 1, lines: vec![], ..change };
    one.change("battle", taken_back).await.expect("it is stored");
    for known in [(known.moment, known.facts.len()), (moment, from + 2)] {
        let tail = other.tail("battle", known.0, known.1).await.expect("it can be read");
        assert!(matches!(tail, Some(Tail::Other)), "what was taken back is read anew: {tail:?}");
    }
    let now = moment + 1;
    assert!(!other.take("battle", now).await.expect("it is answered"), "the other thinks about it");
    assert!(one.take("battle", now).await.expect("it is answered"), "and goes on with it");
    assert!(!one.take("battle", moment).await.expect("it is answered"), "of another moment there is no turn");
    drop((one, ours));
    for _ in 0..100 {
        if other.take("battle", now).await.expect("it is answered") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the turn of a server that is gone is nobody's");
}

/// PostgreSQL is killed in the middle of battles and started again.
async fn killed(postgres: &mut Postgres, ground: &Ground) {
    let url = ground.fresh("killed").await;
    let store = std::sync::Arc::new(Store::open(&url).await.expect("it opens"));
    let mut known: Vec<Known> = Vec::new();
    for player in 0..4 {
        known.push(play(&store, &format!("battle {player}"), 5, &mut Rng::new(player)).await);
    }
    for round in 0..3 {
        let players: Vec<_> = (0u64..)
            .zip(&known)
            .map(|(player, known)| {
                let (store, id, known) = (std::sync::Arc::clone(&store), format!("battle {player}"), known.clone());
                tokio::spawn(async move { until_refused(&store, &id, known, &mut Rng::new(round)).await })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(300)).await;
        postgres.kill();
        let mut ends = Vec::new();
        for player in players {
            ends.push(player.await.expect("nobody breaks"));
        }
        postgres.run(&[]);
        postgres.up();
        for ((player, known), (last, next)) in (0u64..).zip(&mut known).zip(ends) {
            let found = look(&store, &format!("battle {player}")).await.expect("the store is back by itself");
            assert!(found == last || found == next, "{found:?} is neither {last:?} nor {next:?}");
            *known = found;
        }
    }
    let again = Store::open(&url).await.expect("it opens");
    assert!(again.check().await.expect("it can be looked at").faults.is_empty());
}

/// Plays until the store refuses; what was acknowledged last, and what was refused.
async fn until_refused(store: &Store, id: &str, mut known: Known, rng: &mut Rng) -> (Known, Known) {
    loop {
        let (next, change) = known.next(rng);
        match store.change(id, change).await {
            Ok(()) => known = next,
            Err(why) => {
                assert_ne!(why.cause, Cause::Stale, "{why}");
                return (known, next);
            }
        }
    }
}

/// What cannot be opened is said in words.
async fn names(ground: &Ground) {
    let Ground::Postgres(address) = ground else { return };
    let foreign = ground.fresh("foreign_database").await;
    super::ground::behind(&foreign, "CREATE TABLE songs (name TEXT)").await;
    for (url, words) in [
        (foreign, "another program: it has the tables songs"),
        (format!("{address}/no_such_database"), "does not let fray in"),
        ("postgres://fray@127.0.0.1:1/fray".to_owned(), "cannot be reached"),
    ] {
        let why = Store::open(&url).await.expect_err("it does not open");
        assert!(why.to_string().contains(words), "{why}");
    }
}
