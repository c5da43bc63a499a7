//! What cannot be brought about from outside: rules that panic, a store that fails.

use crate::room::Complaint;
use crate::{Config, Hall, Store, wire};
use std::sync::Arc;

async fn hall() -> Arc<Hall> {
    Hall::new(Store::open(":memory:").await.expect("the store opens"), "test", Config::default())
}

async fn begin(hall: &Arc<Hall>) -> String {
    let side = |warband: &str| wire::NewSide { warband: warband.into(), file: None, player: "human".into() };
    let wish = wire::NewBattle {
        system: "sellsword".into(),
        scenario: "border-raid".into(),
        sides: vec![side("havoc-border-reavers"), side("valor-border-watch")],
        map: None,
        glancing: None,
        options: std::collections::BTreeMap::new(),
        own_dice: Vec::new(),
        shared_screen: true,
    };
    hall.begin(wish).await.expect("a battle").seats[0].token.clone()
}

#[tokio::test]
async fn a_panic_closes_one_battle_and_it_is_taken_up_again() {
    let hall = hall().await;
    let (token, other) = (begin(&hall).await, begin(&hall).await);
    let (room, _) = hall.seated(&token).await.expect("a battle");
    let facts = room.inner.lock().await.live.facts(0);
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
    let (again, _) = hall.seated(&token).await.expect("the same battle");
    assert_eq!(again.inner.lock().await.live.facts(0), facts, "it is as it was last stored");
    assert!(again.change(&hall.store, |_| Ok(())).await.is_ok());
    let (other, _) = hall.seated(&other).await.expect("the other battle");
    assert!(other.inner.lock().await.broken.is_none());
}

#[tokio::test]
async fn a_choice_that_is_not_stored_is_not_made() {
    let hall = hall().await;
    let token = begin(&hall).await;
    let (room, _) = hall.seated(&token).await.expect("a battle");
    hall.store.close().await;
    let seats = [kernel::Seat(0), kernel::Seat(1)];
    let line = room.inner.lock().await.live.pending().expect("a question").options[0].line.clone();
    let done = room.change(&hall.store, |inner| inner.answer(0, &seats, &line)).await;
    assert!(done.is_err_and(|no| no.text.contains("stored")));
}
