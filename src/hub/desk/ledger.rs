//! `/desk/audit` and `/desk/roles`.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::frame::{Frame, answer, html};
use crate::hub::account::gate::Officer;
use crate::hub::account::{Action, Role};
use crate::hub::page::Reader;
use crate::hub::{ActError, Hub};
use crate::store::hub::audit::{self, Row};

/// Rows shown; the whole log is in the file.
const SHOWN: usize = 300;

#[derive(Template)]
#[template(path = "../desk/audit.html")]
struct AuditPage {
    frame: Frame,
    whole: bool,
    count: usize,
    rows: Vec<Row>,
}

impl AuditPage {
    /// `2019-06-15 09:00:00` of `2019-06-15T09:00:00.000Z`.
    fn moment(at: &str) -> String {
        at.get(..19).unwrap_or(at).replace('T', " ")
    }
}

/// The audit log, the last rows first.
pub async fn audit(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    let page = (|| {
        let mut rows = hub.store().read(audit::all)?;
        let whole = audit::verify(&rows).is_ok();
        let count = rows.len();
        rows.reverse();
        rows.truncate(SHOWN);
        let frame = Frame::new(&hub, &reader, &officer, "system", ("操作记录", "Audit log"))?;
        Ok::<_, ActError>(html(
            &reader,
            &AuditPage {
                frame,
                whole,
                count,
                rows,
            },
        ))
    })();
    answer(&reader, page)
}

#[derive(Template)]
#[template(path = "../desk/roles.html")]
struct RolesPage {
    frame: Frame,
    roles: Vec<&'static str>,
    lines: Vec<(&'static str, Vec<bool>)>,
}

/// The table of roles and actions.
pub async fn roles(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    let l = reader.lang;
    let page = (|| {
        let frame = Frame::new(&hub, &reader, &officer, "system", ("角色", "Roles"))?;
        let line = |action: &Action| {
            let allowed = Role::ALL.map(|role| action.roles().contains(&role));
            (l.t(action.name().0, action.name().1), allowed.into())
        };
        let page = RolesPage {
            frame,
            roles: Role::ALL
                .map(|role| l.t(role.name().0, role.name().1))
                .into(),
            lines: Action::ALL.iter().map(line).collect(),
        };
        Ok::<_, ActError>(html(&reader, &page))
    })();
    answer(&reader, page)
}
