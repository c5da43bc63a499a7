//! Clients that nobody wants: they hang, send what means nothing, and vanish.

use super::mishap::Lots;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// More than enough to be felt, and few enough for any machine.
const CROWD: usize = 20;
const PATIENCE: Duration = Duration::from_secs(5);

fn dial(at: SocketAddr) -> Option<TcpStream> {
    let stream = TcpStream::connect_timeout(&at, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    Some(stream)
}

/// Connections on which half a request was said; they hang for as long as this is kept.
pub(super) fn hang(at: SocketAddr, lots: &mut Lots) -> Vec<TcpStream> {
    let halves =
        ["", "GET /api/catalog HTTP/1.1\r\nhost: ", "POST /api/records HTTP/1.1\r\ncontent-length: 100000\r\n\r\nfray"];
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let Some(mut stream) = dial(at) else { continue };
        let _ = stream.write_all(halves[lots.below(halves.len())].as_bytes());
        crowd.push(stream);
    }
    crowd
}

/// What an answer to a request is; nothing where the server has better things to do.
fn ask(at: SocketAddr, method: &str, path: &str, body: &[u8]) -> Option<String> {
    let mut stream = dial(at)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let _ = stream.write_all(body);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Bytes at the door, calls that mean nothing, and a record that would be endless.
pub(super) fn rubbish(at: SocketAddr, lots: &mut Lots) {
    for _ in 0..5 {
        if let Some(mut stream) = dial(at) {
            let bytes: Vec<u8> = (0..lots.below(4_000)).map(|_| lots.word() as u8).collect();
            let _ = stream.write_all(&bytes);
        }
    }
    let _ = ask(at, "GET", &format!("/api/rules?q={}", "word%20".repeat(3_000)), b"");
    let _ = ask(at, "POST", "/api/battles", b"{\"system\": [[[[[[[[[");
    let endless = format!("fray record 1\nsystem: sellsword\n\n{}", "a: pass\n".repeat(50_000));
    let _ = ask(at, "POST", "/api/records", endless.as_bytes());
    if let Some(mut table) = sit_down(at) {
        for _ in 0..20 {
            let length = lots.below(300);
            let bytes: Vec<u8> = (0..length).map(|_| lots.word() as u8).collect();
            let text: String = bytes.iter().map(|byte| char::from(b' ' + byte % 90)).collect();
            let line = match lots.below(3) {
                0 => text,
                1 => format!("{{\"type\":\"answer\",\"moment\":0,\"line\":{text:?}}}"),
                _ => format!("{{\"type\":\"layer\",\"figure\":{},\"layer\":\"threat\"}}", lots.below(70_000)),
            };
            if table.write_all(&frame(line.as_bytes(), lots)).is_err() {
                return;
            }
        }
        // A frame that is longer than what follows.
        let _ = table.write_all(&[0x81, 0xfe, 0xff, 0xff, 1, 2, 3, 4]);
    }
}

/// Sits down at a battle of its own, asks for much, and is gone without a word.
pub(super) fn vanish(at: SocketAddr, lots: &mut Lots) {
    for _ in 0..5 {
        let Some(mut table) = sit_down(at) else { return };
        let _ = table.write_all(&frame(br#"{"type":"ping"}"#, lots));
        drop(table);
    }
}

/// A socket at a new battle, as far as its opening.
fn sit_down(at: SocketAddr) -> Option<TcpStream> {
    let wish = br#"{"system":"sellsword","scenario":"border-raid","own_dice":[],"shared_screen":true,"sides":[
        {"warband":"havoc-border-reavers","player":"human"},{"warband":"valor-border-watch","player":"random"}]}"#;
    let made = ask(at, "POST", "/api/battles", wish)?;
    let (_, rest) = made.split_once("\"token\":\"")?;
    let (token, _) = rest.split_once('"')?;
    let mut stream = dial(at)?;
    let head = format!(
        "GET /ws/{token} HTTP/1.1\r\nhost: {at}\r\norigin: http://{at}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut some = [0; 64];
    let read = stream.read(&mut some).ok()?;
    some[..read].starts_with(b"HTTP/1.1 101").then_some(stream)
}

/// A text as a client has to write it on a socket: each byte crossed with a mask.
fn frame(text: &[u8], lots: &mut Lots) -> Vec<u8> {
    let mask = (lots.word() as u32).to_be_bytes();
    let mut bytes = vec![0x81];
    match text.len() {
        length @ 0..=125 => bytes.push(0x80 | length as u8),
        length => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
    }
    bytes.extend(mask);
    bytes.extend(text.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}
