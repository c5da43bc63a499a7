//! `fray play` and `fray serve`: the board in the browser.

use crate::file;
use crate::screen::{End, Screen};
use clap::Args;
use server::{Chance, Config, Hall, Limits, Store};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Where the board is found unless somebody says otherwise, and how many ports are tried after it.
const PORT: u16 = 7878;
const TRIES: u16 = 20;

/// Play in the browser: starts the board on this machine and opens it
#[derive(Args, Default)]
#[command(after_help = "\
Example:
  fray play
  fray play --port 8000 --no-open --store evening.db")]
pub(crate) struct PlayArgs {
    /// Port to listen on [default: 7878, or the next one that is free]
    #[arg(long)]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Where battles are kept [default: a file in your data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<String>,
    /// Milliseconds that minds wait between their answers
    #[arg(long, value_name = "MS")]
    pause: Option<u64>,
    /// A pack of your own, on top of a game's content; SYSTEM=DIR where several games could read it
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<String>,
    /// Foreseeable dice: battles with the same setup get the same ones; for tests and demonstrations
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Run the server for others
#[derive(Args)]
#[command(after_help = "\
Example:
  fray serve --listen 0.0.0.0:7878 --store /var/lib/fray/battles.db
  fray serve --host fray.example --proxy 127.0.0.1")]
pub(crate) struct ServeArgs {
    /// Address to listen on, as in 0.0.0.0:7878; put a proxy with TLS in front of it
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// Where battles are kept: a file, or postgres://USER@HOST/DATABASE [default: a file in your data folder]
    #[arg(long, value_name = "URL")]
    store: Option<String>,
    /// Milliseconds that minds wait between their answers
    #[arg(long, value_name = "MS")]
    pause: Option<u64>,
    /// A pack of your own, on top of a game's content; SYSTEM=DIR where several games could read it
    #[arg(long = "pack", value_name = "DIR")]
    packs: Vec<String>,
    /// A name that the server goes by, beside its addresses, as in fray.example; may be given again
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// The address of a proxy in front of it: who asks is then read from its X-Forwarded-For; may be given again
    #[arg(long = "proxy", value_name = "ADDR")]
    proxies: Vec<IpAddr>,
    /// Lets go of battles and campaigns that nobody has played for so many days [default: keep them]
    #[arg(long, value_name = "DAYS")]
    keep: Option<u32>,
    /// Begins nothing new once the store has so many megabytes [default: 8192]
    #[arg(long, value_name = "MB")]
    space: Option<u32>,
}

pub(crate) fn play(args: &PlayArgs, screen: &mut Screen) -> Result<(), End> {
    let local = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
    let addresses: Vec<SocketAddr> = match args.port {
        Some(port) => vec![local(port)],
        None => (PORT..PORT + TRIES).chain([0]).map(local).collect(),
    };
    let config = Config {
        pause: pause(args.pause),
        chance: args.seed.map_or(Chance::Unforeseen, Chance::Known),
        games: file::games(&args.packs)?,
        ..Config::default()
    };
    run(&addresses, args.store.as_deref(), config, !args.no_open, screen)
}

pub(crate) fn serve(args: &ServeArgs, screen: &mut Screen) -> Result<(), End> {
    let usual = Limits::default();
    let config = Config {
        pause: pause(args.pause),
        games: file::games(&args.packs)?,
        hosts: args.hosts.clone(),
        proxies: args.proxies.clone(),
        keep: args.keep.map(|days| Duration::from_secs(u64::from(days) * 24 * 60 * 60)),
        limits: Limits { stored: args.space.map_or(usual.stored, |megabytes| u64::from(megabytes) << 20), ..usual },
        ..Config::default()
    };
    run(&[args.listen], args.store.as_deref(), config, false, screen)
}

fn pause(milliseconds: Option<u64>) -> Duration {
    Duration::from_millis(milliseconds.unwrap_or(600))
}

fn run(
    addresses: &[SocketAddr],
    store: Option<&str>,
    config: Config,
    browser: bool,
    screen: &mut Screen,
) -> Result<(), End> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).with_max_level(LEVEL).init();
    let runtime = tokio::runtime::Runtime::new().map_err(|error| End::Bad(format!("cannot start: {error}")))?;
    let store = store.map_or_else(default_store, |store| Ok(store.to_owned()))?;
    let served = runtime.block_on(async {
        let kept = Store::open(&store).await.map_err(|failed| End::Bad(failed.to_string()))?;
        let listener = listen(addresses).await?;
        let address = listener.local_addr().map_err(|error| End::Bad(error.to_string()))?;
        screen.line(format!("Fray is at http://{address}/"))?;
        screen.line(format!(
            "Battles are kept in {}. Ctrl+C ends the server; battles go on when it is started again.",
            server::without_password(&store)
        ))?;
        if let Chance::Known(number) = config.chance {
            screen.line(format!("Dice follow from the number {number}: whoever knows it can foresee them."))?;
        }
        if !server::is_built() {
            screen.line("This build has no browser board; build it with Node 20 or newer at hand to get it.")?;
        }
        screen.flush()?;
        if browser && server::is_built() {
            // Somebody without a browser has the address to go by.
            let _ = open::that_detached(format!("http://{address}/"));
        }
        let hall = Hall::new(kept, env!("CARGO_PKG_VERSION"), config);
        #[cfg(unix)]
        tokio::spawn(back_up(Arc::clone(&hall)));
        let served = server::serve(listener, Arc::clone(&hall), stopped()).await;
        // The file is whole by itself from here on: it can be copied.
        let closed = hall.close().await;
        served.map_err(|error| End::Bad(format!("cannot serve: {error}")))?;
        closed.map_err(|why| End::Bad(format!("the store does not close well: {why}")))
    });
    // A mind may still be thinking; nobody waits for it.
    runtime.shutdown_background();
    served
}

const LEVEL: tracing_subscriber::filter::LevelFilter = tracing_subscriber::filter::LevelFilter::WARN;

async fn listen(addresses: &[SocketAddr]) -> Result<TcpListener, End> {
    let mut failed = String::new();
    for address in addresses {
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = format!("cannot listen on {address}: {error}"),
        }
    }
    Err(End::Bad(failed))
}

/// Done when somebody ends the program.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Writes a copy of the store whenever somebody asks for one with a signal.
#[cfg(unix)]
async fn back_up(hall: Arc<Hall>) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut asked) = signal(SignalKind::user_defined1()) else { return };
    while asked.recv().await.is_some() {
        hall.back_up().await;
    }
}

/// The file in the user's data folder.
pub(crate) fn default_store() -> Result<String, End> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || var("HOME");
    let folder = if cfg!(windows) {
        var("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        var("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    let folder = folder.ok_or_else(|| End::Bad("no data folder is known; name a file with --store".into()))?;
    Ok(folder.join("fray").join("battles.db").display().to_string())
}
