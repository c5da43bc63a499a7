//! The same contract before a real PostgreSQL, which this test starts where the machine has one.
#![cfg(unix)]

use super::ground::Ground;
use super::{Known, look, play, upkeep};
use crate::store::{Cause, Store};
use kernel::Rng;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Whoever has the files in tests that run as root, which PostgreSQL does not.
const NOBODY: u32 = 65_534;

struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

/// Where the programs of PostgreSQL are: in the path, or where Debian keeps them.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

impl Postgres {
    fn start(programs: PathBuf) -> Postgres {
        let folder = super::folder("postgres");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port is free").port();
        let mut postgres = Postgres { programs, folder, port, child: None };
        if postgres.is_root() {
            std::os::unix::fs::chown(&postgres.folder, Some(NOBODY), Some(NOBODY))
                .expect("the folder can be given away");
        }
        let data = postgres.data();
        let made = postgres
            .program("initdb")
            .args(["--auth=trust", "--username=fray", "--encoding=UTF8", "--no-locale", "-D"])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        postgres.run();
        postgres
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn is_root(&self) -> bool {
        fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(&self.folder).stdin(Stdio::null());
        if self.is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    fn run(&mut self) {
        let child = self
            .program("postgres")
            .args([
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-p",
                &self.port.to_string(),
                "-D",
            ])
            .arg(self.data())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        self.child = Some(child.expect("PostgreSQL runs"));
    }

    fn address(&self) -> String {
        format!("postgres://fray@127.0.0.1:{}", self.port)
    }

    /// Waits until it answers; one that has not got over its own end is started anew.
    async fn up(&mut self) {
        let mut last = String::new();
        for _ in 0..300 {
            match Store::open(&format!("{}/postgres", self.address())).await {
                Ok(_) => return,
                Err(why) => last = why.to_string(),
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
            if self.child.as_mut().is_some_and(|child| child.try_wait().is_ok_and(|end| end.is_some())) {
                self.run();
            }
        }
        panic!("PostgreSQL does not answer: {last}");
    }

    /// SIGKILL: nothing is finished, nothing is closed.
    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("it can be killed");
            child.wait().expect("it is gone");
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_keeps_the_same_contract() {
    let Some(programs) = programs() else {
        println!("skipped: this machine has no PostgreSQL");
        return;
    };
    let mut postgres = Postgres::start(programs);
    postgres.up().await;
    let ground = Ground::Postgres(postgres.address());
    two_servers(&ground).await;
    // While it has few databases: each file of them is synced before it is there again.
    killed(&mut postgres, &ground).await;
    super::late_changes(&ground).await;
    upkeep::first_days(&ground).await;
    upkeep::bad_facts(&ground).await;
    upkeep::pruning(&ground).await;
    let (store, _) = upkeep::copies(&ground).await;
    let refused = store.backup(Path::new("copy.db")).await.expect_err("it has its own backups");
    assert!(refused.to_string().contains("pg_dump"), "{refused}");
    super::faults_at_calls(&ground, 9).await;
    super::faults_by_lot(&ground, 0..3).await;
    names(&ground).await;
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
        postgres.run();
        postgres.up().await;
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
