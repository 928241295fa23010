//! The review of a record at the desk: what was found, two records side by side, a correction that
//! keeps the original, and the keeper's name on each step.

use qipu::hub::account::Role;
use qipu::hub::account::gate::COOKIE;
use qipu::hub::{ActError, Actor};
use qipu::journal::{Edit, Event, Outcome, Reason, Signer, Verdict};
use qipu::publish::load::{self, Records};
use qipu::store::hub::review::ReviewState;
use qipu::sync::LinkError;
use qipu::sync::wire::{RecordUpload, Refusal};

use crate::hub_stage::{Pen, Stage, game_of, me};

/// Desk pages for an account with one role.
struct Desk<'a> {
    stage: &'a Stage,
    cookie: String,
}

impl<'a> Desk<'a> {
    fn of(stage: &'a Stage, name: &str, role: Role) -> Self {
        stage
            .hub
            .put_account(name, "a long word", &[role], &me())
            .expect("a good account");
        let cookie = stage
            .hub
            .sign_in(name, "a long word", [127, 0, 0, 1].into())
            .expect("the word is right");
        Self {
            stage,
            cookie: format!("{COOKIE}={}", cookie.0),
        }
    }

    fn page(&self, path: &str) -> String {
        let mut response = ureq::get(format!("{}{path}", self.stage.server.url()))
            .header("Cookie", &self.cookie)
            .call()
            .expect("the page is there");
        response.body_mut().read_to_string().expect("text")
    }
}

#[test]
fn a_record_goes_from_the_queue_to_the_collection() {
    let stage = Stage::with_round_one(4);
    let client = stage.terminal(Some(1));
    let assigned = game_of(&client);
    let mut pen = Pen::new(assigned.game, &client.identity().terminal);
    // The second move is a general's leap over the board: play went on, so it was written wrong.
    let mut entries = vec![pen.write(Event::Started(assigned.start.clone()))];
    for mv in ["h2e2", "e9e5", "h0g2", "i9h9"] {
        entries.push(pen.write(Event::Move {
            mv: mv.parse().unwrap(),
        }));
    }
    entries.push(pen.write(Event::Result(Outcome {
        verdict: Verdict::Draw,
        reason: Reason::Agreement,
    })));
    for by in [Signer::Red, Signer::Black] {
        entries.push(pen.write(Event::Signed {
            by,
            strokes: Vec::new(),
        }));
    }
    client.push(assigned.game, &entries).expect("follows");
    // The other player's sheet says what was really played.
    let mut upload = RecordUpload {
        fingerprint: String::new(),
        start_fen: assigned.start.start_fen.clone(),
        moves: ["h2e2", "h9g7", "h0g2", "i9h9"].map(str::to_owned).into(),
        result: "draw".to_owned(),
    };
    upload.fingerprint = upload.computed_fingerprint();
    // It is not what the terminal sent: kept beside it, for a person to decide.
    let refused = client.record(assigned.game, &upload);
    assert!(
        matches!(
            refused,
            Err(LinkError::Refused {
                refusal: Refusal::Differs,
                ..
            })
        ),
        "{refused:?}"
    );

    let desk = Desk::of(&stage, "<b>刘记</b>", Role::RecordKeeper);
    let queue = desk.page("/desk/publication");
    assert!(queue.contains("第 2 着违例，其后仍在行棋"), "{queue}");
    let page = desk.page("/desk/publication/1/1?with=1");
    assert!(
        page.contains("另收棋谱") && page.contains("马８进７"),
        "{page}"
    );
    assert!(page.contains("不同 1<"), "one row differs: {page}");

    let keeper = Actor {
        who: "<b>刘记</b>".to_owned(),
        origin: "local".to_owned(),
    };
    let step = |state, remark| {
        stage
            .hub
            .review_record(assigned.game, state, remark, &keeper)
    };
    let bare = step(ReviewState::Checked, "");
    assert!(matches!(bare, Err(ActError::Review(_))), "{bare:?}");
    let edition = || {
        let edition = load::load(stage.hub.store(), Records::Sound).unwrap();
        edition.expect("there is an event")
    };
    assert_eq!((edition().games.len(), edition().withheld.len()), (0, 1));

    step(ReviewState::Returned, "第 2 着请核对").expect("with a remark");
    let right = Edit::Replace {
        ply: 2,
        mv: "h9g7".parse().unwrap(),
    };
    stage
        .hub
        .correct_record(assigned.game, right, "依黑方记录", &keeper)
        .expect("with a reason");
    let records = stage.hub.records_of(assigned.game).expect("a game");
    assert_eq!(records.found, []);
    let second = |at: usize| records.variants[at].plies[1].0.unwrap().to_string();
    assert_eq!(
        [second(0), second(1), second(2)],
        ["h9g7", "e9e5", "h9g7"],
        "as it stands, as it was, as it was handed in"
    );
    step(ReviewState::Checked, "").expect("nothing stands in the way");
    step(ReviewState::Published, "").expect("it was checked");

    let page = desk.page("/desk/publication/1/1");
    for told in ["校订前原稿", "依黑方记录", "第 2 着请核对", "已出版"] {
        assert!(page.contains(told), "{told} in {page}");
    }
    assert!(!page.contains("<b>刘记"), "a name stays text");
    assert_eq!(page.matches("&#60;b&#62;刘记").count(), 5, "{page}");
    let edition = edition();
    let moves: Vec<_> = edition.games[0].record.tree.main_moves().collect();
    assert_eq!(moves[1].to_string(), "h9g7");
    assert_eq!(edition.games[0].keeper.as_deref(), Some("<b>刘记</b>"));
}

/// The log of what was sent is for those at the desk.
#[test]
fn the_log_of_the_feed_is_seen_at_the_desk_alone() {
    let stage = Stage::with_round_one(4);
    assert_eq!(stage.page("/feed/now.json").0, 200);
    let page = Desk::of(&stage, "看", Role::Viewer).page("/desk/publication/sent");
    assert!(page.contains("pull json"), "{page}");
    let (_, outside) = stage.page("/desk/publication/sent");
    assert!(!outside.contains("pull json"));
}
