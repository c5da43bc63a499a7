//! A wire between a server and its PostgreSQL that is slow, or on which nothing moves.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Nothing moves.
const STILL: u64 = u64::MAX;

#[derive(Debug)]
pub(crate) struct Between {
    at: SocketAddr,
    /// Milliseconds that whatever is sent takes, either way.
    delay: Arc<AtomicU64>,
}

impl Between {
    /// One that leads to a port of this machine.
    pub(crate) async fn to(port: u16) -> Between {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let at = listener.local_addr().expect("it has an address");
        let delay = Arc::new(AtomicU64::new(0));
        let slow = Arc::clone(&delay);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(("127.0.0.1", port)).await else { continue };
                let (from, to) = (near.into_split(), far.into_split());
                tokio::spawn(carry(from.0, to.1, Arc::clone(&slow)));
                tokio::spawn(carry(to.0, from.1, Arc::clone(&slow)));
            }
        });
        Between { at, delay }
    }

    pub(crate) fn port(&self) -> u16 {
        self.at.port()
    }

    pub(crate) fn slow(&self, milliseconds: u64) {
        self.delay.store(milliseconds, Ordering::SeqCst);
    }

    /// Until somebody says how slow it is.
    pub(crate) fn still(&self) {
        self.slow(STILL);
    }
}

async fn carry(mut from: impl AsyncReadExt + Unpin, mut to: impl AsyncWriteExt + Unpin, delay: Arc<AtomicU64>) {
    let mut some = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut some).await {
        while delay.load(Ordering::SeqCst) == STILL {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tokio::time::sleep(Duration::from_millis(delay.load(Ordering::SeqCst).min(1_000))).await;
        if to.write_all(&some[..read]).await.is_err() {
            return;
        }
    }
}
