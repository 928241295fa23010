//! `/desk/system`: terminals, accounts, backups.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::frame::{Frame, answer, done, html};
use crate::hub::account::gate::Officer;
use crate::hub::account::{Action, Role};
use crate::hub::backup::Verified;
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub, Invitation};
use crate::store::hub::account::{self, StoredAccount};
use crate::store::hub::{enrolment, event};

#[derive(Template)]
#[template(path = "../desk/system.html")]
struct Page {
    frame: Frame,
    terminals: Vec<Terminal>,
    accounts: Vec<Account>,
    invitation: Option<Invitation>,
    certificate: Option<Vec<String>>,
    drilled: Option<Verified>,
}

struct Account {
    name: String,
    roles: String,
    disabled: bool,
}

impl Account {
    fn of(l: Lang, stored: StoredAccount) -> Self {
        let roles = stored.roles.iter().filter_map(|code| Role::parse(code));
        let names = roles.map(|role| l.t(role.name().0, role.name().1));
        Self {
            name: stored.name,
            roles: names.collect::<Vec<_>>().join("、"),
            disabled: stored.disabled,
        }
    }
}

struct Terminal {
    id: String,
    name: String,
    board: Option<u32>,
    online: bool,
    revoked: bool,
}

/// Terminals, accounts, backups.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    answer(&reader, show(&hub, &reader, &officer, Told::default()))
}

/// What an act has to tell once.
#[derive(Default)]
struct Told {
    invitation: Option<Invitation>,
    drilled: Option<Verified>,
}

fn show(hub: &Hub, reader: &Reader, officer: &Officer, told: Told) -> Result<Response, ActError> {
    let (terminals, accounts) = hub.store().read(|connection| {
        let event = event::current(connection)?;
        let terminals = match event {
            Some(event) => enrolment::all(connection, event.id)?,
            None => Vec::new(),
        };
        Ok::<_, ActError>((terminals, account::all(connection)?))
    })?;
    let page = Page {
        frame: Frame::new(hub, reader, officer, "system", ("系统", "System"))?,
        terminals: terminals
            .into_iter()
            .map(|known| Terminal {
                online: hub.presence.is_online(&known.id),
                id: known.id,
                name: known.name,
                board: known.board,
                revoked: known.revoked,
            })
            .collect(),
        accounts: if officer.session.may(Action::ManageAccounts) {
            accounts
                .into_iter()
                .map(|stored| Account::of(reader.lang, stored))
                .collect()
        } else {
            Vec::new()
        },
        invitation: told.invitation,
        drilled: told.drilled,
        certificate: hub.certificate_words(),
    };
    Ok(html(reader, &page))
}

/// For which board.
#[derive(Deserialize)]
pub struct InviteForm {
    #[serde(default)]
    board: String,
}

fn board_of(text: &str) -> Result<Option<u32>, ActError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let unclear = ActError::Refused("台次是数目", "a board is a number");
    text.parse().map(Some).map_err(|_| unclear)
}

/// Draws a code and shows it once.
pub async fn invite(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<InviteForm>,
) -> Response {
    let page = board_of(&form.board)
        .and_then(|board| hub.invite(board, &officer.actor))
        .and_then(|invitation| {
            let told = Told {
                invitation: Some(invitation),
                ..Told::default()
            };
            show(&hub, &reader, &officer, told)
        });
    answer(&reader, page)
}

/// Backs up and restores the copy in a drill.
pub async fn back_up(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    let drilled = tokio::task::spawn_blocking({
        let (hub, actor) = (Arc::clone(&hub), officer.actor.clone());
        move || hub.back_up_and_drill(&actor)
    });
    let page = match drilled.await {
        Ok(drilled) => drilled.and_then(|drilled| {
            let told = Told {
                drilled: Some(drilled),
                ..Told::default()
            };
            show(&hub, &reader, &officer, told)
        }),
        Err(error) => return super::refusal::broken(&reader, &error),
    };
    answer(&reader, page)
}

/// Which terminal, and where.
#[derive(Deserialize)]
pub struct PlaceForm {
    terminal: String,
    #[serde(default)]
    board: String,
}

/// Puts a terminal at a board, or at none.
pub async fn place(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<PlaceForm>,
) -> Response {
    let result = board_of(&form.board)
        .and_then(|board| hub.place_terminal(&form.terminal, board, &officer.actor));
    done(&reader, result, "/desk/system")
}

/// Takes a terminal's key away.
pub async fn revoke(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<PlaceForm>,
) -> Response {
    done(
        &reader,
        hub.revoke_terminal(&form.terminal, &officer.actor),
        "/desk/system",
    )
}

/// Who, and what he may do: each role is a field of its own.
#[derive(Deserialize)]
pub struct AccountForm {
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    role: String,
    #[serde(default)]
    role2: String,
}

/// Makes an account, or changes one.
pub async fn account(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<AccountForm>,
) -> Response {
    let roles: Vec<Role> = [&form.role, &form.role2]
        .into_iter()
        .filter_map(|code| Role::parse(code))
        .collect();
    let made = tokio::task::spawn_blocking({
        let (hub, actor) = (Arc::clone(&hub), officer.actor.clone());
        move || hub.put_account(&form.name, &form.password, &roles, &actor)
    });
    match made.await {
        Ok(result) => done(&reader, result, "/desk/system"),
        Err(error) => super::refusal::broken(&reader, &error),
    }
}

/// Closes an account.
pub async fn close_account(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<AccountForm>,
) -> Response {
    done(
        &reader,
        hub.close_account(&form.name, &officer.actor),
        "/desk/system",
    )
}

impl Page {
    fn roles(&self) -> Vec<(&'static str, &'static str)> {
        let l = self.frame.l;
        Role::ALL
            .map(|role| (role.code(), l.t(role.name().0, role.name().1)))
            .into()
    }
}
