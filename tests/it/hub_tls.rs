//! TLS: one certificate, made once, pinned; the terminal speaks to no other hub.

use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use qipu::hub::{Handle, Hub, Server, Tls};
use qipu::sync::client::enrol;
use qipu::sync::transport::Http;
use qipu::sync::wire::EnrolRequest;
use qipu::sync::{HubClient, Identity, LinkError, discovery, pin};

use crate::hub_stage::{me, new_event};
use crate::needs;

struct Hall {
    hub: Arc<Hub>,
    server: Handle,
}

impl Hall {
    /// A hub on every address of this machine, as in a hall.
    fn open(folder: &Path, tls: &Tls) -> Self {
        let hub = Arc::new(Hub::open(folder).expect("the folder opens"));
        if hub.event().expect("readable").is_none() {
            hub.create_event(new_event(4, false), &me())
                .expect("is the first");
        }
        let server =
            Server::start_with(Arc::clone(&hub), "0.0.0.0:0", tls).expect("a port is free");
        Self { hub, server }
    }

    /// Where a terminal on this machine finds it.
    fn address(&self) -> String {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.server.address().port())).to_string()
    }

    fn code(&self) -> EnrolRequest {
        let invitation = self.hub.invite(Some(1), &me()).expect("there is an event");
        EnrolRequest {
            code: invitation.code,
            name: "t".to_owned(),
            facts: serde_json::Map::new(),
        }
    }
}

#[test]
fn a_terminal_enrols_over_the_certificate_it_was_shown_and_refuses_another() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let hall = Hall::open(folders[0].path(), &Tls::Auto);
    assert!(hall.server.url().starts_with("https://"));
    let seen = pin::look(&hall.address()).expect("it speaks TLS");
    assert_eq!(Some(&seen[..]), hall.server.certificate());
    let http = Http::pinned(&hall.address(), &seen).expect("an address");
    let enrolled = enrol(&http, &hall.code()).expect("the code is good");
    assert_eq!(enrolled.certificate, Some(pin::pem(&seen)));
    let identity = Identity {
        terminal: enrolled.terminal,
        key: enrolled.key,
    };
    let client = HubClient::with_transport(Arc::new(http), identity.clone());
    client
        .assignment(None, Duration::ZERO)
        .expect("the hub answers");

    // Another hub takes its place: not a byte of a request is sent to it.
    let other = Hall::open(folders[1].path(), &Tls::Auto);
    assert_ne!(other.server.certificate(), Some(&seen[..]));
    let http = Http::pinned(&other.address(), &seen).expect("an address");
    let code = other.code();
    let answer = enrol(&http, &code);
    assert!(matches!(answer, Err(LinkError::NoAnswer(_))), "{answer:?}");
    let stranger = HubClient::with_transport(Arc::new(http), identity);
    let answer = stranger.assignment(None, Duration::ZERO);
    assert!(matches!(answer, Err(LinkError::NoAnswer(_))), "{answer:?}");
    let own = pin::look(&other.address()).expect("it speaks TLS");
    let http = Http::pinned(&other.address(), &own).expect("an address");
    enrol(&http, &code).expect("nobody has used the code");
}

#[test]
fn the_certificate_is_made_once_and_its_key_is_the_hubs_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = {
        let hall = Hall::open(folder.path(), &Tls::Auto);
        hall.server.certificate().map(<[u8]>::to_vec)
    };
    let again = Hall::open(folder.path(), &Tls::Auto);
    assert!(first.is_some());
    assert_eq!(again.server.certificate().map(<[u8]>::to_vec), first);
    let key = std::fs::metadata(folder.path().join("certificate.key")).expect("is there");
    assert_eq!(key.permissions().mode() & 0o777, 0o600);
}

#[test]
fn in_the_clear_only_on_this_machine_or_when_told_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    {
        let hall = Hall::open(folder.path(), &Tls::Off);
        assert!(hall.server.url().starts_with("http://"));
        assert!(hall.hub.is_in_the_clear(), "the desk says so in red");
    }
    let hub = Arc::new(Hub::open(folder.path()).expect("the folder opens"));
    let server = Server::start(Arc::clone(&hub), "127.0.0.1:0").expect("a port is free");
    assert!(server.url().starts_with("http://"));
    assert!(!hub.is_in_the_clear());
}

/// `https` without a pinned certificate gets no answer, and so does plain HTTP to a TLS port.
#[test]
fn without_the_pinned_certificate_there_is_no_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hall = Hall::open(folder.path(), &Tls::Auto);
    let code = hall.code();
    for scheme in ["https", "http"] {
        let http = Http::new(&format!("{scheme}://{}", hall.address()));
        let answer = enrol(&http, &code);
        assert!(
            matches!(answer, Err(LinkError::NoAnswer(_))),
            "{scheme}: {answer:?}"
        );
    }
}

/// `--tls CERT,KEY`: a certificate of another name, from another issuer, is pinned as it is.
#[test]
fn a_certificate_from_elsewhere_is_pinned_as_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = rcgen::generate_simple_self_signed(vec!["hall.example.org".to_owned()])
        .expect("a certificate");
    let (chain, key) = (folder.path().join("c.pem"), folder.path().join("k.pem"));
    std::fs::write(&chain, made.cert.pem()).expect("writable");
    std::fs::write(&key, made.signing_key.serialize_pem()).expect("writable");
    let hall = Hall::open(folder.path(), &Tls::Files(chain, key));
    let http = Http::pinned(&hall.address(), made.cert.der()).expect("an address");
    enrol(&http, &hall.code()).expect("the code is good");

    let missing = Tls::Files("no.pem".into(), "no.key".into());
    let refused = Server::start_with(Arc::clone(&hall.hub), "0.0.0.0:0", &missing);
    let error = refused.expect_err("there are no such files").to_string();
    assert!(error.contains("no.pem"), "{error}");
}

/// By `openssl dgst -sha256` of nothing: the first half of the digest, in groups.
#[test]
fn the_fingerprint_is_the_sha_256_in_groups() {
    let words = pin::words(b"");
    assert_eq!(
        words,
        [
            "E3B0", "C442", "98FC", "1C14", "9AFB", "F4C8", "996F", "B924"
        ]
    );
}

#[test]
fn a_hub_that_announces_itself_is_found() {
    let name = format!("test {}", std::process::id());
    let found = discovery::announce(&name, 18_460, true).and_then(|announced| {
        let found = discovery::find(Duration::from_secs(4));
        drop(announced);
        found
    });
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            needs::skip(&format!("no multicast here: {error}"));
            return;
        }
    };
    let Some(hub) = found.iter().find(|hub| hub.name == name) else {
        needs::skip("no multicast here: nothing was heard in four seconds");
        return;
    };
    assert!(hub.encrypted);
    assert!(hub.address.ends_with(":18460"), "{hub:?}");
}
