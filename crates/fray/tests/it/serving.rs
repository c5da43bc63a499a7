//! What stands beside `docs/serving.md` for whoever runs a server: it fits the program, and each part fits the others.

use crate::process::Server;
use crate::table::{folder, http};
use std::path::{Path, PathBuf};
use std::process::Command;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn page(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/serving").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

/// What follows the first of these words, up to the end of the line.
#[track_caller]
fn after<'t>(text: &'t str, words: &str) -> &'t str {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{words:?} is not in it"));
    rest.lines().next().unwrap_or_default().trim()
}

/// The words with which the unit starts the program.
fn of_the_unit() -> Vec<String> {
    let line = after(&page("fray.service"), "ExecStart=").to_owned();
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    assert_eq!(words[0], "/usr/local/bin/fray");
    words[1..].to_vec()
}

/// Those of the servers in the compose file.
fn of_the_containers() -> Vec<String> {
    let text = page("compose.yaml");
    let (_, rest) = text.split_once("  command:\n").expect("a command");
    rest.lines().map_while(|line| line.trim().strip_prefix("- ")).map(str::to_owned).collect()
}

fn of_the_image() -> Vec<String> {
    serde_json::from_str(after(&page("Dockerfile"), "CMD ")).expect("a list of words")
}

/// The value of an option, however it is written.
fn value<'w>(words: &'w [String], option: &str) -> &'w str {
    let at = words.iter().position(|word| word.starts_with(option)).unwrap_or_else(|| panic!("{option}: {words:?}"));
    match words[at].split_once('=') {
        Some((_, value)) => value,
        None => &words[at + 1],
    }
}

fn understood(words: &[String]) -> bool {
    let tried = Command::new(env!("CARGO_BIN_EXE_fray")).args(words).arg("--only-try").output().expect("fray runs");
    tried.status.success()
}

#[test]
fn the_program_understands_how_it_is_started() {
    for words in [of_the_unit(), of_the_containers(), of_the_image()] {
        assert_eq!(words[0], "serve", "{words:?}");
        assert!(understood(&words), "{words:?}");
    }
    // A word that is none, and a value that is none, are noticed by this test.
    for wrong in ["--nonsense", "--proxy=nonsense"] {
        assert!(!understood(&["serve".to_owned(), wrong.to_owned()]), "{wrong}");
    }
}

#[test]
fn the_parts_fit_each_other() {
    let (unit, inside) = (of_the_unit(), of_the_containers());
    let (compose, caddy, nginx) = (page("compose.yaml"), page("Caddyfile"), page("nginx.conf"));
    let port = |words: &[String]| value(words, "--listen").rsplit(':').next().unwrap_or_default().to_owned();
    // The proxy of the containers: its servers are there, on that port, and it is the one they believe.
    let served: Vec<&str> = after(&caddy, "reverse_proxy ").trim_end_matches(" {").split(' ').collect();
    for server in &served {
        let (name, at) = server.split_once(':').expect("a name and a port");
        assert!(compose.contains(&format!("\n  {name}: *server\n")), "{name} is a service");
        assert_eq!(at, port(&inside));
    }
    assert_eq!(served.len(), 2);
    assert_eq!(after(&compose, "ipv4_address: "), value(&inside, "--proxy"));
    assert!(caddy.contains(&format!("\n{} {{", value(&inside, "--host"))), "the proxy goes by that name");
    assert!(value(&inside, "--store").starts_with("postgres://fray:") && compose.contains("POSTGRES_USER: fray"));
    // The proxy beside the unit.
    assert_eq!(after(&nginx, "server_name ").trim_end_matches(';'), value(&unit, "--host"));
    assert_eq!(
        after(&nginx, "upstream fray {\n    least_conn;\n    server 127.0.0.1:").trim_end_matches(';'),
        port(&unit)
    );
    for said in
        ["Host $host", "X-Forwarded-For $remote_addr", "Upgrade $http_upgrade", "Connection $connection_upgrade"]
    {
        assert!(nginx.contains(&format!("proxy_set_header {said};")), "{said}");
    }
    // A record is two mebibytes at the most.
    assert_eq!(after(&nginx, "client_max_body_size "), "2m;");
    for proxy in [&caddy, &nginx] {
        assert!(proxy.contains("/metrics"), "strangers are not told how busy the server is");
    }
    let service = page("fray.service");
    assert!(value(&unit, "--store").starts_with("/var/lib/fray/") && service.contains("StateDirectory=fray\n"));
    assert!(service.contains("ExecReload=/bin/kill -HUP $MAINPID\n") && service.contains("KillSignal=SIGTERM\n"));
    assert!(page("Dockerfile").contains("STOPSIGNAL SIGTERM\n"));
}

/// A server as the containers have it, but for its store and its address: it answers its proxy under the names that the proxy
/// uses.
#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_finds_its_servers_well() {
    let store = folder("serving");
    let (caddy, words) = (page("Caddyfile"), of_the_containers());
    let more: Vec<&str> = words[1..]
        .iter()
        .map(String::as_str)
        .filter(|word| !["--listen=", "--store=", "--log"].iter().any(|own| word.starts_with(own)))
        .collect();
    let (server, _) = Server::start_with_log(&store, &more);
    let status = async |path: &str, host: &str| {
        let mut stream = TcpStream::connect(server.at).await.expect("the server is there");
        let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("it listens");
        let mut text = String::new();
        stream.read_to_string(&mut text).await.expect("it answers");
        text.split(' ').nth(1).map(str::to_owned)
    };
    let healthy = after(&caddy, "health_uri ");
    assert_eq!(status(healthy, "one:7878").await.as_deref(), Some("200"));
    let name = value(&words, "--host");
    assert_eq!(status("/api/catalog", name).await.as_deref(), Some("200"));
    assert_eq!(status("/api/catalog", "one:7878").await.as_deref(), Some("403"));
    assert_eq!(http(server.at, "GET", "/healthz", "", "").await.status, 200);
    server.stop();
}

/// What systemd itself says of the unit, where it is installed.
#[test]
fn systemd_has_nothing_against_the_unit() {
    let folder = PathBuf::from(folder("unit")).with_file_name("");
    let unit = folder.join("fray.service");
    let text = page("fray.service").replace("/usr/local/bin/fray", env!("CARGO_BIN_EXE_fray"));
    std::fs::write(&unit, text).expect("a copy");
    let Ok(said) = Command::new("systemd-analyze").arg("verify").arg(&unit).output() else {
        println!("systemd is not installed here: the unit is compared with the program alone");
        return;
    };
    let words = String::from_utf8_lossy(&said.stderr);
    // It has something to say about units of the machine too.
    let ours: Vec<&str> = words.lines().filter(|line| line.contains("fray.service")).collect();
    assert!(ours.is_empty(), "{ours:?}");
}
