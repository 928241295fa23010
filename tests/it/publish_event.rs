//! An event to publish, played through the hub's own acts: real pairings, real games, journals.

use std::path::Path;

use qipu::demo::draw::Draw;
use qipu::demo::{games, people};
use qipu::hub::people::Personal;
use qipu::hub::{Actor, Hub, NewEvent, ResultEntry};
use qipu::journal::{Event, Head, Mode, Reading, Signer, Stamp, Started, TimeControl, Verdict};
use qipu::store::StoreError;
use qipu::store::hub::event::Conduct;
use qipu::store::hub::{entry, game};
use tournament::document::{EventDocument, GameResult, Player, RegulationChoice, Sex};
use tournament::regulation::Regulation;
use xiangqi::{Position, Side};

/// What no export may hold: each stands somewhere in the event made here.
pub const PRIVATE: [&str; 4] = [
    "620521199003071230",
    "13900001111",
    "6217000000001234567",
    "泰山路12号",
];

/// A name and a unit that try to be something else than text.
pub const HOSTILE: [&str; 2] = ["<script>alert(1)</script>", "=cmd|' /C calc'!A0"];

fn document(players: usize, rounds: u16) -> EventDocument {
    let mut entered: Vec<Player> = people::invent(Draw::new(7), players)
        .into_iter()
        .zip(1..)
        .map(|(person, number)| Player {
            number,
            name: person.name,
            unit: person.unit.to_owned(),
            team: person.team.unwrap_or_default(),
            born: None,
            sex: if person.woman { Sex::F } else { Sex::M },
            regions: person
                .regions
                .iter()
                .map(|region| (*region).to_owned())
                .collect(),
            withdrawn_after: None,
            entered_in: None,
            seed_rating: None,
            expelled: false,
            reserve: false,
            penalties: Vec::new(),
            other: serde_json::Map::new(),
        })
        .collect();
    HOSTILE[0].clone_into(&mut entered[0].name);
    HOSTILE[1].clone_into(&mut entered[0].unit);
    "\"引号\"&〔{}〕;".clone_into(&mut entered[1].name);
    for (at, field) in ["id_card", "phone", "bank"].into_iter().enumerate() {
        entered[2]
            .other
            .insert(field.to_owned(), PRIVATE[at].into());
    }
    let mut document = EventDocument {
        title: Some("清水“轩辕杯”公开赛".to_owned()),
        regulation: RegulationChoice::Named("qingshui-2019".to_owned()),
        rounds_planned: Some(rounds),
        players: entered,
        seed: Some("7".to_owned()),
        ..EventDocument::default()
    };
    document
        .other
        .insert("address".to_owned(), PRIVATE[3].into());
    document
}

/// Plays an event in a data folder and leaves the hub closed. One of the players is entered by the
/// registrar, with what only he may see.
pub fn play(data: &Path, players: usize, rounds: u16) {
    let hub = Hub::open(data).unwrap();
    let chief = Actor::program("chief");
    let mut document = document(players, rounds);
    let registered = document.players.pop().expect("an event has players");
    let new = NewEvent {
        document,
        regulation: Regulation::built_in("qingshui-2019").unwrap(),
        conduct: Conduct {
            arbiter_confirms: false,
            ..Conduct::default()
        },
    };
    hub.create_event(new, &chief).unwrap();
    let [identity, phone, account, address] = PRIVATE.map(str::to_owned);
    let personal = Personal {
        identity,
        phone,
        address,
        bank: String::new(),
        account,
    };
    hub.enter_person(registered, personal, &chief).unwrap();
    let library = games::shipped();
    for number in 1..=rounds {
        let draft = hub.pair_next(&chief).unwrap();
        hub.publish_round(number, &draft.digest, &chief).unwrap();
        let event = hub.event().unwrap().unwrap().id;
        let boards = hub
            .store()
            .read(|connection| game::of_round(connection, event, number))
            .unwrap();
        let mut results = Vec::new();
        for board in &boards {
            let seed = Draw::new(u64::from(number) * 1000 + u64::from(board.board));
            let played = &library[seed.below(library.len(), "game", &[])];
            results.push((board.board, played.outcome.verdict));
            let (id, moves, outcome) = (board.id, played.moves.clone(), played.outcome);
            hub.store()
                .write(move |connection| {
                    let mut head = Head::empty(id);
                    for (mono, happened) in happened(&moves, outcome).into_iter().enumerate() {
                        let stamp = Stamp {
                            wall: "2026-06-15T09:00:00+08:00".to_owned(),
                            boot: 1,
                            mono_ms: mono as u64 * 9000,
                        };
                        let written = head.append("board", stamp, happened);
                        entry::insert(connection, event, &written, 0, 1_781_485_200_000)?;
                    }
                    Ok::<(), StoreError>(())
                })
                .unwrap();
        }
        for (board, verdict) in results {
            let result = match verdict {
                Verdict::Red => GameResult::Red,
                Verdict::Black => GameResult::Black,
                _ => GameResult::Draw,
            };
            let entered = ResultEntry {
                round: number,
                board,
                result,
                reason: String::new(),
            };
            hub.enter_result(entered, &chief).unwrap();
        }
        hub.close_round(number, &chief).unwrap();
    }
}

fn happened(moves: &[xiangqi::Move], outcome: qipu::journal::Outcome) -> Vec<Event> {
    let time = TimeControl {
        base_ms: 1_800_000,
        increment_ms: 10_000,
        first_move_bonus: false,
    };
    let mut events = vec![Event::Started(Started {
        mode: Mode::Live,
        start_fen: Position::start().to_fen(),
        time: Some(time),
        limit_rounds: 40,
        claimant_check_cap: 0,
    })];
    let mut left = [time.base_ms; 2];
    for (ply, mv) in moves.iter().enumerate() {
        let side = if ply % 2 == 0 { Side::Red } else { Side::Black };
        let used = 4_000 + (ply as u64 * 7_919) % 41_000;
        left[ply % 2] = (left[ply % 2] + time.increment_ms).saturating_sub(used);
        events.push(Event::Move { mv: *mv });
        let reading = Reading {
            red_ms: left[0],
            black_ms: left[1],
            external: false,
        };
        events.push(Event::Pressed { side, reading });
    }
    events.push(Event::Result(outcome));
    for by in [Signer::Red, Signer::Black] {
        events.push(Event::Signed {
            by,
            strokes: Vec::new(),
        });
    }
    events
}
