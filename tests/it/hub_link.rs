//! The link between terminal and hub: what is acknowledged stays, what is wrong changes nothing.

use std::time::Duration;

use qipu::journal::{Event, Verdict};
use qipu::store::hub::{audit, entry, game};
use qipu::sync::LinkError;
use qipu::sync::client::enrol;
use qipu::sync::transport::Http;
use qipu::sync::wire::{EnrolRequest, Refusal};

use crate::hub_stage::{Pen, Stage, game_of, me};

/// 炮二平五 马８进７ 马八进七 马２进３.
const MOVES: &str = "h2e2 h9g7 b0c2 b9c7";

fn refusal<T: std::fmt::Debug>(answer: Result<T, LinkError>) -> Refusal {
    match answer {
        Err(LinkError::Refused { refusal, .. }) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn a_game_sent_twice_is_there_once_and_decides_its_result() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = pen.whole(&assigned, MOVES, Verdict::Red);
    for _ in 0..2 {
        let accepted = client
            .push(assigned.game, &entries)
            .expect("the entries follow");
        assert_eq!(accepted.accepted_through, entries.len() as u64);
    }
    let stored = stage
        .hub
        .store()
        .read(|c| entry::line_after(c, assigned.game, 0));
    assert_eq!(stored.expect("reads back"), entries);
    let game = stage.hub.store().read(|c| game::get(c, assigned.game));
    let game = game.expect("reads back").expect("is stored");
    assert_eq!(game::code(game.standing()), "red");
    let (status, page) = stage.page(&format!("/games/{}", assigned.game));
    assert_eq!(status, 200);
    assert!(
        page.contains("炮二平五") && page.contains("马２进３") && page.contains("红胜"),
        "{page}"
    );
}

#[test]
fn a_gap_names_what_is_missing_and_a_fork_keeps_both() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let entries = pen.whole(&assigned, MOVES, Verdict::Draw);
    client
        .push(assigned.game, &entries[..2])
        .expect("the first two follow");
    assert_eq!(
        refusal(client.push(assigned.game, &entries[4..])),
        Refusal::Gap {
            accepted_through: 2
        }
    );
    let mut other = Pen::new(assigned.game, "elsewhere");
    let forked = [
        other.write(Event::Started(assigned.start.clone())),
        other.write(Event::Move {
            mv: "c3c4".parse().expect("is a move"),
        }),
    ];
    assert_eq!(
        refusal(client.push(assigned.game, &forked)),
        Refusal::Fork {
            seq: 1,
            accepted_through: 2
        }
    );
    let beside = stage
        .hub
        .store()
        .read(|c| entry::beside(c, assigned.game))
        .expect("reads back");
    assert_eq!(beside, forked);
    let accepted = client
        .push(assigned.game, &entries)
        .expect("the line itself goes on");
    assert_eq!(accepted.accepted_through, entries.len() as u64);
}

#[test]
fn an_entry_changed_on_the_way_is_named_and_the_ones_before_it_stay() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let mut entries = pen.whole(&assigned, MOVES, Verdict::Draw);
    entries[2].event = Event::Move {
        mv: "a0a1".parse().expect("is a move"),
    };
    let answer = refusal(client.push(assigned.game, &entries));
    assert!(
        matches!(answer, Refusal::Poison { seq: 3, .. }),
        "{answer:?}"
    );
    let stored = stage
        .hub
        .store()
        .read(|c| entry::line_after(c, assigned.game, 0));
    assert_eq!(stored.expect("reads back"), entries[..2]);
}

#[test]
fn only_the_terminal_of_the_board_writes_and_only_after_a_hand_over_another() {
    let stage = Stage::with_round_one(4);
    let (first, spare) = (stage.terminal(Some(1)), stage.terminal(Some(2)));
    let assigned = game_of(&first);
    let mut pen = Pen::new(assigned.game, &first.identity().terminal);
    let entries = pen.whole(&assigned, MOVES, Verdict::Draw);
    assert_eq!(
        refusal(spare.push(assigned.game, &entries[..3])),
        Refusal::NotYours
    );
    first
        .push(assigned.game, &entries[..3])
        .expect("is its game");

    let terminal = &spare.identity().terminal;
    let epoch = stage
        .hub
        .hand_over(assigned.game, terminal, &me())
        .expect("both are known");
    assert_eq!(epoch, 2);
    let journal = spare.journal(assigned.game).expect("the spare may read");
    assert_eq!((journal.epoch, &journal.entries[..]), (2, &entries[..3]));
    let mut taken = Pen::new(assigned.game, terminal);
    taken.head = qipu::journal::chain::verify(assigned.game, &journal.entries).expect("is whole");
    taken.head.epoch = journal.epoch;
    let new = taken.write(Event::WriterChanged { by: "test".into() });
    spare
        .push(assigned.game, &[new])
        .expect("the spare writes on");

    // What the old terminal still had is kept beside the game, not lost and not mixed in.
    let answer = refusal(first.push(assigned.game, &entries));
    assert_eq!(answer, Refusal::OldEpoch { epoch: 2 });
    let beside = stage
        .hub
        .store()
        .read(|c| entry::beside(c, assigned.game))
        .expect("reads back");
    assert_eq!(beside, entries[3..]);
}

#[test]
fn a_code_is_good_once_and_wrong_ones_bar_the_way() {
    let stage = Stage::with_round_one(4);
    let invitation = stage.hub.invite(Some(1), &me()).expect("there is an event");
    let http = Http::new(&stage.server.url());
    let request = |code: &str| EnrolRequest {
        code: code.to_owned(),
        name: "t".into(),
        facts: serde_json::Map::new(),
    };
    let enrolled = enrol(&http, &request(&invitation.code)).expect("the code is good");
    assert_eq!(enrolled.board, Some(1));
    assert_eq!(
        refusal(enrol(&http, &request(&invitation.code))),
        Refusal::BadCode
    );
    for _ in 0..3 {
        assert_eq!(refusal(enrol(&http, &request("no code"))), Refusal::BadCode);
    }
    let another = stage.hub.invite(Some(2), &me()).expect("there is an event");
    assert_eq!(
        refusal(enrol(&http, &request(&another.code))),
        Refusal::TooMany
    );
}

#[test]
fn a_waiting_assignment_answers_as_soon_as_the_round_is_published() {
    let stage = Stage::empty();
    stage
        .hub
        .create_event(crate::hub_stage::new_event(4, false), &me())
        .expect("is the first");
    let client = stage.terminal(Some(1));
    let before = client
        .assignment(None, Duration::ZERO)
        .expect("the hub answers");
    let before = before.expect("is the first answer");
    assert!(before.game.is_none());
    let version = before.version.clone();
    let same = client
        .assignment(Some(&version), Duration::ZERO)
        .expect("the hub answers");
    assert!(same.is_none(), "nothing changed");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| client.assignment(Some(&version), Duration::from_secs(30)));
        std::thread::sleep(Duration::from_millis(300));
        stage.publish_next();
        let after = waiting
            .join()
            .expect("does not panic")
            .expect("the hub answers");
        let game = after
            .expect("something changed")
            .game
            .expect("the round is published");
        assert_eq!((game.round, game.start.limit_rounds), (1, 40));
        assert!(game.may_write);
    });
}

#[test]
fn a_board_has_one_open_call() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    client
        .call(assigned.game, "limit")
        .expect("the hub answers");
    client
        .call(assigned.game, "other")
        .expect("the hub answers");
    let (_, page) = stage.page("/hall");
    assert_eq!(page.matches("呼叫裁判：自然限着").count(), 1, "{page}");
}

#[test]
fn every_action_is_in_the_audit_log_and_the_log_is_chained() {
    let stage = Stage::with_round_one(4);
    stage.terminal(Some(1));
    let rows = stage.hub.store().read(audit::all).expect("reads back");
    let actions: Vec<_> = rows.iter().map(|row| row.act.action.as_str()).collect();
    let expected = [
        "event.create",
        "round.pair",
        "round.publish",
        "terminal.invite",
        "terminal.enrol",
    ];
    assert_eq!(actions, expected);
    for pair in rows.windows(2) {
        assert_eq!(pair[1].prev, pair[0].hash);
    }
    assert!(rows.iter().all(|row| row.hash == row.computed_hash()));
}
