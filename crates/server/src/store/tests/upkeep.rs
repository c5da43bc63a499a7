//! Stores of other days, damaged ones and foreign ones; copies of them, and what is let go of.

use super::ground::{Ground, behind};
use super::{Known, folder, kept, look, play};
use crate::store::{BandFile, Cause, Chapter, Claim, Failed, GivenOrder, Proposal, Store, Waged, campaigns};
use kernel::Rng;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A closed store with battles that have some facts each.
pub(super) async fn filled(url: &str, battles: u64) -> Vec<Known> {
    let store = Store::open(url).await.expect("it opens");
    let mut all = Vec::new();
    for at in 0..battles {
        all.push(play(&store, &format!("battle {at}"), 8, &mut Rng::new(at)).await);
    }
    store.close().await.expect("it closes");
    all
}

/// What `export` writes.
#[derive(Clone, Default)]
pub(super) struct Text(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Text {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody else writes").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Text {
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("nobody else writes").clone()
    }
}

pub(super) async fn exported(store: &Store) -> (Vec<u8>, crate::Copied) {
    let text = Text::default();
    let copied = store.export(text.clone()).await.expect("it is exported");
    (text.bytes(), copied)
}

const FIRST: &str = include_str!("../schema/1_battles_and_campaigns.sql");

#[tokio::test]
async fn a_store_of_the_first_days_opens_and_goes_on() {
    first_days(&Ground::folder("first")).await;
}

/// A store as the first fray has left it.
pub(super) async fn of_the_first_days(file: &str) {
    let head = serde_json::to_string(&kept().head).expect("it can be written");
    let orders = r#"[{"seat":1,"prompt":"reply","verb":"pass","amount":"only"}]"#;
    behind(file, FIRST).await;
    let rows = format!(
        "INSERT INTO battles VALUES ('old', 7, '{head}', '{orders}', NULL), ('bare', 0, '{head}', '[]', NULL);
         INSERT INTO facts VALUES ('old', 0, 'one'), ('old', 1, 'two');
         INSERT INTO undone VALUES ('old', '[\"three\"]');
         INSERT INTO tokens VALUES ('hash', 'old', '{{\"seat\":1}}');
         INSERT INTO campaigns VALUES ('c', '{{\"system\":\"coreheim\",\"name\":\"n\",\"players\":[]}}', '[]', NULL);"
    );
    behind(file, &rows).await;
}

pub(super) async fn first_days(ground: &Ground) {
    let file = ground.fresh("first").await;
    of_the_first_days(&file).await;
    let store = Store::open(&file).await.expect("it opens");
    let old = store.load("old").await.expect("it can be read").expect("it is there");
    let given = GivenOrder { seat: 1, prompt: "reply".into(), verb: "pass".into(), amount: crate::wire::Amount::Only };
    assert_eq!((old.moment, &old.orders, &old.undone), (7, &vec![given], &vec!["three".to_owned()]));
    assert_eq!((old.facts, old.head), (vec!["one".to_owned(), "two".to_owned()], kept().head));
    assert!(store.load("bare").await.expect("it can be read").expect("it is there").facts.is_empty());
    assert_eq!(store.claim("hash").await.expect("it can be read"), Some(("old".to_owned(), Claim::Seat(1))));
    let known = Known { moment: 7, facts: vec!["one".into(), "two".into()] };
    let (next, change) = known.next(&mut Rng::new(3));
    store.change("old", change).await.expect("it goes on");
    let checkup = store.check().await.expect("it can be looked at");
    assert_eq!((checkup.battles, checkup.campaigns, checkup.faults), (2, 1, Vec::<String>::new()));
    // Nothing of it counts as old just because it is not known how old it is.
    assert_eq!(store.prune(60).await.expect("it can be pruned"), crate::Pruned::default());
    store.close().await.expect("it closes");
    let again = Store::open(&file).await.expect("it opens again");
    assert_eq!(look(&again, "old").await.expect("it can be read"), next);
}

#[tokio::test]
async fn newer_and_foreign_stores_are_named() {
    let folder = folder("foreign");
    let file = |name: &str| folder.join(name).display().to_string();
    let refused = async |url: &str, cause: Cause, words: &str| {
        let why = Store::open(url).await.expect_err("it does not open");
        assert!(why.cause == cause && why.to_string().contains(words), "{why:?}");
    };
    let newer = file("newer.db");
    filled(&newer, 1).await;
    behind(&newer, "INSERT INTO _sqlx_migrations VALUES (99, 'later', CURRENT_TIMESTAMP, TRUE, x'00', 0)").await;
    refused(&newer, Cause::Newer, "a newer fray wrote it: its layout is number 99").await;
    let other = file("other.db");
    behind(&other, "CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('a')").await;
    let before = std::fs::read(&other).expect("it is there");
    refused(&other, Cause::Foreign, "another program: it has the tables songs").await;
    assert_eq!(std::fs::read(&other).expect("it is there"), before, "it stays as it was");
    std::fs::write(file("text.db"), "Dear diary, today I played.").expect("it can be written");
    refused(&file("text.db"), Cause::Foreign, "is no store of fray").await;
    std::fs::write(file("short.db"), "SQLite").expect("it can be written");
    refused(&file("short.db"), Cause::Foreign, "is no store of fray").await;
    refused(&folder.display().to_string(), Cause::Foreign, "is a folder; name a file in it").await;
    refused(&file("text.db/battles.db"), Cause::Disk, "cannot make the folder").await;
    #[cfg(target_os = "linux")]
    refused("/proc/battles.db", Cause::Disk, "cannot be opened").await;
    // An empty file is a new store, but nobody takes it for an old one.
    std::fs::write(file("empty.db"), "").expect("it can be written");
    let why = Store::open_existing(&file("empty.db")).await.expect_err("there is nothing in it");
    assert!(why.cause == Cause::Missing && why.to_string().contains("is empty"), "{why}");
    let why = Store::open_existing(&file("none.db")).await.expect_err("it is not there");
    assert!(why.cause == Cause::Missing && !Path::new(&file("none.db")).exists(), "{why}");
    let store = Store::open(&file("empty.db")).await.expect("it opens");
    play(&store, "one", 2, &mut Rng::new(1)).await;
    let held = Store::open(&file("empty.db")).await.expect_err("somebody has it");
    assert!(held.cause == Cause::Busy && held.to_string().contains("in use"), "{held}");
}

#[tokio::test]
async fn a_bad_fact_closes_its_battle_alone_and_the_good_part_can_be_taken_out() {
    bad_facts(&Ground::folder("bad")).await;
}

pub(super) async fn bad_facts(ground: &Ground) {
    let bad = [
        ("UPDATE facts SET line = line || '!' WHERE battle = 'battle 1' AND number = 3", 3),
        ("DELETE FROM facts WHERE battle = 'battle 1' AND number = 2", 2),
        ("UPDATE facts SET line = 'choice', sum = '0000000000000000' WHERE battle = 'battle 1' AND number = 0", 0),
        // Facts at the end that are gone, and an earlier state of where it stands.
        ("DELETE FROM facts WHERE battle = 'battle 1' AND number > 4", 5),
        ("UPDATE progress SET moment = moment - 1 WHERE battle = 'battle 1'", usize::MAX),
        ("UPDATE battles SET head = replace(head, 'border', 'murder') WHERE id = 'battle 1'", 0),
        ("DELETE FROM progress WHERE battle = 'battle 1'", usize::MAX),
        // Somebody asks for an undo whom nobody has heard.
        ("UPDATE progress SET asked = '{\"by\":[0],\"agreed\":[1]}' WHERE battle = 'battle 1'", usize::MAX),
    ];
    for (at, (statement, good)) in bad.into_iter().enumerate() {
        let file = ground.fresh(&format!("bad_{at}")).await;
        let known = filled(&file, 3).await;
        behind(&file, statement).await;
        let store = Store::open(&file).await.expect("it opens");
        let why = look(&store, "battle 1").await.expect_err("it is damaged");
        assert!(why.cause == Cause::Damaged && why.to_string().contains("battle 1"), "{why}");
        for other in [0, 2] {
            let id = format!("battle {other}");
            assert_eq!(look(&store, &id).await.expect("it can be read"), known[other]);
            let (_, change) = known[other].next(&mut Rng::new(9));
            store.change(&id, change).await.expect("it goes on");
        }
        let checkup = store.check().await.expect("it can be looked at");
        assert!(checkup.faults.len() == 1 && checkup.faults[0].contains("battle 1"), "{statement}: {checkup:?}");
        let (text, copied) = exported(&store).await;
        assert_eq!((copied.battles, copied.faults.len()), (3, 1));
        let fresh = Store::open(":memory:").await.expect("it opens");
        let put_in = fresh.import(std::io::Cursor::new(text)).await.expect("it is imported");
        assert_eq!((put_in.battles, put_in.faults), (3, copied.faults));
        let facts = &known[1].facts;
        let saved = look(&fresh, "battle 1").await.expect("the good part is good");
        assert_eq!(saved.facts, facts[..good.min(facts.len())]);
        let claim = fresh.claim("token of battle 1").await.expect("it can be read");
        assert_eq!(claim, Some(("battle 1".to_owned(), Claim::Watch)));
    }
}

/// The campaign and whose link it is, as text.
async fn seen(store: &Store) -> Result<Option<String>, Failed> {
    let found = store.campaign("link").await?;
    Ok(found.map(|found| serde_json::to_string(&found).expect("it can be written")))
}

#[tokio::test]
async fn a_bad_campaign_is_named_and_no_other_is_touched() {
    bad_campaigns(&Ground::folder("bad_campaigns")).await;
}

pub(super) async fn bad_campaigns(ground: &Ground) {
    for (at, statement) in [
        "UPDATE campaigns SET files = replace(files, '\"a\"', '\"b\"') WHERE id = 'campaign'",
        "UPDATE campaigns SET proposal = NULL WHERE id = 'campaign'",
        "UPDATE campaigns SET head = replace(head, 'Wolves', 'Lambs') WHERE id = 'campaign'",
        "DELETE FROM chapters WHERE campaign = 'campaign' AND number = 2",
        "UPDATE chapters SET settled = 0 WHERE campaign = 'campaign' AND number = 1",
        "UPDATE chapters SET body = replace(body, 'street', 'roof') WHERE campaign = 'campaign' AND number = 1",
        "UPDATE campaign_tokens SET claim = '{\"seat\":1}' WHERE hash = 'link'",
    ]
    .into_iter()
    .enumerate()
    {
        let url = ground.fresh(&format!("bad_campaign_{at}")).await;
        let known = filled(&url, 3).await;
        let store = Store::open(&url).await.expect("it opens");
        wage(&store).await;
        store.close().await.expect("it closes");
        behind(&url, statement).await;
        let store = Store::open(&url).await.expect("it opens");
        let why = seen(&store).await.expect_err("it is damaged");
        assert!(why.cause == Cause::Damaged && why.to_string().contains("campaign"), "{statement}: {why}");
        for (at, known) in known.iter().enumerate() {
            assert_eq!(&look(&store, &format!("battle {at}")).await.expect("it can be read"), known);
        }
        let faults = store.check().await.expect("it can be looked at").faults;
        assert!(faults.len() == 1 && faults[0].contains("campaign"), "{statement}: {faults:?}");
        store.close().await.expect("it closes");
    }
}

/// Any byte of the file may go bad: what is read is what was written, or somebody is told.
#[tokio::test]
async fn a_bad_byte_is_never_read_as_if_it_were_good() {
    let folder = folder("bytes");
    let file = folder.join("whole.db").display().to_string();
    let known = filled(&file, 4).await;
    let store = Store::open(&file).await.expect("it opens");
    wage(&store).await;
    let campaign = seen(&store).await.expect("it can be read");
    store.close().await.expect("it closes");
    let whole = std::fs::read(&file).expect("it is there");
    let mut rng = Rng::new(5);
    let mut told = 0;
    for run in 0..150 {
        let mut bytes = whole.clone();
        // Mostly a byte, sometimes what a lost page looks like.
        let at = rng.below(bytes.len());
        if run % 10 == 9 {
            let page = at / 4096 * 4096;
            bytes[page..page + 4096].fill(0);
        } else {
            bytes[at] ^= 1 << rng.below(8);
        }
        let copy = folder.join(format!("{run}.db")).display().to_string();
        std::fs::write(&copy, &bytes).expect("a copy");
        let Ok(store) = Store::open(&copy).await else {
            told += 1;
            continue;
        };
        let mut silent = Vec::new();
        for (at, known) in known.iter().enumerate() {
            match store.load(&format!("battle {at}")).await {
                Ok(Some(found)) => assert_eq!((found.moment, &found.facts), (known.moment, &known.facts)),
                Ok(None) => silent.push(at),
                Err(_) => told += 1,
            }
        }
        for (at, _) in known.iter().enumerate() {
            match store.claim(&format!("token of battle {at}")).await {
                Ok(Some(found)) => assert_eq!(found, (format!("battle {at}"), Claim::Watch), "run {run}"),
                Ok(None) => {}
                Err(_) => told += 1,
            }
        }
        match seen(&store).await {
            Ok(Some(found)) => assert_eq!(Some(found), campaign, "run {run}"),
            Ok(None) => {}
            Err(_) => told += 1,
        }
        if !silent.is_empty() {
            let checkup = store.check().await.map_or(1, |checkup| checkup.faults.len());
            assert!(checkup > 0, "run {run}: battles {silent:?} are gone, and the check finds nothing");
        }
        let _ = store.close().await;
        let _ = std::fs::remove_file(&copy);
    }
    assert!(told > 20, "{told} were told");
}

pub(super) fn chapter(battle: &str, after: Option<&str>) -> Chapter {
    Chapter {
        scenario: "street-fight".into(),
        drawn: false,
        minds: false,
        battle: battle.into(),
        aftermath: after.map(str::to_owned),
        outcome: None,
        story: Vec::new(),
        before: Vec::new(),
    }
}

pub(super) async fn wage(store: &Store) {
    let head = Waged { system: "coreheim".into(), name: "Wolves".into(), players: vec!["human".into(); 2] };
    let files = [BandFile { name: "a.toml".into(), text: "a".into() }];
    store.add_campaign("campaign", &head, &files, &[("link".into(), Claim::Seat(0))]).await.expect("it is stored");
    fought(store, 1, chapter("battle 0", Some("battle 1"))).await;
    store.settle("campaign", 1, &chapter("battle 0", Some("battle 1")), &files).await.expect("it is stored");
    fought(store, 2, chapter("battle 2", None)).await;
    let proposal = Proposal { seats: vec![0], scenario: None, mind: None };
    store.propose("campaign", None, &proposal).await.expect("it is stored");
}

/// A chapter with battles that are there already.
async fn fought(store: &Store, number: usize, chapter: Chapter) {
    let add = store.read(move |link| {
        Box::pin(async move {
            link.begin().await?;
            campaigns::add_chapter(link, "campaign", number, &chapter).await?;
            link.commit().await
        })
    });
    add.await.expect("it is stored");
}

/// Two servers bring the same campaign on: what comes next comes once, and nobody's word is lost unheard.
pub(super) async fn one_campaign_two_servers(ground: &Ground) {
    let url = ground.fresh("one_campaign").await;
    let (one, other) = (Store::open(&url).await.expect("it opens"), Store::open(&url).await.expect("it opens"));
    let head = Waged { system: "coreheim".into(), name: "Wolves".into(), players: vec!["human".into(); 2] };
    one.add_campaign("campaign", &head, &[], &[("link".into(), Claim::Seat(0))]).await.expect("it is stored");
    let (ours, theirs) = (chapter("ours", None), chapter("theirs", None));
    let begun = tokio::join!(
        one.add_chapter("campaign", 1, &ours, super::kept()),
        other.add_chapter("campaign", 1, &theirs, super::kept())
    );
    let begun = (begun.0.expect("it is answered"), begun.1.expect("it is answered"));
    assert!(begun.0 != begun.1, "one of them begins it: {begun:?}");
    let (first, second) = if begun.0 { ("ours", "theirs") } else { ("theirs", "ours") };
    assert!(other.load(first).await.expect("it can be read").is_some());
    assert!(one.load(second).await.expect("it can be read").is_none(), "what was not begun is not kept");
    let (ours, theirs) = (chapter(first, Some("after ours")), chapter(first, Some("after theirs")));
    let after = tokio::join!(
        one.put_aftermath("campaign", 1, &ours, super::kept()),
        other.put_aftermath("campaign", 1, &theirs, super::kept())
    );
    let after = [after.0.is_ok_and(|done| done), after.1.is_ok_and(|done| done)];
    assert_eq!(after.iter().filter(|done| **done).count(), 1, "one aftermath follows: {after:?}");
    let (kept, _) = one.campaign("link").await.expect("it can be read").expect("it is there");
    let id = kept.chapters[0].0.aftermath.clone().expect("an aftermath");
    assert_eq!(id, if after[0] { "after ours" } else { "after theirs" });
    assert!(one.load(&id).await.expect("it can be read").is_some());
    let wish = |seat| Proposal { seats: vec![seat], scenario: None, mind: None };
    assert!(one.propose("campaign", None, &wish(0)).await.expect("it is answered"));
    assert!(!other.propose("campaign", None, &wish(1)).await.expect("it is answered"), "there is one already");
    assert!(other.propose("campaign", Some(&wish(0)), &wish(1)).await.expect("it is answered"));
    assert!(one.check().await.expect("it can be looked at").faults.is_empty());
}

#[tokio::test]
async fn a_store_can_be_copied_as_text_and_as_a_file() {
    let folder = folder("copies");
    let (store, text) = copies(&Ground::Folder(folder.clone())).await;
    let backup = folder.join("backup.db");
    store.backup(&backup).await.expect("it is backed up");
    assert_eq!(store.backup(&backup).await.expect_err("it is there already").cause, Cause::Taken);
    assert!(store.backup(Path::new("/nowhere/at/all")).await.is_err());
    play(&store, "later", 2, &mut Rng::new(1)).await;
    let backup = Store::open(&backup.display().to_string()).await.expect("it opens");
    assert_eq!(exported(&backup).await.0, text);
}

/// What is taken out and put in somewhere else is the same there.
pub(super) async fn copies(ground: &Ground) -> (Store, Vec<u8>) {
    let url = ground.fresh("copies").await;
    filled(&url, 60).await;
    let store = Store::open(&url).await.expect("it opens");
    wage(&store).await;
    let (text, copied) = exported(&store).await;
    assert_eq!((copied.battles, copied.campaigns, copied.faults.len()), (60, 1, 0));
    let fresh = Store::open(&ground.fresh("copy").await).await.expect("it opens");
    let put_in = fresh.import(std::io::Cursor::new(text.clone())).await.expect("it is imported");
    assert_eq!(put_in, copied);
    let again = fresh.import(std::io::Cursor::new(text.clone())).await.expect("it is imported");
    assert_eq!((again.battles, again.campaigns, again.skipped), (0, 0, 61));
    assert!(fresh.check().await.expect("it can be looked at").faults.is_empty());
    assert_eq!(exported(&fresh).await.0, text, "a copy of the copy is the same");
    // Every end that is cut off is noticed.
    for end in [text.len() - 2, text.len() / 2, 10, 0] {
        let fresh = Store::open(":memory:").await.expect("it opens");
        let cut = fresh.import(std::io::Cursor::new(text[..end].to_vec())).await;
        assert_eq!(cut.expect_err("it is cut short").cause, Cause::Foreign);
        play(&fresh, "one", 2, &mut Rng::new(1)).await;
    }
    (store, text)
}

#[tokio::test]
async fn what_is_old_is_let_go_of_and_campaigns_keep_their_battles() {
    pruning(&Ground::folder("prune")).await;
}

pub(super) async fn pruning(ground: &Ground) {
    let file = ground.fresh("prune").await;
    let known = filled(&file, 7).await;
    let store = Store::open(&file).await.expect("it opens");
    wage(&store).await;
    store.close().await.expect("it closes");
    // All battles but one are a hundred days old; the campaign is of today.
    let age = "UPDATE progress SET used = used - 8640000 WHERE battle <> 'battle 5'";
    behind(&file, age).await;
    let store = Store::open(&file).await.expect("it opens");
    let day = 86_400;
    assert_eq!(store.prune(200 * day).await.expect("it can be pruned").battles, 0);
    let gone = store.prune(30 * day).await.expect("it can be pruned");
    assert_eq!((gone.battles, gone.campaigns), (3, 0));
    for (at, known) in known.iter().enumerate() {
        let found = store.load(&format!("battle {at}")).await.expect("it can be read");
        assert_eq!(found.is_some(), [0, 1, 2, 5].contains(&at), "battle {at}");
        if let Some(found) = found {
            assert_eq!((found.moment, &found.facts), (known.moment, &known.facts));
        }
    }
    assert_eq!(store.claim("token of battle 3").await.expect("it can be read"), None);
    assert!(store.check().await.expect("it can be looked at").faults.is_empty());
    store.close().await.expect("it closes");
    behind(&file, "UPDATE campaigns SET used = used - 8640000").await;
    let store = Store::open(&file).await.expect("it opens");
    let gone = store.prune(30 * day).await.expect("it can be pruned");
    assert_eq!((gone.battles, gone.campaigns), (3, 1));
    assert!(store.campaign("link").await.expect("it can be read").is_none());
    assert!(store.check().await.expect("it can be looked at").faults.is_empty());
}

#[test]
fn passwords_are_not_shown() {
    for (url, shown) in [
        ("postgres://fray:secret@db.example/fray", "postgres://fray@db.example/fray"),
        ("postgres://fray:se@cr:et@db.example:5432/fray", "postgres://fray@db.example:5432/fray"),
        ("postgres://fray@db.example/fray", "postgres://fray@db.example/fray"),
        ("my:own@file.db", "my:own@file.db"),
    ] {
        assert_eq!(crate::without_password(url), shown);
    }
}
