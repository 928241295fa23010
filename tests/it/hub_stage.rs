//! A hall for the hub's stories: a real server on a free port, terminals that enrol and write.

use std::sync::Arc;
use std::time::Duration;

use qipu::hub::{Actor, Handle, Hub, NewEvent, Server};
use qipu::journal::{Entry, Event, GameId, Head, Outcome, Reason, Signer, Stamp, Verdict};
use qipu::store::hub::event::Conduct;
use qipu::sync::assignment::GameAssignment;
use qipu::sync::client::enrol;
use qipu::sync::transport::Http;
use qipu::sync::wire::EnrolRequest;
use qipu::sync::{HubClient, Identity};
use tournament::{EventDocument, Regulation};

/// A hub that is being served, in a folder of its own.
pub struct Stage {
    pub hub: Arc<Hub>,
    pub server: Handle,
    /// Removed when the stage is dropped.
    _folder: tempfile::TempDir,
}

/// The program, acting by itself.
pub fn me() -> Actor {
    Actor::program("test")
}

/// An event of so many players, named 甲1, 甲2, ….
pub fn new_event(players: u32, arbiter_confirms: bool) -> NewEvent {
    let players: Vec<_> = (1..=players)
        .map(|number| serde_json::json!({"number": number, "name": format!("甲{number}"), "unit": "清水"}))
        .collect();
    let document = serde_json::json!({
        "title": "测试赛", "regulation": "qingshui-2019", "seed": "test", "players": players,
        "rounds_planned": 3, "rounds": []});
    let document = EventDocument::from_json(document.to_string().as_bytes()).expect("is sound");
    let regulation = Regulation::of(&document).expect("is built in");
    NewEvent {
        document,
        regulation,
        conduct: Conduct {
            delay_s: 0,
            arbiter_confirms,
        },
    }
}

impl Stage {
    /// A hub with an event of so many players, round 1 published.
    pub fn with_round_one(players: u32) -> Self {
        let stage = Self::empty();
        stage
            .hub
            .create_event(new_event(players, false), &me())
            .expect("is the first event");
        stage.publish_next();
        stage
    }

    /// A hub without an event.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let hub = Arc::new(Hub::open(folder.path()).expect("an empty folder opens"));
        let server = Server::start(Arc::clone(&hub), "127.0.0.1:0").expect("a port is free");
        Self {
            hub,
            server,
            _folder: folder,
        }
    }

    /// Pairs the next round and publishes it.
    pub fn publish_next(&self) -> u16 {
        let draft = self.hub.pair_next(&me()).expect("can be paired");
        assert!(
            self.hub
                .publish_round(draft.number, &draft.digest, &me())
                .expect("is a draft")
        );
        draft.number
    }

    /// Enrols a terminal for a board.
    pub fn terminal(&self, board: Option<u32>) -> HubClient {
        HubClient::new(&self.server.url(), self.identity(board))
    }

    /// The identity of a newly enrolled terminal.
    pub fn identity(&self, board: Option<u32>) -> Identity {
        let invitation = self.hub.invite(board, &me()).expect("there is an event");
        let request = EnrolRequest {
            code: invitation.code,
            name: format!("board {board:?}"),
            facts: serde_json::Map::new(),
        };
        let enrolled = enrol(&Http::new(&self.server.url()), &request).expect("the code is good");
        Identity {
            terminal: enrolled.terminal,
            key: enrolled.key,
        }
    }

    /// A page as a browser without scripts gets it: status and text.
    pub fn page(&self, path: &str) -> (u16, String) {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let mut response = agent
            .get(format!("{}{path}", self.server.url()))
            .call()
            .expect("the server answers");
        let text = response
            .body_mut()
            .read_to_string()
            .expect("pages are text");
        (response.status().as_u16(), text)
    }
}

/// The game a terminal is to show.
pub fn game_of(client: &HubClient) -> GameAssignment {
    let assignment = client
        .assignment(None, Duration::ZERO)
        .expect("the hub answers");
    assignment
        .expect("is the first answer")
        .game
        .expect("a round is published")
}

/// Writes a game's journal, as a terminal does.
pub struct Pen {
    pub head: Head,
    writer: String,
    ms: u64,
}

impl Pen {
    pub fn new(game: GameId, writer: &str) -> Self {
        Self {
            head: Head::empty(game),
            writer: writer.to_owned(),
            ms: 0,
        }
    }

    pub fn write(&mut self, event: Event) -> Entry {
        self.ms += 1000;
        let stamp = Stamp {
            wall: "2019-06-15T09:00:00Z".into(),
            boot: 1,
            mono_ms: self.ms,
        };
        self.head.append(&self.writer, stamp, event)
    }

    /// A whole game: begun, played, decided and signed.
    pub fn whole(
        &mut self,
        assigned: &GameAssignment,
        moves: &str,
        verdict: Verdict,
    ) -> Vec<Entry> {
        let mut entries = vec![self.write(Event::Started(assigned.start.clone()))];
        for mv in moves.split_whitespace() {
            let mv = mv.parse().expect("the test's moves are coordinates");
            entries.push(self.write(Event::Move { mv }));
        }
        entries.extend(self.whole_end(verdict));
        entries
    }

    /// The end of a game: the result and both signatures.
    pub fn whole_end(&mut self, verdict: Verdict) -> Vec<Entry> {
        let outcome = Outcome {
            verdict,
            reason: Reason::Resignation,
        };
        let mut entries = vec![self.write(Event::Result(outcome))];
        for by in [Signer::Red, Signer::Black] {
            entries.push(self.write(Event::Signed {
                by,
                strokes: Vec::new(),
            }));
        }
        entries
    }
}
