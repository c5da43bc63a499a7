//! Programs of the machine that checks need: installed where that can be done without asking anybody.

use std::process::Command;

use crate::log::Log;

/// Installs a package as root on Debian; false elsewhere, or where it does not succeed.
pub(crate) fn install(package: &str, log: &mut Log) -> bool {
    log.line(format!("   no {package} is here; trying apt-get install {package}"));
    let apt = |words: &[&str], log: &Log| {
        let mut apt = Command::new("apt-get");
        apt.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        log.take(&mut apt).and_then(|()| apt.status()).is_ok_and(|status| status.success())
    };
    let bare = ["install", "-y", "--no-install-recommends", package];
    fetched(log, |log| if apt(&["update"], log) && apt(&bare, log) { Ok(()) } else { Err(()) }).is_ok()
}

/// What comes over the network is asked for three times before it is given up.
pub(crate) fn fetched<T, E>(log: &mut Log, fetch: impl Fn(&mut Log) -> Result<T, E>) -> Result<T, E> {
    let mut tries = 1..=2;
    loop {
        match fetch(log) {
            Err(_) if tries.next().is_some() => log.line("   that did not work; trying again"),
            done => return done,
        }
    }
}
