//! Backups while the event runs: every minute one copy, every hour one that is kept; and the way
//! back.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use chrono::Utc;
use rusqlite::Connection;

use super::act::note;
use super::lang::Lang;
use super::{ActError, Actor, Hub};
use crate::journal::{GameId, chain};
use crate::store::hub::{about, audit, entry, event, game, round};
use crate::store::{HubStore, StoreError, backup};

pub use super::people::KEY_FILE;

/// How often.
const EVERY: Duration = Duration::from_secs(60);
/// Hourly copies that are kept.
const KEPT: usize = 72;
/// The last copy.
const LAST: &str = "hub.sqlite";

/// How the backups stand.
#[derive(Debug, Default)]
pub struct State(Mutex<Standing>);

#[derive(Debug, Default)]
struct Standing {
    /// When the last good copy was made.
    last: Option<Instant>,
    /// Why the last try failed.
    fault: Option<String>,
    /// Where the copies go; none are made without.
    folder: Option<PathBuf>,
}

/// Backups that go on until this is dropped.
#[derive(Debug)]
pub struct Running {
    ended: Arc<AtomicBool>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
    }
}

impl Hub {
    /// How old the backup is, in words; empty where none is made.
    pub(super) fn backup_age(&self, l: Lang) -> String {
        let standing = self.backup.0.lock().unwrap_or_else(PoisonError::into_inner);
        if standing.folder.is_none() {
            return String::new();
        }
        if let Some(fault) = &standing.fault {
            return format!("{} {fault}", l.t("备份失败：", "backup failed:"));
        }
        let Some(last) = standing.last else {
            return l.t("尚无备份", "no backup yet").to_owned();
        };
        let seconds = last.elapsed().as_secs();
        match (l, seconds) {
            (Lang::Zh, 0..120) => format!("备份 {seconds} 秒前"),
            (Lang::Zh, _) => format!("备份 {} 分钟前", seconds / 60),
            (Lang::En, 0..120) => format!("backup {seconds} s ago"),
            (Lang::En, _) => format!("backup {} min ago", seconds / 60),
        }
    }

    /// Copies the database into a folder once.
    ///
    /// # Errors
    /// [`StoreError::Open`] naming the folder or the file.
    pub fn back_up(&self, folder: &Path) -> Result<PathBuf, StoreError> {
        let last = folder.join(LAST);
        self.store
            .read(|connection| backup::copy(connection, &last))?;
        keep_hourly(folder, &last)?;
        Ok(last)
    }

    fn note_backup(&self, failed: Option<StoreError>) {
        let mut standing = self.backup.0.lock().unwrap_or_else(PoisonError::into_inner);
        match failed {
            None => {
                standing.last = Some(Instant::now());
                standing.fault = None;
            }
            Some(error) => {
                tracing::error!(%error, "the backup failed");
                standing.fault = Some(error.to_string());
            }
        }
    }

    /// Makes a backup now and restores it in a drill.
    ///
    /// # Errors
    /// [`ActError::Refused`] without a folder for backups; the disk's errors.
    pub(super) fn back_up_and_drill(&self, actor: &Actor) -> Result<Verified, ActError> {
        let folder = {
            let standing = self.backup.0.lock().unwrap_or_else(PoisonError::into_inner);
            standing.folder.clone()
        };
        let folder = folder.ok_or(ActError::Refused(
            "没有设备份文件夹",
            "no folder for backups is set",
        ))?;
        let drilled = self.back_up(&folder).and_then(|copy| {
            self.note_backup(None);
            drill(&copy)
        })?;
        let (actor, noted) = (actor.clone(), drilled.clone());
        self.store.write(move |connection| {
            let event = event::current(connection)?.map(|event| event.id);
            note(connection, event, &actor, "backup.drill", &(), &noted)
        })?;
        Ok(drilled)
    }

    /// Makes backups into a folder from now on, the first at once.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn keep_backing_up(self: &Arc<Self>, folder: PathBuf) -> Running {
        let ended = Arc::new(AtomicBool::new(false));
        self.backup
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .folder = Some(folder.clone());
        let (hub, flag) = (Arc::downgrade(self), Arc::clone(&ended));
        std::thread::Builder::new()
            .name("hub-backup".to_owned())
            .spawn(move || run(&hub, &folder, &flag))
            .expect("a program that cannot start a thread cannot run a hub");
        Running { ended }
    }
}

fn run(hub: &Weak<Hub>, folder: &Path, ended: &AtomicBool) {
    let mut next = Instant::now();
    while !ended.load(Ordering::Acquire) {
        let Some(hub) = hub.upgrade() else { return };
        if Instant::now() >= next {
            next = Instant::now() + EVERY;
            let made = hub.back_up(folder);
            hub.note_backup(made.err());
        }
        drop(hub);
        std::thread::sleep(Duration::from_millis(500));
    }
}

/// Keeps one copy of each hour, the last ones.
fn keep_hourly(folder: &Path, last: &Path) -> Result<(), StoreError> {
    let fault = |path: &Path, error: &std::io::Error| StoreError::Open {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let name = Utc::now().format("hub-%Y%m%d-%H.sqlite").to_string();
    let hourly = folder.join(name);
    if hourly.exists() {
        return Ok(());
    }
    let beside = hourly.with_extension("part");
    fs::copy(last, &beside).map_err(|error| fault(&beside, &error))?;
    fs::rename(&beside, &hourly).map_err(|error| fault(&hourly, &error))?;
    let mut kept: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(|error| fault(folder, &error))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            name.starts_with("hub-") && name.ends_with(".sqlite")
        })
        .collect();
    kept.sort();
    for old in kept.iter().take(kept.len().saturating_sub(KEPT)) {
        fs::remove_file(old).map_err(|error| fault(old, &error))?;
    }
    Ok(())
}

/// Copies the database of a data folder into a folder once; a hub may be running on it.
///
/// # Errors
/// [`StoreError::Open`] naming the folder or the file.
pub fn once(data: &Path, folder: &Path) -> Result<PathBuf, StoreError> {
    let store = HubStore::open_to_read(data)?;
    let last = folder.join(LAST);
    store.read(|connection| backup::copy(connection, &last))?;
    keep_hourly(folder, &last)?;
    Ok(last)
}

/// What a database holds and what is wrong in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Verified {
    /// The event's title.
    pub event: String,
    /// Published rounds.
    pub rounds: usize,
    /// Games of them.
    pub games: usize,
    /// Journal entries.
    pub entries: usize,
    /// Rows of the audit log.
    pub audit: usize,
    /// What is wrong, one line each.
    pub broken: Vec<String>,
}

/// Checks every journal's chain and the audit log of a data folder.
///
/// # Errors
/// [`StoreError`] when the database cannot be read at all.
pub fn verify(data: &Path) -> Result<Verified, StoreError> {
    let store = HubStore::open_to_read(data)?;
    store.read(|connection| {
        // What SQLite itself finds wrong is told like a broken chain, and may break the reading.
        let sound = backup::check(connection, store.path());
        match (verify_all(connection), sound) {
            (Ok(mut found), sound) => {
                found
                    .broken
                    .extend(sound.err().map(|error| error.to_string()));
                Ok(found)
            }
            (Err(error), Ok(())) => Err(error),
            (Err(error), Err(unsound)) => Ok(Verified {
                broken: vec![unsound.to_string(), error.to_string()],
                ..Verified::default()
            }),
        }
    })
}

fn verify_all(connection: &Connection) -> Result<Verified, StoreError> {
    let mut found = Verified::default();
    let rows = audit::all(connection)?;
    found.audit = rows.len();
    if let Err(seq) = audit::verify(&rows) {
        found.broken.push(format!(
            "audit log: row {seq} does not follow the one before it"
        ));
    }
    let Some(event) = event::current(connection)? else {
        return Ok(found);
    };
    found.event = event.facts.title.clone().unwrap_or_default();
    for round in round::all(connection, event.id)? {
        found.rounds += 1;
        for game in game::of_round(connection, event.id, round.number)? {
            found.games += 1;
            let place = format!("round {}, board {}", game.round, game.board);
            verify_game(connection, game.id, &place, &mut found)?;
        }
    }
    Ok(found)
}

fn verify_game(
    connection: &Connection,
    id: GameId,
    place: &str,
    found: &mut Verified,
) -> Result<(), StoreError> {
    match entry::line_after(connection, id, 0) {
        Ok(entries) => {
            found.entries += entries.len();
            if let Err(error) = chain::verify(id, &entries) {
                found.broken.push(format!("{place}: {error}"));
            }
        }
        Err(StoreError::Corrupt { reason, .. }) => {
            found
                .broken
                .push(format!("{place}: an entry does not read back: {reason}"));
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Puts a backup into a data folder. What was there is kept beside it. Terminals learn by the new
/// generation to send everything once more. A backup in which something is broken is not put
/// there; what is returned says so.
///
/// # Errors
/// [`StoreError`] when the backup cannot be read or the folder is in use.
pub fn restore(from: &Path, data: &Path) -> Result<Verified, StoreError> {
    // Read before anything is made, so that a wrong file leaves nothing behind.
    let source = HubStore::open_file_to_read(from)?;
    if let Err(unsound) = source.read(|connection| backup::check(connection, from)) {
        return Ok(Verified {
            broken: vec![unsound.to_string()],
            ..Verified::default()
        });
    }
    let folder = tempdir_beside(data)?;
    let restored = stage(&source, &folder).and_then(|verified| {
        if verified.broken.is_empty() {
            put(&folder.join(LAST), data)?;
        }
        Ok(verified)
    });
    // Empty by now, or of no use.
    let _ = fs::remove_dir_all(&folder);
    restored
}

/// Makes a database of the backup, ready to be run, and looks it over.
fn stage(source: &HubStore, folder: &Path) -> Result<Verified, StoreError> {
    let staged = folder.join(LAST);
    source.read(|connection| backup::copy(connection, &staged))?;
    let verified = verify(folder)?;
    if !verified.broken.is_empty() {
        return Ok(verified);
    }
    // Opening it writes the new generation, and proves that it can be written.
    let store = HubStore::open(folder)?;
    let generation = uuid::Uuid::now_v7().simple().to_string();
    store.write(move |connection| about::set(connection, "generation", &generation))?;
    store.checkpoint()?;
    Ok(verified)
}

/// Puts a staged database in its place; what was there stays beside it.
fn put(staged: &Path, data: &Path) -> Result<(), StoreError> {
    let fault = |error: std::io::Error| StoreError::Open {
        path: data.to_owned(),
        reason: error.to_string(),
    };
    fs::create_dir_all(data).map_err(fault)?;
    let _lock = HubStore::lock(data)?;
    let stamp = Utc::now().format("%Y%m%d-%H%M%S%3f");
    // SQLite's side files belong to the database and go with it.
    for side in ["", "-wal", "-shm"] {
        let old = data.join(format!("{LAST}{side}"));
        let kept = data.join(format!("hub-before-restore-{stamp}.sqlite{side}"));
        match fs::rename(old, kept) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(fault(error)),
            _ => {}
        }
    }
    fs::rename(staged, data.join(LAST)).map_err(fault)
}

/// A folder beside the data folder, on the same disk, so that a rename is enough.
fn tempdir_beside(data: &Path) -> Result<PathBuf, StoreError> {
    let mut name = data.file_name().unwrap_or_default().to_owned();
    name.push(format!(".restore-{}", std::process::id()));
    let folder = data.with_file_name(name);
    fs::create_dir_all(&folder).map_err(|error| StoreError::Open {
        path: folder.clone(),
        reason: error.to_string(),
    })?;
    Ok(folder)
}

/// A drill: restores a backup into a folder that is thrown away, and says what it holds.
///
/// # Errors
/// As [`restore`].
pub fn drill(from: &Path) -> Result<Verified, StoreError> {
    let beside = from.with_file_name(format!("drill-{}", std::process::id()));
    let verified = restore(from, &beside);
    // The drill leaves nothing behind, whatever came of it.
    let _ = fs::remove_dir_all(&beside);
    verified
}
