//! What cannot be brought about from outside: rules that panic, a store that fails.

use crate::client::Client;
use crate::hall::blocking;
use crate::room::Complaint;
use crate::{Cause, Config, Fault, Faults, Hall, Store, wire};
use std::sync::Arc;

async fn hall() -> Arc<Hall> {
    Hall::new(Store::open(":memory:").await.expect("the store opens"), "test", Config::default())
}

/// Whoever plays on this machine.
fn own(hall: &Hall) -> Arc<Client> {
    hall.clients.at([127, 0, 0, 1].into())
}

async fn begin(hall: &Arc<Hall>) -> String {
    let side =
        |warband: &str| wire::NewSide { warband: warband.into(), file: None, player: "human".into(), side: None };
    let wish = wire::NewBattle {
        system: "sellsword".into(),
        scenario: "border-raid".into(),
        sides: vec![side("havoc-border-reavers"), side("valor-border-watch")],
        map: None,
        options: std::collections::BTreeMap::new(),
        own_dice: Vec::new(),
        shared_screen: true,
        screen: Vec::new(),
    };
    hall.begin(&own(hall), wish).await.expect("a battle").seats[0].token.clone()
}

#[tokio::test]
async fn a_panic_closes_one_battle_and_it_is_taken_up_again() {
    let hall = hall().await;
    let (token, other) = (begin(&hall).await, begin(&hall).await);
    let (room, _) = hall.seated(&own(&hall), &token).await.expect("a battle");
    let facts = room.look().await.expect("it is open").live.facts(0);
    let seats = [kernel::Seat(0), kernel::Seat(1)];
    let done: Result<(), Complaint> = room
        .change(&hall.store, |inner| {
            let line = inner.live.pending().expect("a question").options[0].line.clone();
            inner.answer(0, &seats, &line).expect("an answer");
            panic!("the rules broke down")
        })
        .await;
    assert!(done.is_err());
    assert!(room.change(&hall.store, |_| Ok(())).await.is_err(), "a broken battle stays closed");
    let (again, _) = hall.seated(&own(&hall), &token).await.expect("the same battle");
    assert_eq!(again.look().await.expect("it is open").live.facts(0), facts, "it is as it was last stored");
    assert!(again.change(&hall.store, |_| Ok(())).await.is_ok());
    let (other, _) = hall.seated(&own(&hall), &other).await.expect("the other battle");
    assert!(other.broken().is_none());
}

#[tokio::test]
async fn a_choice_that_is_not_stored_is_not_made() {
    let hall = hall().await;
    let token = begin(&hall).await;
    let (room, _) = hall.seated(&own(&hall), &token).await.expect("a battle");
    hall.store.close().await.expect("the store closes");
    let seats = [kernel::Seat(0), kernel::Seat(1)];
    let line = room.look().await.expect("it is open").live.pending().expect("a question").options[0].line.clone();
    let done = room.change(&hall.store, |inner| inner.answer(0, &seats, &line)).await;
    assert!(done.is_err_and(|no| no.text.contains("stored")));
}

/// A disk that fails, whether or not it has the choice all the same: nobody sees the battle ahead of the store, and who
/// comes back goes on from what is stored.
#[tokio::test]
async fn a_battle_is_never_ahead_of_its_store() {
    for (done, more) in [(false, 0), (true, 0), (false, 3), (true, 3), (true, 5)] {
        let faults = Arc::new(Faults::default());
        let store = Store::open_with(":memory:", Arc::clone(&faults)).await.expect("the store opens");
        let hall = Hall::new(store, "test", Config::default());
        let (token, other) = (begin(&hall).await, begin(&hall).await);
        let (room, _) = hall.seated(&own(&hall), &token).await.expect("a battle");
        let seats = [kernel::Seat(0), kernel::Seat(1)];
        for _ in 0..3 {
            faults.fail_after(more, 1, Fault { cause: Cause::Disk, done });
            let (room, _) =
                hall.seated(&own(&hall), &token).await.unwrap_or((Arc::clone(&room), crate::store::Claim::Watch));
            let Ok(inner) = room.look().await else { continue };
            let (line, moment) = (inner.live.pending().expect("a question").options[0].line.clone(), inner.moment);
            drop(inner);
            if room.change(&hall.store, |inner| inner.answer(moment, &seats, &line)).await.is_err() {
                assert!(room.look().await.is_err(), "what is in memory may be ahead of the store");
            }
        }
        faults.mend();
        let id = room.id.clone();
        let (again, _) = hall.seated(&own(&hall), &token).await.expect("the same battle");
        let stored = hall.store.load(&id).await.expect("it can be read").expect("it is there");
        let inner = again.look().await.expect("it is open");
        assert_eq!((inner.live.facts(0), inner.moment), (stored.facts, stored.moment));
        assert!(hall.seated(&own(&hall), &other).await.expect("the other battle").0.look().await.is_ok());
    }
}

/// Whoever waits for the store may go away meanwhile.
#[tokio::test]
async fn a_change_that_nobody_waits_for_closes_the_battle_until_it_is_looked_up() {
    let faults = Arc::new(Faults::default());
    let store = Store::open_with(":memory:", Arc::clone(&faults)).await.expect("the store opens");
    let hall = Hall::new(store, "test", Config::default());
    let token = begin(&hall).await;
    let (room, _) = hall.seated(&own(&hall), &token).await.expect("a battle");
    let seats = [kernel::Seat(0), kernel::Seat(1)];
    let line = room.look().await.expect("it is open").live.pending().expect("a question").options[0].line.clone();
    {
        let change = std::pin::pin!(room.change(&hall.store, |inner| inner.answer(0, &seats, &line)));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(change.poll(&mut context).is_pending(), "it waits for the store");
    }
    assert!(room.look().await.is_err());
    let (again, _) = hall.seated(&own(&hall), &token).await.expect("the same battle");
    assert_eq!(again.look().await.expect("it is open").moment, 1, "it was on its way already");
}

#[tokio::test]
async fn a_battle_that_waits_for_the_store_holds_up_no_other() {
    let hall = hall().await;
    let (one, other) = (begin(&hall).await, begin(&hall).await);
    let (one, other) = (
        hall.seated(&own(&hall), &one).await.expect("a battle").0.id.clone(),
        hall.seated(&own(&hall), &other).await.expect("a battle").0,
    );
    // The first is taken from the store again; this thread does not let the store work meanwhile.
    hall.room(&own(&hall), &one).await.expect("it is in play").close("it is to be taken up again");
    let client = own(&hall);
    let mut opening = std::pin::pin!(hall.room(&client, &one));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(opening.as_mut().poll(&mut context).is_pending(), "it waits for the store");
    let at_hand = std::pin::pin!(hall.room(&client, &other.id)).poll(&mut context);
    assert!(at_hand.is_ready(), "what is at hand is there at once");
    // Nor does one that is busy: whoever opens it need not wait until it has an answer.
    let busy = other.look().await.expect("it is open");
    assert!(std::pin::pin!(hall.room(&client, &other.id)).poll(&mut context).is_ready());
    drop(busy);
    opening.await.expect("it opens");
}

#[tokio::test(flavor = "multi_thread")]
async fn minds_think_only_while_somebody_looks_on() {
    let pause = std::time::Duration::from_millis(5);
    let limits = crate::Limits { battles: crate::Rate { burst: 1000, a_second: 1000 }, ..crate::Limits::default() };
    let config = Config { pause, limits, ..Config::default() };
    let hall = Hall::new(Store::open(":memory:").await.expect("the store opens"), "test", config);
    let client = hall.clients.at([127, 0, 0, 1].into());
    let mut rooms = Vec::new();
    for _ in 0..95 {
        let side =
            |warband: &str| wire::NewSide { warband: warband.into(), file: None, player: "random".into(), side: None };
        let wish = wire::NewBattle {
            system: "sellsword".into(),
            scenario: "border-raid".into(),
            sides: vec![side("havoc-border-reavers"), side("valor-border-watch")],
            map: None,
            options: std::collections::BTreeMap::new(),
            own_dice: Vec::new(),
            shared_screen: false,
            screen: Vec::new(),
        };
        let made = hall.begin(&own(&hall), wish).await.expect("a battle");
        let (room, _) = hall.seated(&own(&hall), &made.watch).await.expect("the battle");
        // Somebody looks in and goes away.
        let guest = room.enter(&[], &client).expect("a place");
        hall.wake(&room);
        drop(guest);
        rooms.push(room);
    }
    for room in &rooms {
        while room.thinking.load(std::sync::atomic::Ordering::SeqCst) {
            tokio::time::sleep(pause).await;
        }
        let inner = room.look().await.expect("it is open");
        assert!(inner.live.outcome().is_none() && inner.live.moment() < 50, "{} facts", inner.live.moment());
    }
    let moments = async || {
        let mut moments = Vec::new();
        for room in &rooms {
            moments.push(room.moment().await);
        }
        moments
    };
    let before = moments().await;
    let guest = rooms[7].enter(&[], &client).expect("a place");
    hall.wake(&rooms[7]);
    while rooms[7].moment().await < before[7] + 3 {
        tokio::time::sleep(pause).await;
    }
    drop(guest);
    let after = moments().await;
    let changed: Vec<usize> = (0..95).filter(|at| before[*at] != after[*at]).collect();
    assert_eq!(changed, [7], "only what is looked at goes on");
}

/// Somebody who wants much at once waits for himself, and others do not wait for him.
#[tokio::test(flavor = "multi_thread")]
async fn long_work_of_one_client_is_done_one_after_the_other() {
    let hall = hall().await;
    let (busy, other) = (hall.clients.at([203, 0, 113, 9].into()), hall.clients.at([203, 0, 113, 8].into()));
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let (began, mut begun) = tokio::sync::mpsc::unbounded_channel();
    let wait = Arc::new(std::sync::Mutex::new(wait));
    let work = |number: usize| {
        let (client, began, wait) = (Arc::clone(&busy), began.clone(), Arc::clone(&wait));
        tokio::spawn(async move {
            blocking(Some(&client), move || {
                began.send(number).expect("somebody listens");
                wait.lock().expect("nobody breaks").recv().expect("it goes on");
            })
            .await
        })
    };
    let all: Vec<_> = (0..20).map(work).collect();
    begun.recv().await.expect("one begins");
    blocking(Some(&other), || ()).await.expect("others are served meanwhile");
    assert!(begun.try_recv().is_err(), "the second waits for the first");
    for _ in 0..20 {
        go.send(()).expect("it waits");
    }
    for one in all {
        one.await.expect("it ends").expect("it is done");
    }
    // What was done is paid for, also where it breaks down or nobody waits for the end of it.
    let share = crate::Share { work: crate::Rate { burst: 0, a_second: 0 }, ..crate::Share::default() };
    for breaks in [false, true] {
        let clients = crate::client::Clients::new(share, &[]);
        let client = clients.at([203, 0, 113, 9].into());
        let done = blocking(Some(&client), move || assert!(!breaks, "it breaks down")).await;
        assert_eq!(done.is_err(), breaks);
        assert!(client.may_ask().is_err(), "it is paid for");
        let ran = blocking(Some(&client), || ()).await;
        assert!(ran.is_err(), "nothing more is begun");
    }
}

/// A look at a campaign writes nothing that is there already.
#[tokio::test]
async fn the_ways_to_the_battles_of_a_campaign_are_stored_once() {
    let faults = Arc::new(Faults::default());
    let store = Store::open_with(":memory:", Arc::clone(&faults)).await.expect("the store opens");
    let way = |at: usize| (format!("way {at}"), "battle".to_owned(), crate::store::Claim::Watch);
    let ways = || (0..40).map(way).collect::<Vec<_>>();
    store.grant(ways()).await.expect("they are stored");
    let before = faults.calls();
    store.grant(ways()).await.expect("they are there");
    assert_eq!(faults.calls(), before + 1, "one look, and no write");
    assert!(store.claim("way 39").await.expect("it can be read").is_some());
}

#[tokio::test]
async fn whoever_is_counted_in_is_counted_out_again() {
    let hall = hall().await;
    let token = begin(&hall).await;
    let (room, _) = hall.seated(&own(&hall), &token).await.expect("a battle");
    let client = hall.clients.at([192, 0, 2, 1].into());
    let seats = [kernel::Seat(0)];
    let broken = crate::guard::caught(async {
        let _present = crate::hall::Present::come(&hall, &client).expect("a place");
        let _guest = room.enter(&seats, &client).expect("a place");
        assert_eq!((hall.sockets_open(), room.here()), (1, vec![0]));
        tokio::task::yield_now().await;
        panic!("the socket breaks down");
    });
    assert!(broken.await.is_err());
    assert_eq!((hall.sockets_open(), room.here()), (0, Vec::new()));
    assert_eq!(room.sockets.load(std::sync::atomic::Ordering::Relaxed), 0);
}
