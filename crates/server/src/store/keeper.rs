//! The task that has the store: whoever wants something of it waits in a queue.
//!
//! All writes that wait are one transaction, so that the disk is waited for once and not once for each; whoever waits is
//! told when that transaction is committed. Reads come after the writes that waited with them, and so see them.

use super::failed::{Cause, Failed};
use super::link::Link;
use super::writes::Write;
use super::{changes, news};
use crate::guard::caught;
use std::collections::HashMap;
use std::pin::Pin;
use tokio::sync::{mpsc, oneshot};

/// No transaction holds more writes.
const MOST_TOGETHER: usize = 256;

/// A look into the store that answers by itself.
pub(super) type Read = Box<dyn for<'l> FnOnce(&'l mut Link) -> Pin<Box<dyn Future<Output = ()> + Send + 'l>> + Send>;

/// Whether what was to be changed was there to be changed.
type Written = Result<bool, Failed>;

pub(super) enum Job {
    Write(Box<Write>, oneshot::Sender<Written>),
    Read(Read),
    Close(oneshot::Sender<Result<(), Failed>>),
}

/// Works until nobody can want anything any more.
pub(super) async fn keep(mut link: Link, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::new();
    while jobs.recv_many(&mut waiting, MOST_TOGETHER).await > 0 {
        let (mut writes, mut reads, mut closing) = (Vec::new(), Vec::new(), None);
        for job in waiting.drain(..) {
            match job {
                Job::Write(write, told) => writes.push((write, told)),
                Job::Read(read) => reads.push(read),
                Job::Close(told) => closing = Some(told),
            }
        }
        // What breaks down is one transaction or one look: whoever waits for it hears that the store is closed to him, and the
        // connection is thrown away.
        if caught(write(&mut link, writes)).await.is_err() {
            link.doubt();
        }
        for read in reads {
            if caught(read(&mut link)).await.is_err() {
                link.doubt();
            }
        }
        if let Some(told) = closing {
            jobs.close();
            let _ = told.send(link.close().await);
            return;
        }
    }
    if let Err(why) = link.close().await {
        tracing::error!(%why, "the store does not close");
    }
}

async fn write(link: &mut Link, writes: Vec<(Box<Write>, oneshot::Sender<Written>)>) {
    if writes.is_empty() {
        return;
    }
    let (writes, told): (Vec<Box<Write>>, Vec<oneshot::Sender<Written>>) = writes.into_iter().unzip();
    let mut results = match together(link, &writes).await {
        Ok(done) => done.into_iter().map(Ok).collect(),
        Err(why) => vec![Err(why); writes.len()],
    };
    // One that cannot be done, or meets a damaged page, is no reason for the others not to be.
    let alone =
        |result: &Written| matches!(result, Err(Failed { cause: Cause::Taken | Cause::Damaged | Cause::Crossed, .. }));
    if writes.len() > 1 && results.iter().any(alone) {
        for (write, result) in writes.iter().zip(&mut results) {
            *result = together(link, std::slice::from_ref(write)).await.map(|done| done.iter().all(|done| *done));
        }
    }
    for (told, result) in told.into_iter().zip(results) {
        // Whoever has gone away meanwhile need not know.
        let _ = told.send(result);
    }
}

/// One transaction: all of it is kept for good, or none.
async fn together(link: &mut Link, writes: &[Box<Write>]) -> Result<Vec<bool>, Failed> {
    link.ready().await?;
    link.begin().await?;
    let mut at_once = many(link, writes).await?;
    let mut done = Vec::with_capacity(writes.len());
    for write in writes {
        let known = write.changed().and_then(|id| at_once.remove(id));
        done.push(match known {
            Some(known) => known,
            None => write.carry_out(link).await?,
        });
    }
    if link.is_shared() {
        let changed = writes.iter().zip(&done).filter(|(_, done)| **done).filter_map(|(write, _)| write.changed());
        let changed: Vec<&str> = changed.collect();
        news::tell(link, &changed).await?;
    }
    link.commit().await?;
    Ok(done)
}

/// Fewer changes than these are done one by one.
const FEW: usize = 2;

/// Does at once what many battles have in common: one more choice each. Two changes of one battle have an order, which is
/// kept by doing them one by one.
async fn many<'w>(link: &mut Link, writes: &'w [Box<Write>]) -> Result<HashMap<&'w str, bool>, Failed> {
    let mut changes: Vec<_> = writes.iter().filter_map(|write| write.change()).collect();
    changes.sort_by_key(|(id, _)| *id);
    let twice = changes.windows(2).any(|two| two[0].0 == two[1].0);
    if twice || changes.len() < FEW {
        return Ok(HashMap::new());
    }
    changes::put_all(link, &changes).await
}
