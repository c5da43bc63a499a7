//! A store, the servers on it, and those who play there.

use super::mishap::{Lots, Mishap};
use super::postgres::Postgres;
use super::rubbish;
use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Few battles, so that it can go on for an hour beside other work.
const BATTLES: &str = "12";
const RATE: &str = "3";
/// A server that does not listen after so long is broken.
const START: Duration = Duration::from_secs(60);

#[derive(Debug)]
struct Server {
    child: Child,
    at: SocketAddr,
}

#[derive(Debug)]
pub(super) struct Place {
    name: &'static str,
    program: PathBuf,
    folder: PathBuf,
    store: String,
    postgres: Option<Postgres>,
    servers: Vec<Server>,
    load: Option<Child>,
    /// What is still to go wrong before anything goes wrong again.
    deck: Vec<Mishap>,
    /// Connections that hang.
    crowd: Vec<TcpStream>,
}

fn free() -> Result<SocketAddr, String> {
    let found = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    found.map_err(|why| format!("no port is free: {why}"))
}

impl Place {
    pub(super) fn with_file(program: &Path, folder: &Path) -> Result<Place, String> {
        let store = folder.join("battles.db").display().to_string();
        Place::begin("in a file", program, folder, store, None, 1)
    }

    /// Nothing where this machine has no PostgreSQL.
    pub(super) fn with_postgres(program: &Path, folder: &Path) -> Result<Option<Place>, String> {
        let data = folder.join("postgres");
        fs::create_dir_all(&data).map_err(|why| why.to_string())?;
        let Some(postgres) = Postgres::start(data) else {
            println!("   without PostgreSQL, which is not installed here");
            return Ok(None);
        };
        let store = postgres.database("torture");
        Place::begin("in PostgreSQL", program, folder, store, Some(postgres), 2).map(Some)
    }

    fn begin(
        name: &'static str,
        program: &Path,
        folder: &Path,
        store: String,
        postgres: Option<Postgres>,
        servers: usize,
    ) -> Result<Place, String> {
        let (program, folder) = (program.to_owned(), folder.to_owned());
        let mut place =
            Place { name, program, folder, store, postgres, servers: vec![], load: None, deck: vec![], crowd: vec![] };
        for _ in 0..servers {
            let at = free()?;
            let child = place.serve(at, &[])?;
            place.servers.push(Server { child, at });
        }
        Ok(place)
    }

    fn log(&self, name: &str) -> Result<File, String> {
        let file = self.folder.join(name);
        File::options().create(true).append(true).open(&file).map_err(|why| format!("{}: {why}", file.display()))
    }

    /// Starts a server and waits until it listens.
    fn serve(&self, at: SocketAddr, more: &[&str]) -> Result<Child, String> {
        // A full disk is to be an error, and not a signal that ends the server.
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(&self.program);
        command.args(["serve", "--listen", &at.to_string(), "--store", &self.store, "--begins", "100", "--pause", "0"]);
        command.args(more).stdin(Stdio::null());
        command.stdout(self.log("servers.log")?).stderr(self.log("servers.log")?);
        let mut child = command.spawn().map_err(|why| format!("the server does not start: {why}"))?;
        let until = Instant::now() + START;
        while Instant::now() < until {
            if TcpStream::connect_timeout(&at, Duration::from_secs(1)).is_ok() {
                return Ok(child);
            }
            std::thread::sleep(Duration::from_millis(50));
            // One whose store is not there yet, or fails as it opens, ends and is started again.
            if child.try_wait().is_ok_and(|end| end.is_some()) {
                child = command.spawn().map_err(|why| format!("the server does not start: {why}"))?;
                std::thread::sleep(Duration::from_millis(200));
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        Err(format!("a server {} does not listen", self.name))
    }

    /// Lets people play, for so long.
    pub(super) fn load(&mut self, minutes: f64, seed: u64) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.args(["load", "--battles", BATTLES, "--rate", RATE, "--minutes", &minutes.to_string(), "--thorough"]);
        command.args(["--seed", &seed.to_string()]);
        if self.servers.len() > 1 {
            command.arg("--apart");
        }
        command.args(self.servers.iter().map(|server| format!("http://{}", server.at))).stdin(Stdio::null());
        let (out, err) = (self.log(&self.load_log())?, self.log(&self.load_log())?);
        let child = command.stdout(out).stderr(err).spawn().map_err(|why| format!("no load: {why}"))?;
        self.load = Some(child);
        Ok(())
    }

    /// Waits until all battles of the load have begun.
    pub(super) fn wait_for_play(&mut self) -> Result<(), String> {
        let log = self.folder.join(self.load_log());
        let load = self.load.as_mut().ok_or("nobody plays")?;
        for _ in 0..3_000 {
            let said = fs::read_to_string(&log).unwrap_or_default();
            if said.contains("are under way") {
                return Ok(());
            }
            if load.try_wait().is_ok_and(|end| end.is_some()) {
                return Err(format!("the load {} ended before it began: {said}", self.name));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(format!("the load {} does not begin", self.name))
    }

    fn load_log(&self) -> String {
        format!("load {}.log", self.name)
    }

    /// What goes wrong next: everything once, in some order, and then all over again.
    pub(super) fn mishap(&mut self, lots: &mut Lots) -> Mishap {
        if self.deck.is_empty() {
            self.deck = if self.postgres.is_some() { Mishap::IN_POSTGRES.to_vec() } else { Mishap::IN_FILE.to_vec() };
        }
        let at = lots.below(self.deck.len());
        self.deck.swap_remove(at)
    }

    pub(super) fn suffer(&mut self, mishap: Mishap, lots: &mut Lots) -> Result<(), String> {
        let at = lots.below(self.servers.len());
        let address = self.servers[at].at;
        match mishap {
            Mishap::Kill => self.restart(at, "-KILL", &[]),
            Mishap::Stop => self.restart(at, "-TERM", &[]),
            Mishap::Anew => self.signal(at, "-HUP"),
            Mishap::Freeze => {
                self.signal(at, "-STOP")?;
                pause(lots, 1_500);
                self.signal(at, "-CONT")
            }
            Mishap::FullDisk => {
                self.limit(at, &lots.below(300_000).to_string())?;
                pause(lots, 1_500);
                self.limit(at, "unlimited")
            }
            Mishap::BadDisk => {
                let one_in = (20 + lots.below(80)).to_string();
                self.restart(at, "-KILL", &["--bad-disk", &one_in])?;
                pause(lots, 3_000);
                self.restart(at, "-KILL", &[])
            }
            Mishap::SlowDisk => {
                self.restart(at, "-KILL", &["--slow-disk", "30"])?;
                pause(lots, 3_000);
                self.restart(at, "-TERM", &[])
            }
            Mishap::NoPostgres => {
                if let Some(postgres) = &mut self.postgres {
                    postgres.kill();
                    pause(lots, 2_000);
                    postgres.run(&[]);
                    postgres.up();
                }
                Ok(())
            }
            Mishap::Hang => {
                self.crowd = rubbish::hang(address, lots);
                Ok(())
            }
            Mishap::Rubbish => {
                rubbish::rubbish(address, lots);
                Ok(())
            }
            Mishap::Vanish => {
                rubbish::vanish(address, lots);
                Ok(())
            }
        }
    }

    /// Ends a server and starts it again on the same store.
    fn restart(&mut self, at: usize, signal: &str, more: &[&str]) -> Result<(), String> {
        self.signal(at, signal)?;
        let server = &mut self.servers[at];
        server.child.wait().map_err(|why| why.to_string())?;
        self.servers[at].child = self.serve(self.servers[at].at, more)?;
        Ok(())
    }

    fn signal(&mut self, at: usize, signal: &str) -> Result<(), String> {
        // One that has ended by itself is started again, which is what whoever runs it would do.
        if self.servers[at].child.try_wait().is_ok_and(|end| end.is_some()) {
            self.servers[at].child = self.serve(self.servers[at].at, &[])?;
        }
        let pid = self.servers[at].child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status().map_err(|why| why.to_string())?;
        if sent.success() { Ok(()) } else { Err(format!("no {signal} for the server {}", self.name)) }
    }

    fn limit(&self, at: usize, bytes: &str) -> Result<(), String> {
        let (pid, limit) = (self.servers[at].child.id().to_string(), format!("--fsize={bytes}:"));
        let done = Command::new("prlimit").args(["--pid", &pid, &limit]).status();
        done.map(drop).map_err(|why| format!("prlimit: {why}"))
    }

    /// Everything is well again. Those who play look for what was acknowledged, the store is looked at; what was found.
    pub(super) fn end(mut self) -> Result<Vec<String>, String> {
        self.crowd.clear();
        for at in 0..self.servers.len() {
            self.restart(at, "-KILL", &[])?;
        }
        let mut load = self.load.take().ok_or("nobody has played")?;
        let ended = load.wait().map_err(|why| why.to_string())?;
        let said = fs::read_to_string(self.folder.join(self.load_log())).unwrap_or_default();
        let mut lines = vec![format!("{}:", self.name)];
        lines.extend(said.lines().map(|line| format!("  {line}")));
        for at in 0..self.servers.len() {
            self.signal(at, "-TERM")?;
            self.servers[at].child.wait().map_err(|why| why.to_string())?;
        }
        let check = Command::new(&self.program).args(["store", "check", "--store", &self.store]).output();
        let check = check.map_err(|why| why.to_string())?;
        let found = String::from_utf8_lossy(&check.stdout).into_owned() + &String::from_utf8_lossy(&check.stderr);
        lines.extend(found.lines().map(|line| format!("  {line}")));
        match ended.success() && check.status.success() {
            true => Ok(lines),
            false => Err(lines.join("\n")),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let servers = self.servers.iter_mut().map(|server| &mut server.child);
        for child in servers.chain(&mut self.load) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn pause(lots: &mut Lots, most: usize) {
    std::thread::sleep(Duration::from_millis(lots.below(most) as u64));
}
