//! The enrolment: the code goes to the hub on a thread of its own; what came of it is news.

use qipu_ui::{App, EnrolData};
use slint::ComponentHandle;

use super::Screen;
use crate::kiosk::controller::{Fault, Kiosk};
use crate::sync::transport::Http;
use crate::sync::wire::{EnrolRequest, Refusal};
use crate::sync::{Identity, LinkError, client};

/// Wires the digits; `ask` sends a whole code.
pub(super) fn wire(app: &App, screen: &Screen, ask: impl Fn(String) + 'static) {
    let data = app.global::<EnrolData>();
    let own = screen.clone();
    data.on_digit(move |digit| {
        let Ok(digit) = u8::try_from(digit) else {
            return;
        };
        let mut code = None;
        own.act(|kiosk| {
            code = kiosk
                .enrolment_mut()
                .and_then(|enrolment| enrolment.digit(digit))
        });
        if let Some(code) = code {
            ask(code);
        }
    });
    let own = screen.clone();
    data.on_erase(move || {
        own.act(|kiosk| {
            if let Some(enrolment) = kiosk.enrolment_mut() {
                enrolment.erase();
            }
        });
    });
}

/// Asks the hub; takes as long as the network does.
pub(super) fn ask(url: &str, name: &str, code: String) -> Result<Identity, Fault> {
    let mut facts = serde_json::Map::new();
    facts.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    let request = EnrolRequest {
        code,
        name: name.to_owned(),
        facts,
    };
    match client::enrol(&Http::new(url), &request) {
        Ok(enrolled) => Ok(Identity {
            terminal: enrolled.terminal,
            key: enrolled.key,
        }),
        Err(LinkError::Refused {
            refusal: Refusal::BadCode | Refusal::TooMany,
            ..
        }) => Err(Fault::BadCode),
        Err(error) => {
            tracing::warn!(%error, "not enrolled");
            Err(Fault::NoAnswer)
        }
    }
}

/// Shows the enrolment as it stands.
pub(super) fn show(app: &App, kiosk: &Kiosk) {
    let Some(enrolment) = kiosk.enrolment() else {
        return;
    };
    let data = app.global::<EnrolData>();
    data.set_url(enrolment.url.as_str().into());
    data.set_typed(enrolment.typed() as i32);
    data.set_busy(enrolment.busy);
    data.set_no_answer(enrolment.fault == Some(Fault::NoAnswer));
    data.set_bad_code(enrolment.fault == Some(Fault::BadCode));
}
