//! Accounts of the desk: who they are, what they may do, how they sign in.

pub mod gate;
mod password;
pub mod role;
mod session;
mod start;

pub use role::{Action, Role};
pub(super) use session::random;
pub use session::{Cookie, Session, SignInError};
pub use start::StartCode;

use super::act::note;
use super::{ActError, Actor, Hub};
use crate::store::StoreError;
use crate::store::hub::account::{self, StoredAccount};
use crate::store::hub::event;

impl Hub {
    /// Whether anybody can sign in yet.
    pub(super) fn has_accounts(&self) -> Result<bool, StoreError> {
        Ok(!self.store().read(account::all)?.is_empty())
    }

    /// Makes an account, or gives one another password and other roles. Its sessions end.
    ///
    /// # Errors
    /// [`ActError::Refused`] for an empty name, a password under eight characters or no role.
    pub fn put_account(
        &self,
        name: &str,
        word: &str,
        roles: &[Role],
        actor: &Actor,
    ) -> Result<(), ActError> {
        let name = name.trim().to_owned();
        if name.is_empty() || name.chars().count() > 40 {
            return Err(ActError::Refused(
                "帐号名须为 1 至 40 个字",
                "an account needs a name of 1 to 40 characters",
            ));
        }
        if word.chars().count() < 8 {
            return Err(ActError::Refused(
                "密码至少八个字符",
                "a password needs at least eight characters",
            ));
        }
        if roles.is_empty() {
            return Err(ActError::Refused("帐号须有角色", "an account needs a role"));
        }
        let stored = StoredAccount {
            name,
            password: password::hash(word)?,
            roles: roles.iter().map(|role| role.code().to_owned()).collect(),
            disabled: false,
            failed: 0,
            locked_ms: 0,
        };
        self.keep_account(stored, "account.put", actor)
    }

    /// Closes an account; its sessions end.
    ///
    /// # Errors
    /// [`ActError::Refused`] for an unknown one, or the last chief arbiter.
    pub fn close_account(&self, name: &str, actor: &Actor) -> Result<(), ActError> {
        let all = self.store().read(account::all)?;
        let chief = |known: &&StoredAccount| {
            !known.disabled
                && known
                    .roles
                    .iter()
                    .any(|role| role == Role::ChiefArbiter.code())
        };
        let stored = all.iter().find(|known| known.name == name);
        let stored = stored.ok_or(ActError::Refused(
            "没有这个帐号",
            "there is no such account",
        ))?;
        if chief(&stored) && all.iter().filter(chief).count() == 1 {
            return Err(ActError::Refused(
                "必须留有裁判长",
                "somebody must remain chief arbiter",
            ));
        }
        let stored = StoredAccount {
            disabled: true,
            ..stored.clone()
        };
        self.keep_account(stored, "account.close", actor)
    }

    fn keep_account(
        &self,
        stored: StoredAccount,
        action: &'static str,
        actor: &Actor,
    ) -> Result<(), ActError> {
        let actor = actor.clone();
        self.store().write(move |connection| {
            let event = event::current(connection)?.map(|event| event.id);
            let before = account::get(connection, &stored.name)?.map(|before| before.roles);
            account::put(connection, &stored)?;
            account::close_sessions_of(connection, &stored.name)?;
            let after = (&stored.name, &stored.roles, stored.disabled);
            note(connection, event, &actor, action, &before, &after)?;
            Ok(())
        })
    }
}
