//! No room left: what was acknowledged stays, what cannot be stored is refused and said, and once
//! there is room again everything goes on. The room is SQLite's own limit of pages.

use qipu::journal::Event;
use qipu::store::hub::entry;
use qipu::store::{StoreError, Trouble};
use qipu::sync::LinkError;
use qipu::sync::wire::Refusal;

use crate::hub_stage::{Pen, Stage, game_of};

/// As many pages as are used now and so many more.
fn limit(stage: &Stage, more: i64) {
    let set = move |connection: &rusqlite::Connection| -> Result<(), StoreError> {
        let used: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
        let most = if more == i64::MAX {
            1 << 30
        } else {
            used + more
        };
        connection.query_row(&format!("PRAGMA max_page_count = {most}"), [], |_| Ok(()))?;
        Ok(())
    };
    stage.hub.store().write(set).expect("the limit can be set");
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged_and_says_what_is_wrong() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    let offer = Event::DrawOffered {
        side: xiangqi::Side::Red,
    };
    let mut entries = vec![pen.write(Event::Started(assigned.start.clone()))];
    entries.extend((0..400).map(|_| pen.write(offer.clone())));
    assert_eq!(stage.page("/healthz"), (200, "ok\n".to_owned()));

    limit(&stage, 2);
    let mut acknowledged = 0;
    let mut refused = None;
    for entry in &entries {
        match client.push(assigned.game, std::slice::from_ref(entry)) {
            Ok(accepted) => acknowledged = accepted.accepted_through,
            Err(LinkError::Refused {
                status,
                refusal,
                retry_after,
            }) => {
                refused = Some((status, refusal, retry_after.is_some()));
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(refused, Some((503, Refusal::Unavailable, true)));
    assert!(acknowledged > 0, "it was full from the start");
    let line = || {
        let store = stage.hub.store();
        let line = store.read(|connection| entry::line_after(connection, assigned.game, 0));
        line.expect("reading goes on")
    };
    assert_eq!(line(), entries[..acknowledged as usize]);
    assert_eq!(stage.hub.store().trouble(), Some(Trouble::DiskFull));
    let (status, says) = stage.page("/healthz");
    assert_eq!(status, 503);
    assert!(says.contains("the disk is full"), "{says}");
    assert!(stage.page("/metrics").1.contains("qipu_disk_trouble 1\n"));
    let (status, _) = stage.page("/hall");
    assert_eq!(status, 200, "the pages stay");

    limit(&stage, i64::MAX);
    let accepted = client.push(assigned.game, &entries).expect("there is room");
    assert_eq!(accepted.accepted_through, entries.len() as u64);
    assert_eq!(line(), entries);
    assert_eq!(stage.hub.store().trouble(), None);
    assert_eq!(stage.page("/healthz").0, 200);
}
