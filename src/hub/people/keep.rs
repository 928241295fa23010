//! People as the hub keeps them: what everybody may know in the document, the rest sealed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::Utc;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tournament::document::{Number, Player};
use tournament::entries::{self, Entered, identity};
use uuid::Uuid;

use super::{BadRow, Import, Key, Personal, read};
use crate::hub::act::{ENTRY, note};
use crate::hub::{ActError, Actor, Hub, reason, the_event};
use crate::store::StoreError;
use crate::store::hub::{personal, player};

/// Sheets that were looked at and wait to be kept. In memory only: they hold personal data.
#[derive(Debug, Default)]
pub struct Looked(Mutex<HashMap<String, Import>>);

/// Sheets that wait at most; older ones are looked at again.
const MOST: usize = 8;

/// What became of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Rows that are in the field.
    pub entered: usize,
    /// Rows on the waiting list.
    pub waiting: usize,
    /// Rows that are not in, with the reason.
    pub bad: Vec<BadRow>,
}

const LOST: ActError = ActError::Refused(
    "这张表已不在，请重新上传",
    "this sheet is no longer here; please upload it again",
);

impl Hub {
    /// Reads a sheet and keeps it in mind under the returned name; nothing is entered yet.
    ///
    /// # Errors
    /// [`ActError::Refused`] when it is no table.
    pub fn preview(&self, bytes: &[u8], actor: &Actor) -> Result<(String, Import), ActError> {
        let tables = self.tables()?;
        let today = tables
            .document
            .first_day
            .unwrap_or_else(|| Utc::now().date_naive());
        let import = read(bytes, &tables.event.regulation, today).map_err(|error| {
            tracing::info!(who = actor.who, %error, "a sheet cannot be read");
            ActError::Refused(
                "这个文件不是可读的表格",
                "the file is no table that can be read",
            )
        })?;
        let name = hex::encode(Sha256::digest(bytes));
        let mut looked = self.looked.0.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.len() >= MOST {
            looked.clear();
        }
        looked.insert(name.clone(), import.clone());
        Ok((name, import))
    }

    /// Enters the good rows of a sheet that was looked at. Doing it again enters nobody twice.
    ///
    /// # Errors
    /// [`ActError::Refused`] when the sheet is no longer in mind.
    pub fn keep_import(&self, sheet: &str, actor: &Actor) -> Result<Kept, ActError> {
        let import = {
            let mut looked = self.looked.0.lock().unwrap_or_else(PoisonError::into_inner);
            looked.remove(sheet).ok_or(LOST)?
        };
        let mut kept = Kept {
            entered: 0,
            waiting: 0,
            bad: import.bad,
        };
        let mut secrets = Vec::new();
        let rows: Vec<_> = import
            .entries
            .into_iter()
            .map(|mut entry| {
                let id = Uuid::now_v7().to_string();
                entry
                    .player
                    .other
                    .insert(ENTRY.to_owned(), id.clone().into());
                secrets.push((entry.row, id, entry.personal));
                (entry.row, entry.player)
            })
            .collect();
        let sheet = sheet.to_owned();
        let (entered, waiting, bad) =
            self.amend(actor, "people.import", move |document, regulation| {
                let (mut entered, mut waiting, mut bad) = (0, 0, Vec::new());
                for (row, player) in rows {
                    match entries::enter(document, regulation, player) {
                        Ok(Entered::Playing) => entered += 1,
                        Ok(Entered::Waiting(_)) => waiting += 1,
                        Err(fault) => bad.push(BadRow {
                            row,
                            reason: reason::of_entry(&fault),
                        }),
                    }
                }
                let noted = json!({"sheet": sheet, "entered": entered, "waiting": waiting,
                                   "refused": bad.len()});
                Ok(((entered, waiting, bad), noted))
            })?;
        secrets.retain(|(row, _, _)| !bad.iter().any(|bad| bad.row == *row));
        self.seal_all(
            secrets
                .into_iter()
                .map(|(_, id, personal)| (id, personal))
                .collect(),
        )?;
        kept.entered = entered;
        kept.waiting = waiting;
        kept.bad.extend(bad);
        kept.bad.sort_by_key(|bad| bad.row);
        Ok(kept)
    }

    /// Enters one person with what only some may see.
    ///
    /// # Errors
    /// [`ActError::Entry`]; [`ActError::Refused`] for an identity number that cannot be right.
    pub fn enter_person(
        &self,
        mut player: Player,
        personal: Personal,
        actor: &Actor,
    ) -> Result<Entered, ActError> {
        if !personal.identity.is_empty() {
            let tables = self.tables()?;
            let today = tables
                .document
                .first_day
                .unwrap_or_else(|| Utc::now().date_naive());
            let wrong = ActError::Refused("身份证号不对", "the identity number cannot be right");
            let proposal = identity::read(&personal.identity, today, &tables.event.regulation)
                .map_err(|_| wrong)?;
            player.sex = proposal.sex;
            player.born.get_or_insert(proposal.born);
            if player.regions.is_empty() {
                player.regions = proposal.regions;
            }
        }
        let id = Uuid::now_v7().to_string();
        player.other.insert(ENTRY.to_owned(), id.clone().into());
        let entered = self.enter_player(player, actor)?;
        self.seal_all(vec![(id, personal)])?;
        Ok(entered)
    }

    fn seal_all(&self, people: Vec<(String, Personal)>) -> Result<(), ActError> {
        let mut sealed = Vec::new();
        for (id, personal) in people {
            if !personal.is_empty() {
                let bytes = self.key().seal(&id, &personal).map_err(sealing)?;
                sealed.push((id, bytes));
            }
        }
        self.store.write(move |connection| {
            let event = the_event(connection)?.id;
            for (id, bytes) in &sealed {
                personal::put(connection, event, id, bytes)?;
            }
            Ok(())
        })
    }

    /// What only some may see of a player. Looking is written into the audit log.
    ///
    /// # Errors
    /// [`ActError::Refused`] when nobody has the number; the key's and the database's errors.
    pub fn personal_of(
        &self,
        number: Number,
        actor: &Actor,
    ) -> Result<(Player, Personal), ActError> {
        let actor = actor.clone();
        self.store.write(move |connection| {
            let event = the_event(connection)?.id;
            note(connection, event, &actor, "personal.see", &(), &number)?;
            Ok::<_, ActError>(())
        })?;
        self.look_up_personal(number)
    }

    /// The same for an action that is noted as a whole.
    pub(in crate::hub) fn look_up_personal(
        &self,
        number: Number,
    ) -> Result<(Player, Personal), ActError> {
        let tables = self.tables()?;
        let player = tables.player(number).cloned();
        let player = player.ok_or(ActError::Refused("没有这个编号", "nobody has this number"))?;
        let entry = player.other.get(ENTRY).and_then(|entry| entry.as_str());
        let key = entry.unwrap_or_default().to_owned();
        let event = tables.event.id;
        let sealed = self
            .store
            .read(|connection| personal::get(connection, event, &key))?;
        let personal = match sealed {
            Some(sealed) => self
                .key()
                .open_sealed(&key, &sealed)
                .map_err(|_| OTHER_KEY)?,
            None => Personal::default(),
        };
        Ok((player, personal))
    }

    /// Removes everybody's personal data and birthdays, after the payout. The sporting record
    /// stays. The key is replaced, so that backups do not open either.
    ///
    /// Returns of how many.
    ///
    /// # Errors
    /// [`ActError::NoEvent`]; the key's and the database's errors.
    pub fn forget_personal(&self, actor: &Actor) -> Result<usize, ActError> {
        let actor = actor.clone();
        let count = self.store.write(move |connection| {
            let event = the_event(connection)?.id;
            let count = personal::forget(connection, event)?;
            for mut known in player::all(connection, event)? {
                if known.born.take().is_some() {
                    player::put(connection, event, &known)?;
                }
            }
            note(connection, event, &actor, "personal.forget", &count, &())?;
            Ok::<_, ActError>(count)
        })?;
        let mut looked = self.looked.0.lock().unwrap_or_else(PoisonError::into_inner);
        looked.clear();
        let mut key = self.key.write().unwrap_or_else(PoisonError::into_inner);
        *key = Key::replace(&self.folder).map_err(sealing)?;
        drop(key);
        self.event_changed();
        Ok(count)
    }

    fn key(&self) -> std::sync::RwLockReadGuard<'_, Key> {
        self.key.read().unwrap_or_else(PoisonError::into_inner)
    }
}

const OTHER_KEY: ActError = ActError::Refused(
    "个人信息打不开：密钥文件不是封存时的那一个",
    "the personal data does not open: the key file is not the one it was sealed with",
);

fn sealing(error: super::KeyError) -> ActError {
    ActError::Store(StoreError::corrupt("personal data", error))
}
