//! The enrolment: what a person touches here; what the network has to say comes as news.

use std::net::{TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;

use qipu_ui::{App, EnrolData, EnrolStep, FoundHub};
use slint::{ComponentHandle, ModelRc, SharedString, VecModel};

use super::Screen;
use crate::kiosk::controller::{Enrolment, Fault, Kiosk, Place, Step};
use crate::sync::discovery::{self, Found};
use crate::sync::transport::{AddressError, Http, Transport};
use crate::sync::wire::{EnrolRequest, Refusal};
use crate::sync::{HubClient, Identity, LinkError, client, pin};

/// How long hubs may take to answer.
const SEARCH: Duration = Duration::from_secs(3);

/// What another thread is to do for the enrolment, since the network may take its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Errand {
    /// Look for hubs in the hall.
    Search,
    /// Look at a hub's certificate.
    Look(Place),
    /// Hand in a code.
    Enrol(Place, String),
}

fn on(kiosk: &mut Kiosk, act: impl FnOnce(&mut Enrolment)) {
    if let Some(enrolment) = kiosk.enrolment_mut() {
        act(enrolment);
    }
}

pub(super) fn wire(app: &App, screen: &Screen) {
    let data = app.global::<EnrolData>();
    let own = screen.clone();
    data.on_digit(move |digit| {
        let Ok(digit) = u8::try_from(digit) else {
            return;
        };
        let mut errand = None;
        own.act(|kiosk| {
            on(kiosk, |enrolment| {
                errand = enrolment
                    .digit(digit)
                    .and_then(|code| Some(Errand::Enrol(enrolment.place()?.clone(), code)));
            });
        });
        own.send(errand);
    });
    let own = screen.clone();
    data.on_key(move |text| {
        own.act(|kiosk| {
            on(kiosk, |enrolment| {
                text.chars().for_each(|c| enrolment.type_address(c))
            });
        });
    });
    let own = screen.clone();
    data.on_erase(move || own.act(|kiosk| on(kiosk, Enrolment::erase)));
    let own = screen.clone();
    data.on_go(move || {
        let mut errand = None;
        own.act(|kiosk| on(kiosk, |enrolment| errand = enrolment.go().map(Errand::Look)));
        own.send(errand);
    });
    let own = screen.clone();
    data.on_pick(move |index| {
        let Ok(index) = usize::try_from(index) else {
            return;
        };
        let mut errand = None;
        own.act(|kiosk| {
            on(kiosk, |enrolment| {
                errand = enrolment.pick(index).map(Errand::Look);
            });
        });
        own.send(errand);
    });
    let own = screen.clone();
    data.on_compared(move |same| own.act(|kiosk| on(kiosk, |enrolment| enrolment.compared(same))));
    let own = screen.clone();
    data.on_back(move || own.act(|kiosk| on(kiosk, Enrolment::back)));
    let own = screen.clone();
    data.on_search(move || own.look_for_hubs());
    let own = screen.clone();
    data.on_alone(move || {
        own.act(|kiosk| {
            if let Err(error) = kiosk.leave_enrolment() {
                tracing::error!(%error, "the free game cannot be opened");
            }
        });
    });
}

impl Screen {
    /// Looks for hubs, when one is to be chosen.
    pub(super) fn look_for_hubs(&self) {
        let wanted = self
            .kiosk()
            .borrow()
            .enrolment()
            .is_some_and(|enrolment| enrolment.step() == Step::Address);
        self.send(wanted.then_some(Errand::Search));
    }
}

/// The hubs of the hall; none when the network cannot be asked.
pub(super) fn search() -> Vec<Found> {
    discovery::find(SEARCH).unwrap_or_else(|error| {
        tracing::warn!(error, "no hub can be looked for");
        Vec::new()
    })
}

/// The certificate of a hub, or none when it speaks no TLS.
pub(super) fn look(place: &Place) -> Result<Option<Vec<u8>>, Fault> {
    match pin::look(&place.address) {
        Ok(certificate) => Ok(Some(certificate)),
        Err(error) if place.is_encrypted() => {
            tracing::warn!(error, "the hub shows no certificate");
            Err(Fault::NoAnswer)
        }
        // Somebody listens there without TLS: the page says that nothing is encrypted.
        Err(_) if answers(&place.address) => Ok(None),
        Err(error) => {
            tracing::warn!(error, "no hub");
            Err(Fault::NoAnswer)
        }
    }
}

fn answers(address: &str) -> bool {
    let sockets = address.to_socket_addrs().into_iter().flatten();
    sockets
        .take(1)
        .any(|socket| TcpStream::connect_timeout(&socket, Duration::from_secs(5)).is_ok())
}

/// The way to a hub: by the certificate a person compared, or in the clear.
fn transport(place: &Place) -> Result<Arc<dyn Transport>, AddressError> {
    Ok(match place.certificate() {
        Some(certificate) => Arc::new(Http::pinned(&place.address, &certificate)?),
        None => Arc::new(Http::new(&format!("http://{}", place.address))),
    })
}

/// Makes calls to the hub at a place.
///
/// # Errors
/// The address does not resolve now.
pub(super) fn client_at(place: &Place, identity: Identity) -> Result<HubClient, AddressError> {
    Ok(HubClient::with_transport(transport(place)?, identity))
}

/// Asks the hub; takes as long as the network does.
pub(super) fn ask(place: &Place, name: &str, code: String) -> Result<Identity, Fault> {
    let mut facts = serde_json::Map::new();
    facts.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    let request = EnrolRequest {
        code,
        name: name.to_owned(),
        facts,
    };
    let way = transport(place).map_err(|error| {
        tracing::warn!(%error, "not enrolled");
        Fault::NoAnswer
    })?;
    match client::enrol(&*way, &request) {
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

fn texts(list: impl IntoIterator<Item = String>) -> ModelRc<SharedString> {
    let list: Vec<SharedString> = list.into_iter().map(Into::into).collect();
    ModelRc::new(VecModel::from(list))
}

/// Shows the enrolment as it stands.
pub(super) fn show(app: &App, kiosk: &Kiosk) {
    let Some(enrolment) = kiosk.enrolment() else {
        return;
    };
    let data = app.global::<EnrolData>();
    data.set_step(match enrolment.step() {
        Step::Address => EnrolStep::Address,
        Step::Looking => EnrolStep::Looking,
        Step::Compare => EnrolStep::Compare,
        Step::Code => EnrolStep::Code,
    });
    data.set_address(enrolment.address().into());
    let certificate = enrolment.place().and_then(Place::certificate);
    data.set_encrypted(certificate.is_some());
    data.set_fingerprint(texts(
        certificate.map_or_else(Vec::new, |der| pin::words(&der)),
    ));
    let found: Vec<FoundHub> = enrolment
        .found()
        .iter()
        .map(|hub| FoundHub {
            name: hub.name.as_str().into(),
            address: hub.address.as_str().into(),
        })
        .collect();
    data.set_found(ModelRc::new(VecModel::from(found)));
    data.set_typed(enrolment.typed() as i32);
    data.set_busy(enrolment.busy);
    data.set_first(kiosk.assignment().is_none());
    data.set_fault(match enrolment.fault {
        None => qipu_ui::EnrolFault::None,
        Some(Fault::BadAddress) => qipu_ui::EnrolFault::BadAddress,
        Some(Fault::NoAnswer) => qipu_ui::EnrolFault::NoAnswer,
        Some(Fault::NotSame) => qipu_ui::EnrolFault::NotSame,
        Some(Fault::BadCode) => qipu_ui::EnrolFault::BadCode,
    });
}
