//! A server in a process of its own, which can be killed and whose disk can fail.

#![allow(dead_code, reason = "each test needs its own part of it")]

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    /// Kept open: a server that begins anew says again where it is.
    _says: BufReader<ChildStdout>,
    pub(crate) at: SocketAddr,
}

impl Server {
    pub(crate) fn start(store: &str) -> Server {
        Server::run(Command::new(env!("CARGO_BIN_EXE_fray")), store)
    }

    /// One for which a disk that is full is an error that it is told of, and not a signal that ends it.
    pub(crate) fn start_on_small_disk(store: &str) -> Server {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_fray")]);
        Server::run(shell, store)
    }

    /// One that is given the socket on which it listens.
    #[cfg(unix)]
    pub(crate) fn start_at(door: std::net::TcpListener, store: &str) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fray"));
        command.stdin(std::os::fd::OwnedFd::from(door));
        Server::run_at(command, "-", store)
    }

    /// One with more words, and the file in which what it tells is kept.
    pub(crate) fn start_with_log(store: &str, words: &[&str]) -> (Server, PathBuf) {
        let log = PathBuf::from(format!("{store}.log"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_fray"));
        command.stderr(File::create(&log).expect("a file"));
        (Server::run_with(command, "127.0.0.1:0", store, words), log)
    }

    /// One whose program is some other file.
    pub(crate) fn start_program(program: &Path, store: &str) -> Server {
        Server::run(Command::new(program), store)
    }

    fn run(command: Command, store: &str) -> Server {
        Server::run_at(command, "127.0.0.1:0", store)
    }

    fn run_at(command: Command, listen: &str, store: &str) -> Server {
        Server::run_with(command, listen, store, &[])
    }

    fn run_with(mut command: Command, listen: &str, store: &str, words: &[&str]) -> Server {
        command.args(["serve", "--listen", listen, "--pause", "0", "--store", store]).args(words);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut line = String::new();
        let mut says = BufReader::new(child.stdout.take().expect("it speaks"));
        says.read_line(&mut line).expect("it says where it is");
        let at = line.trim().trim_start_matches("Fray is at http://").trim_end_matches('/');
        let at = at.parse().unwrap_or_else(|why| panic!("{line:?}: {why}"));
        Server { child, at, _says: says }
    }

    /// The bytes that it has in memory.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it is alive");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("the machine says it");
        line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).expect("a number") * 1024
    }

    /// No file of this process can be written beyond so many bytes from now on; without a number, all can again.
    pub(crate) fn limit_files(&self, bytes: Option<u64>) {
        let limit = bytes.map_or_else(|| "unlimited".to_owned(), |bytes| bytes.to_string());
        let (pid, limit) = (self.child.id().to_string(), format!("--fsize={limit}:"));
        let done = Command::new("prlimit").args(["--pid", &pid, &limit]).status().expect("prlimit runs");
        assert!(done.success());
    }

    /// SIGKILL: nothing is finished, nothing is closed.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }

    /// SIGTERM: everything is finished and closed.
    pub(crate) fn stop(mut self) {
        self.signal("-TERM");
        let end = self.child.wait().expect("it ends");
        assert!(end.success(), "{end}");
    }

    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
    }
}
