//! Every answer of a hub has its duty, and none of them costs an entry.

use std::collections::VecDeque;
use std::sync::Mutex;

use uuid::Uuid;

use super::*;
use crate::journal::{Event, Head, Stamp};
use crate::sync::Identity;
use crate::sync::transport::{NoAnswer, Request, Response, Transport};
use crate::sync::wire::Upload;

/// A hub that answers what the test wants.
#[derive(Default)]
struct Scripted {
    answers: Mutex<VecDeque<Result<Response, NoAnswer>>>,
    asked: Mutex<Vec<Request>>,
}

impl Transport for Scripted {
    fn exchange(&self, request: &Request) -> Result<Response, NoAnswer> {
        self.asked.lock().expect("one thread").push(request.clone());
        let answer = self.answers.lock().expect("one thread").pop_front();
        answer.unwrap_or_else(|| Err(NoAnswer("the script is over".to_owned())))
    }
}

impl Scripted {
    fn say(&self, status: u16, body: impl Into<Vec<u8>>) {
        let answer = Ok(Response {
            status,
            retry_after: None,
            body: body.into(),
        });
        self.answers.lock().expect("one thread").push_back(answer);
    }

    fn refuse(&self, refusal: &Refusal) {
        let body = serde_json::to_vec(refusal).expect("a refusal is JSON");
        self.say(refusal.status(), body);
    }

    fn accept(&self, through: u64) {
        self.say(200, format!("{{\"accepted_through\":{through}}}"));
    }

    /// First and last number of each upload so far.
    fn sent(&self) -> Vec<(u64, u64)> {
        let asked = self.asked.lock().expect("one thread");
        asked
            .iter()
            .filter(|request| request.method == "POST")
            .map(|request| {
                let upload: Upload = serde_json::from_slice(&request.body).expect("an upload");
                let seq =
                    |entry: Option<&crate::journal::Entry>| entry.map_or(0, |entry| entry.seq);
                (seq(upload.entries.first()), seq(upload.entries.last()))
            })
            .collect()
    }
}

struct Stage {
    hub: Arc<Scripted>,
    store: Arc<TerminalStore>,
    deliverer: Deliverer,
    _folder: tempfile::TempDir,
}

const GAME: GameId = GameId(Uuid::from_u128(7));
const OTHER: GameId = GameId(Uuid::from_u128(8));

fn write(store: &TerminalStore, game: GameId, entries: usize) {
    for _ in 0..entries {
        let stamp = Stamp {
            wall: "2019-06-15T09:00:00+08:00".to_owned(),
            boot: 1,
            mono_ms: 0,
        };
        let mut head: Head = store.head(game).expect("readable");
        let entry = head.append("t", stamp, Event::Resumed);
        store.append(&entry).expect("it follows");
    }
}

fn stage(entries: usize) -> Stage {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = TerminalStore::open(folder.path().join("terminal.sqlite")).expect("a new file");
    let store = Arc::new(store);
    write(&store, GAME, entries);
    let hub = Arc::new(Scripted::default());
    let identity = Identity {
        terminal: "t".to_owned(),
        key: "00".repeat(32),
    };
    let client = HubClient::with_transport(hub.clone(), identity);
    Stage {
        hub,
        deliverer: Deliverer::new(Arc::clone(&store), client),
        store,
        _folder: folder,
    }
}

impl Stage {
    fn aside(&self) -> Option<(u64, String)> {
        let delivery = self.store.delivery(GAME).expect("readable");
        delivery.aside.map(|aside| (aside.seq, aside.reason))
    }

    fn kept(&self) -> usize {
        self.store.entries(GAME).expect("readable").len()
    }
}

#[test]
fn what_is_refused_for_good_is_set_aside_shown_and_never_sent_again() {
    let cases = [
        (Refusal::NotYours, "not_wanted"),
        (Refusal::Unknown, "not_wanted"),
        (Refusal::Gone, "not_wanted"),
        (Refusal::OldEpoch { epoch: 2 }, "old_epoch"),
        (
            Refusal::Fork {
                seq: 1,
                accepted_through: 1,
            },
            "fork",
        ),
        (
            Refusal::Poison {
                seq: 1,
                reason: "unknown type".to_owned(),
            },
            "unknown type",
        ),
    ];
    for (refusal, reason) in cases {
        let mut stage = stage(3);
        stage.hub.refuse(&refusal);
        stage.deliverer.round().expect("the store works");
        assert_eq!(stage.aside(), Some((1, reason.to_owned())), "{refusal:?}");
        let again = stage.deliverer.round().expect("the store works");
        assert_eq!(again, Delivered::All, "{refusal:?}");
        assert_eq!(stage.hub.sent().len(), 1, "{refusal:?}: sent again");
        assert_eq!(stage.kept(), 3, "{refusal:?}: an entry is gone");
    }
}

#[test]
fn what_may_pass_is_tried_again_and_nothing_is_set_aside() {
    let bad_gateway = |hub: &Scripted| hub.say(502, "<html>");
    let portal = |hub: &Scripted| hub.say(200, "<html>Please log in</html>");
    let busy = |hub: &Scripted| hub.refuse(&Refusal::TooMany);
    let full = |hub: &Scripted| hub.refuse(&Refusal::Unavailable);
    let silent = |_: &Scripted| ();
    let answers: [&dyn Fn(&Scripted); 5] = [&bad_gateway, &portal, &busy, &full, &silent];
    for (at, answer) in answers.iter().enumerate() {
        let mut stage = stage(3);
        answer(&stage.hub);
        let outcome = stage.deliverer.round().expect("the store works");
        assert!(
            matches!(outcome, Delivered::Later(_) | Delivered::Unreachable),
            "{at}: {outcome:?}"
        );
        assert_eq!(stage.aside(), None, "{at}");
        stage.hub.accept(3);
        stage.deliverer.round().expect("the store works");
        let delivery = stage.store.delivery(GAME).expect("readable");
        assert_eq!((delivery.accepted, stage.kept()), (3, 3), "{at}");
    }
}

#[test]
fn a_revoked_terminal_keeps_everything_and_says_so() {
    let mut stage = stage(3);
    stage.hub.refuse(&Refusal::Unsigned);
    let outcome = stage.deliverer.round().expect("the store works");
    assert_eq!(outcome, Delivered::Refused(LinkState::Revoked));
    assert_eq!((stage.aside(), stage.kept()), (None, 3));
}

/// A terminal's wall clock may be anything: it takes the hub's over and tries at once.
#[test]
fn a_clock_that_is_off_is_put_right_in_the_same_call() {
    let mut stage = stage(1);
    stage.hub.refuse(&Refusal::Clock {
        now_ms: 1_560_000_000_000,
    });
    stage.hub.accept(1);
    stage.deliverer.round().expect("the store works");
    assert_eq!(stage.store.delivery(GAME).expect("readable").accepted, 1);
    let asked = stage.hub.asked.lock().expect("one thread");
    let header = asked[1].authorization.as_deref().expect("signed");
    assert!(header.contains("time=15600000"), "{header}");
}

#[test]
fn what_is_too_large_goes_in_halves_down_to_the_one_that_cannot_go() {
    let mut stage = stage(4);
    for _ in 0..8 {
        stage.hub.refuse(&Refusal::TooLarge);
    }
    // 200, 100, 50, 25, 12, 6, 3 and at last 1 at once.
    let outcome = stage.deliverer.round();
    outcome.expect("the store works");
    assert_eq!(
        stage.hub.sent(),
        [
            (1, 4),
            (1, 4),
            (1, 4),
            (1, 4),
            (1, 4),
            (1, 4),
            (1, 3),
            (1, 1)
        ]
    );
    let reason = "too large or unreadable".to_owned();
    assert_eq!((stage.aside(), stage.kept()), (Some((1, reason)), 4));
}

#[test]
fn a_gap_is_filled_with_what_is_missing() {
    let mut stage = stage(5);
    stage.store.mark_accepted(GAME, 4).expect("writable");
    stage.hub.refuse(&Refusal::Gap {
        accepted_through: 2,
    });
    stage.hub.accept(5);
    stage.deliverer.round().expect("the store works");
    assert_eq!(stage.hub.sent(), [(5, 5), (3, 5)]);
    assert_eq!(stage.store.delivery(GAME).expect("readable").accepted, 5);
}

/// A hub that says the same gap again and again is not hammered.
#[test]
fn a_hub_that_never_gets_on_is_left_for_later() {
    let mut stage = stage(2);
    for _ in 0..5 {
        stage.hub.refuse(&Refusal::Gap {
            accepted_through: 0,
        });
    }
    let outcome = stage.deliverer.round().expect("the store works");
    assert_eq!(outcome, Delivered::Later(None));
    assert!(stage.hub.sent().len() <= 2, "{:?}", stage.hub.sent());
}

#[test]
fn one_game_that_cannot_go_holds_up_no_other() {
    let mut stage = stage(1);
    write(&stage.store, OTHER, 1);
    stage.hub.say(400, "what?");
    stage.hub.accept(1);
    let outcome = stage.deliverer.round().expect("the store works");
    assert_eq!(outcome, Delivered::Later(None));
    assert_eq!(stage.store.delivery(OTHER).expect("readable").accepted, 1);
}
