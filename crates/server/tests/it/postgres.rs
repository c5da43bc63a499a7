//! A real PostgreSQL on this machine, which can be killed and started again. Tests start and end it.

#![cfg(unix)]
#![allow(dead_code, reason = "each test needs its own part of it")]

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Whoever has the files in tests that run as root, which PostgreSQL does not.
const NOBODY: u32 = 65_534;

#[derive(Debug)]
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    child: Option<Child>,
}

/// Where the programs of PostgreSQL are: in the path, or where Debian keeps them.
pub(crate) fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let found =
        folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())?;
    // A link leads to where all of them are.
    let program = found.join("initdb").canonicalize().ok()?;
    Some(program.parent()?.to_owned())
}

impl Postgres {
    /// Starts one with nothing in it, in a folder that is there and empty; nothing where the machine has none.
    pub(crate) fn start(folder: PathBuf) -> Option<Postgres> {
        let programs = programs()?;
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
        postgres.run(&[]);
        postgres.up();
        Some(postgres)
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

    /// Starts it again, with settings as in `max_connections=10`.
    pub(crate) fn run(&mut self, settings: &[&str]) {
        let usual = ["listen_addresses=127.0.0.1", "unix_socket_directories="];
        let settings = usual.iter().chain(settings).flat_map(|setting| ["-c", setting]);
        let mut command = self.program("postgres");
        command.args(settings).args(["-p", &self.port.to_string(), "-D"]).arg(self.data());
        self.child = Some(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("PostgreSQL runs"));
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// No file of it can be written beyond so many bytes; without a number, all can again.
    pub(crate) fn limit_files(&self, bytes: Option<u64>) {
        let Some(child) = &self.child else { return };
        let (own, limit) = (child.id(), bytes.map_or_else(|| "unlimited".to_owned(), |bytes| bytes.to_string()));
        // Each connection is a process of its own, and has the limit that it was begun with.
        let parent = |pid: &u32| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
        };
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let all = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        for pid in all.filter(|pid| *pid == own || parent(pid) == Some(own)) {
            let limited =
                Command::new("prlimit").args(["--pid", &pid.to_string(), &format!("--fsize={limit}:")]).status();
            // One that has ended meanwhile needs no limit.
            drop(limited);
        }
    }

    /// Its address without a database.
    pub(crate) fn address(&self) -> String {
        format!("postgres://fray@127.0.0.1:{}", self.port)
    }

    /// Waits until it answers; one that has not got over its own end is started anew.
    pub(crate) fn up(&mut self) {
        for _ in 0..600 {
            if self.answers().unwrap_or(false) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
            if self.child.as_mut().is_some_and(|child| child.try_wait().is_ok_and(|end| end.is_some())) {
                self.run(&[]);
            }
        }
        panic!("PostgreSQL does not answer");
    }

    /// Whether it lets somebody in: asked in its own words, of which the first letter of its answer says enough.
    fn answers(&self) -> std::io::Result<bool> {
        self.knock().map(|(_, open)| open)
    }

    fn knock(&self) -> std::io::Result<(TcpStream, bool)> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        let words = b"user\0fray\0database\0postgres\0\0";
        stream.write_all(&(words.len() as u32 + 8).to_be_bytes())?;
        stream.write_all(&[0, 3, 0, 0])?;
        stream.write_all(words)?;
        let mut letter = [0];
        stream.read_exact(&mut letter)?;
        // `R` asks for nothing more, `E` is an error.
        Ok((stream, letter == *b"R"))
    }

    /// Somebody else's connection, open for as long as this is kept. It is waited for until there is one.
    pub(crate) fn hold(&self) -> TcpStream {
        for _ in 0..100 {
            if let Ok((stream, true)) = self.knock() {
                return stream;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("PostgreSQL lets nobody in");
    }

    /// SIGKILL: nothing is finished, nothing is closed.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("it can be killed");
            child.wait().expect("it is gone");
        }
    }

    /// A database with nothing in it; its address.
    pub(crate) fn database(&self, name: &str) -> String {
        let mut command = self.program("createdb");
        let port = self.port.to_string();
        let made = command.args(["-h", "127.0.0.1", "-p", &port, "-U", "fray", name]).output().expect("createdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        format!("{}/{name}", self.address())
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
