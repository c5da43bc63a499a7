//! A server that begins anew while its address stays open: the socket on which it listens goes on to the next program in the
//! place of the input. Whoever knocks in between waits at the door for a moment.

#[cfg(unix)]
pub(crate) use unix::{door, hung_up, inherited, start_anew};

#[cfg(not(unix))]
pub(crate) use elsewhere::{door, hung_up, inherited, start_anew};

#[cfg(unix)]
mod unix {
    use crate::screen::End;
    use std::ffi::OsString;
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use tokio::net::TcpListener;
    use tokio::signal::unix::{SignalKind, signal};

    pub(crate) type Door = OwnedFd;

    /// A new program that has not read its words after so long is none.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// The socket once more, open for as long as this is kept.
    pub(crate) fn door(listener: &TcpListener) -> io::Result<Door> {
        listener.as_fd().try_clone_to_owned()
    }

    /// A socket that whoever has started this program has put in the place of its input.
    pub(crate) fn inherited() -> io::Result<TcpListener> {
        let listener = std::net::TcpListener::from(io::stdin().as_fd().try_clone_to_owned()?);
        // Anything else in that place would only fail later.
        listener.local_addr()?;
        listener.set_nonblocking(true)?;
        TcpListener::from_std(listener)
    }

    /// Done when somebody wants the server to begin anew, and the program as it is on the disk then can be started.
    pub(crate) async fn hung_up() {
        let Ok(mut hangup) = signal(SignalKind::hangup()) else { return std::future::pending().await };
        while hangup.recv().await.is_some() {
            match tried().await {
                Ok(()) => return,
                Err(why) => tracing::error!(why, "the new program does not start; this one goes on"),
            }
        }
        std::future::pending().await
    }

    /// Whether the program as it is on the disk now understands the words with which this one was started.
    async fn tried() -> Result<(), String> {
        let trying = tokio::task::spawn_blocking(|| {
            let mut command = Command::new(program());
            command.args(std::env::args_os().skip(1)).arg("--only-try").stdin(Stdio::null()).stdout(Stdio::null());
            // What it has to say against it stands in this log.
            let mut child = command.stderr(Stdio::inherit()).spawn().map_err(|why| why.to_string())?;
            let until = Instant::now() + PATIENCE;
            while Instant::now() < until {
                match child.try_wait() {
                    Ok(Some(end)) if end.success() => return Ok(()),
                    Ok(Some(end)) => return Err(end.to_string()),
                    Ok(None) => std::thread::sleep(Duration::from_millis(20)),
                    Err(why) => return Err(why.to_string()),
                }
            }
            let _ = child.kill();
            let _ = child.wait();
            Err(format!("it does not end within {} seconds", PATIENCE.as_secs()))
        });
        trying.await.map_err(|why| why.to_string())?
    }

    /// The program as it is on the disk now.
    fn program() -> PathBuf {
        let program = std::env::current_exe().unwrap_or_else(|_| "fray".into());
        // Where the file was replaced meanwhile, the new one is meant.
        let replaced = program.to_str().and_then(|name| name.strip_suffix(" (deleted)")).map(Into::into);
        replaced.unwrap_or(program)
    }

    /// Becomes the program as it is on the disk now, with the same words and the open socket. Comes back only if it cannot.
    pub(crate) fn start_anew(door: Door) -> End {
        let program = program();
        let words = std::env::args_os().skip(1);
        let error = Command::new(&program).args(elsewhere(words)).stdin(Stdio::from(door)).exec();
        End::Bad(format!("cannot start {} anew: {error}", program.display()))
    }

    /// The same words, but for where to listen.
    fn elsewhere(mut given: impl Iterator<Item = OsString>) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        while let Some(word) = given.next() {
            match word.to_str() {
                Some("--listen") => drop(given.next()),
                Some(text) if text.starts_with("--listen=") => {}
                _ => words.push(word),
            }
        }
        words.extend(["--listen".into(), "-".into()]);
        words
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn only_the_address_changes() {
            let words = |text: &str| text.split(' ').map(Into::into).collect::<Vec<std::ffi::OsString>>();
            for given in ["serve --listen 127.0.0.1:1 --store a.db", "serve --store a.db --listen=127.0.0.1:1"] {
                assert_eq!(super::elsewhere(words(given).into_iter()), words("serve --store a.db --listen -"));
            }
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use crate::screen::End;
    use std::io;
    use tokio::net::TcpListener;

    #[derive(Debug)]
    pub(crate) struct Door;

    pub(crate) fn door(_listener: &TcpListener) -> io::Result<Door> {
        Ok(Door)
    }

    pub(crate) fn inherited() -> io::Result<TcpListener> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "sockets are not handed over on this system"))
    }

    pub(crate) async fn hung_up() {
        std::future::pending().await
    }

    pub(crate) fn start_anew(_door: Door) -> End {
        End::Bad("a server begins anew on Unix alone".into())
    }
}
