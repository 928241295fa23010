//! One thread writes, and commits many callers' work at once.
//!
//! A commit waits for the disk. With a hundred terminals sending moves, the writes that queue up
//! while one commit waits go into the next commit together, each in its own savepoint, so that one
//! refused write undoes nothing of the others. Nobody is answered before the commit has returned.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use rusqlite::Connection;

use crate::store::{StoreError, Trouble};

/// The most writes in one commit.
const BATCH: usize = 256;

type Done = Box<dyn FnOnce(Option<&Failure>) + Send>;
type Job = Box<dyn FnOnce(&Connection) -> (bool, Done) + Send>;

/// Why a commit failed.
#[derive(Debug)]
struct Failure {
    reason: String,
    trouble: Option<Trouble>,
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self {
            trouble: Trouble::behind_sql(&error),
            reason: error.to_string(),
        }
    }
}

/// Hands work to the writing thread; the thread ends when this is dropped.
#[derive(Debug)]
pub struct Writer {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub fn start(connection: Connection) -> Self {
        let (jobs, queue) = channel();
        let thread = std::thread::Builder::new()
            .name("hub-writer".to_owned())
            .spawn(move || run(&connection, &queue))
            .expect("a program that cannot start a thread cannot run a hub");
        Self {
            jobs: Some(jobs),
            thread: Some(thread),
        }
    }

    /// Queues a write. `done` runs on the writing thread, in the order of the commits, after the
    /// commit; a write that returns an error is undone. When the thread has ended `done` is
    /// dropped.
    pub fn submit<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
        done: impl FnOnce(Result<T, E>) + Send + 'static,
    ) where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let job: Job = Box::new(move |connection| {
            let result = work(connection);
            let keep = result.is_ok();
            let finish: Done = Box::new(move |failure| match failure {
                None => done(result),
                Some(Failure { reason, trouble }) => done(result.and_then(|_| {
                    Err(StoreError::NotCommitted {
                        reason: reason.clone(),
                        trouble: *trouble,
                    }
                    .into())
                })),
            });
            (keep, finish)
        });
        if let Some(jobs) = &self.jobs {
            // A send fails only when the thread has ended; the job, and `done` in it, are dropped.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            // A panic inside a job is caught, so there is nothing to learn from the join.
            let _ = thread.join();
        }
    }
}

fn run(connection: &Connection, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let rest = queue.try_iter().take(BATCH - 1);
        let mut finished = Vec::new();
        let outcome = commit(
            connection,
            std::iter::once(first).chain(rest),
            &mut finished,
        );
        let failure = outcome.err().map(Failure::from);
        if let Some(Failure { reason, .. }) = &failure {
            tracing::error!(reason, "a commit failed");
        }
        for done in finished {
            done(failure.as_ref());
        }
    }
}

fn commit(
    connection: &Connection,
    jobs: impl Iterator<Item = Job>,
    finished: &mut Vec<Done>,
) -> rusqlite::Result<()> {
    // Dropped without `commit`, a transaction rolls back.
    let transaction = connection.unchecked_transaction()?;
    for job in jobs {
        // When SQLite has lost the transaction (a full disk), the rest stay queued for the next.
        one(connection, job, finished)?;
    }
    transaction.commit()
}

fn one(connection: &Connection, job: Job, finished: &mut Vec<Done>) -> rusqlite::Result<()> {
    connection.execute_batch("SAVEPOINT job")?;
    let ran = catch_unwind(AssertUnwindSafe(|| job(connection)));
    let keep = ran.as_ref().is_ok_and(|(keep, _)| *keep);
    match ran {
        // Whatever becomes of the transaction, the caller is told.
        Ok((_, done)) => finished.push(done),
        Err(_) => tracing::error!("a write panicked and was undone"),
    }
    connection.execute_batch(if keep {
        "RELEASE job"
    } else {
        "ROLLBACK TO job; RELEASE job"
    })
}
