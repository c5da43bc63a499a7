//! `fray play` and `fray serve`: the board in the browser.

use crate::again;
use crate::file;
use crate::screen::{End, Screen};
use clap::Args;
use server::{Chance, Config, Faults, Hall, Limits, Rate, Store};
use std::fmt;
use std::net::{AddrParseError, IpAddr, Ipv4Addr, SocketAddr};
use std::panic;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

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
  fray serve --host fray.example --proxy 127.0.0.1 --log json

SIGTERM and Ctrl+C end it, SIGHUP starts it anew in the same process while its address stays open, SIGUSR1 writes a copy
of the store.")]
pub(crate) struct ServeArgs {
    /// Address to listen on, as in 0.0.0.0:7878; put a proxy with TLS in front of it. `-` is a socket that whoever starts
    /// the server has opened and put in the place of its input
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878")]
    listen: Listen,
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
    /// An address that may ask for /metrics, beside this machine; may be given again
    #[arg(long = "metrics", value_name = "ADDR")]
    watchers: Vec<IpAddr>,
    /// Lets go of battles and campaigns that nobody has played for so many days [default: keep them]
    #[arg(long, value_name = "DAYS")]
    keep: Option<u32>,
    /// Begins nothing new once the store has so many megabytes [default: 8192]
    #[arg(long, value_name = "MB")]
    space: Option<u32>,
    /// So many may be at the table at once, of all clients together [default: 1024]
    #[arg(long, value_name = "NUMBER")]
    sockets: Option<usize>,
    /// So many battles may be begun in a second, by all clients together [default: 5]
    #[arg(long, value_name = "NUMBER")]
    begins: Option<u32>,
    /// How what happens is told on the error output: as text, or as JSON with an object a line
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: Form,
    /// How much is told: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log_level: LevelFilter,
    /// For tests: every transaction takes so many milliseconds longer, as on a slow disk
    #[arg(long, hide = true, value_name = "MS")]
    slow_disk: Option<u64>,
    /// For tests: one call to the store in so many fails, by lot
    #[arg(long, hide = true, value_name = "NUMBER")]
    bad_disk: Option<usize>,
    /// For tests: the number from which the lots of a bad disk follow
    #[arg(long, hide = true, value_name = "NUMBER", default_value_t = 1)]
    disk_seed: u64,
    /// For tests: foreseeable dice
    #[arg(long, hide = true, value_name = "NUMBER")]
    dice: Option<u64>,
    /// Reads the words and the packs and ends: whether the program could be started with them
    #[arg(long, hide = true)]
    only_try: bool,
}

/// Where to listen.
#[derive(Clone, Copy, Debug)]
enum Listen {
    At(SocketAddr),
    /// A socket that is open already, in the place of the input.
    Inherited,
}

impl FromStr for Listen {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Listen, AddrParseError> {
        if text == "-" { Ok(Listen::Inherited) } else { text.parse().map(Listen::At) }
    }
}

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    #[default]
    Text,
    Json,
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
    let addresses: Vec<Listen> = addresses.into_iter().map(Listen::At).collect();
    tell(Form::Text, LevelFilter::WARN);
    run(&addresses, args.store.as_deref(), Arc::default(), config, !args.no_open, screen)
}

pub(crate) fn serve(args: &ServeArgs, screen: &mut Screen) -> Result<(), End> {
    let usual = Limits::default();
    let config = Config {
        pause: pause(args.pause),
        games: file::games(&args.packs)?,
        hosts: args.hosts.clone(),
        proxies: args.proxies.clone(),
        watchers: args.watchers.clone(),
        chance: args.dice.map_or(Chance::Unforeseen, Chance::Known),
        keep: args.keep.map(|days| Duration::from_secs(u64::from(days) * 24 * 60 * 60)),
        limits: Limits {
            stored: args.space.map_or(usual.stored, |megabytes| u64::from(megabytes) << 20),
            sockets: args.sockets.unwrap_or(usual.sockets),
            // Each of a crowd that comes back at once is a connection before it is a socket.
            connections: usual.connections.max(args.sockets.unwrap_or(0)),
            battles: args.begins.map_or(usual.battles, |begins| Rate { burst: begins.max(100), a_second: begins }),
            ..usual
        },
    };
    if args.only_try {
        return Ok(());
    }
    tell(args.log, args.log_level);
    let faults = Arc::new(Faults::default());
    faults.slow_commits(Duration::from_millis(args.slow_disk.unwrap_or(0)));
    if let Some(one_in) = args.bad_disk {
        faults.fail_by_lot(args.disk_seed, one_in.max(2));
    }
    run(&[args.listen], args.store.as_deref(), faults, config, false, screen)
}

/// Tells what happens on the error output.
fn tell(form: Form, level: LevelFilter) {
    let told = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).with_max_level(level);
    match form {
        Form::Text => told.init(),
        Form::Json => {
            told.json().flatten_event(true).init();
            // Whoever reads the log reads all of it in the same form, a fault of the engine too.
            panic::set_hook(Box::new(|fault| {
                let place = fault.location().map_or_else(String::new, ToString::to_string);
                tracing::error!(place, "this is a mistake in fray, please report it: {}", crate::said(fault.payload()));
            }));
        }
    }
}

fn pause(milliseconds: Option<u64>) -> Duration {
    Duration::from_millis(milliseconds.unwrap_or(600))
}

fn run(
    addresses: &[Listen],
    store: Option<&str>,
    faults: Arc<Faults>,
    config: Config,
    browser: bool,
    screen: &mut Screen,
) -> Result<(), End> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| End::Bad(format!("cannot start: {error}")))?;
    let store = store.map_or_else(default_store, |store| Ok(store.to_owned()))?;
    let served = runtime.block_on(async {
        // Whoever knocks while the store is being opened waits at the door.
        let listener = listen(addresses).await?;
        let door = again::door(&listener).map_err(|error| End::Bad(error.to_string()))?;
        let kept = open_store(&store, faults).await?;
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
        let (anew, stop) = stopping();
        let served = server::serve(listener, Arc::clone(&hall), stop).await;
        // The file is whole by itself from here on: it can be copied.
        let closed = hall.close().await;
        served.map_err(|error| End::Bad(format!("cannot serve: {error}")))?;
        closed.map_err(|why| End::Bad(format!("the store does not close well: {why}")))?;
        Ok::<_, End>(anew.load(Ordering::SeqCst).then_some(door))
    });
    // A mind may still be thinking; nobody waits for it.
    runtime.shutdown_background();
    match served? {
        Some(door) => Err(again::start_anew(door)),
        None => Ok(()),
    }
}

/// Opens the store; a server that lets go of it just now is waited for.
async fn open_store(store: &str, faults: Arc<Faults>) -> Result<Store, End> {
    Store::open_with(store, faults).await.map_err(|failed| End::Bad(failed.to_string()))
}

async fn listen(addresses: &[Listen]) -> Result<TcpListener, End> {
    let mut failed = String::new();
    for address in addresses {
        let opened = match address {
            Listen::At(address) => TcpListener::bind(address).await,
            Listen::Inherited => again::inherited(),
        };
        match opened {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = format!("cannot listen on {address}: {error}"),
        }
    }
    Err(End::Bad(failed))
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Listen::At(address) => address.fmt(f),
            Listen::Inherited => f.write_str("the socket in the place of the input"),
        }
    }
}

/// Done when somebody ends the program; says whether it is to begin anew.
fn stopping() -> (Arc<AtomicBool>, impl Future<Output = ()> + Send + 'static) {
    let again = Arc::new(AtomicBool::new(false));
    let wanted = Arc::clone(&again);
    let stop = async move {
        tokio::select! {
            () = stopped() => {}
            () = again::hung_up() => {
                tracing::info!("starting anew");
                wanted.store(true, Ordering::SeqCst);
            }
        }
    };
    (again, stop)
}

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
