//! The cases the printed regulation leaves open, each with the answer that holds until the chief
//! arbiter gives another. `qNN` is the number of the case in the list the product was built from;
//! clauses in Chinese are those of the regulation.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tournament::answers;
use tournament::document::{
    EventDocument, Game, GameResult, Number, Player, RecordState, Round, Sex, WomenEvent,
};
use tournament::entries::{self, Entered, EntryFault};
use tournament::obligations::{self, RecordStatus};
use tournament::prizes::{self, Prizes};
use tournament::ranking::{self, Standings};
use tournament::{Regulation, simulation};

fn regulation() -> Regulation {
    Regulation::built_in("qingshui-2019").expect("built in")
}

/// So many players; in each of `rounds` rounds 1 plays 2, 3 plays 4, … shifted by the round, and
/// the smaller number wins. Places then follow the numbers closely enough to be told apart.
fn event(count: u32, rounds: u16) -> EventDocument {
    let half = count / 2;
    let rounds = (1..=rounds)
        .map(|round| Round {
            round,
            games: (0..half)
                .map(|index| {
                    let red = index + 1;
                    let black = half + 1 + (index + u32::from(round)) % half;
                    Game {
                        board: index + 1,
                        red,
                        black,
                        result: GameResult::Red,
                        ..Game::default()
                    }
                })
                .collect(),
            ..Round::default()
        })
        .collect();
    EventDocument {
        players: simulation::field(count),
        rounds,
        seed: Some("2019".into()),
        ..EventDocument::default()
    }
}

fn give<'a>(players: impl IntoIterator<Item = &'a mut Player>, region: &str) {
    for player in players {
        player.regions = vec![region.into()];
    }
}

fn women(event: &mut EventDocument, count: usize) {
    for player in event.players.iter_mut().take(count) {
        player.sex = Sex::F;
    }
}

struct Outcome {
    standings: Standings,
    prizes: Prizes,
}

impl Outcome {
    fn of(event: &EventDocument) -> Self {
        let regulation = regulation();
        let standings = ranking::standings(event, &regulation);
        let prizes = prizes::award(event, &regulation, &standings);
        Self { standings, prizes }
    }

    fn winners(&self, list: &str) -> Vec<Number> {
        let list = self.prizes.lists.iter().find(|other| other.list == list);
        let awards = &list.expect("a list").awards;
        awards.iter().filter_map(|award| award.number).collect()
    }

    fn amounts(&self, list: &str) -> Vec<Option<u32>> {
        let list = self.prizes.lists.iter().find(|other| other.list == list);
        list.expect("a list")
            .awards
            .iter()
            .map(|award| award.amount)
            .collect()
    }

    fn asks(&self, about: &str) -> bool {
        self.prizes
            .questions
            .iter()
            .any(|question| question.contains(about))
    }
}

#[test]
fn q01_exactly_ten_women_play_among_the_men_for_four_prizes() {
    let mut event = event(24, 3);
    women(&mut event, 10);
    let outcome = Outcome::of(&event);
    assert_eq!(outcome.winners("women").len(), 4);
    assert!(
        outcome.asks("exactly ten women"),
        "{:?}",
        outcome.prizes.questions
    );

    // The arbiter may decide otherwise, once; then nobody asks again.
    event
        .answers
        .insert(answers::WOMEN_AT_THRESHOLD.into(), json!(true));
    let outcome = Outcome::of(&event);
    assert_eq!(outcome.winners("women").len(), 6);
    assert!(!outcome.asks("exactly ten women"));

    for (count, prizes) in [(9, 4), (11, 6)] {
        let mut event = self::event(24, 3);
        women(&mut event, count);
        let outcome = Outcome::of(&event);
        assert_eq!(outcome.winners("women").len(), prizes, "{count} women");
        assert!(!outcome.asks("exactly"), "{count} women");
    }
}

#[test]
fn q02_womens_amounts_are_none_until_entered() {
    let mut event = event(24, 3);
    women(&mut event, 5);
    let outcome = Outcome::of(&event);
    assert_eq!(outcome.amounts("women"), [None; 4]);
    assert!(outcome.asks("still to be fixed"));
    assert_eq!(outcome.prizes.totals["women"], 0);

    event
        .answers
        .insert(answers::WOMEN_AMOUNTS.into(), json!([800, 600, 400, 200]));
    let outcome = Outcome::of(&event);
    assert_eq!(
        outcome.amounts("women"),
        [Some(800), Some(600), Some(400), Some(200)]
    );
    assert_eq!(outcome.prizes.totals["women"], 2000);
}

/// Twelve women on boards of their own, twelve men on theirs.
fn separate() -> EventDocument {
    let mut event = event(24, 0);
    for player in event
        .players
        .iter_mut()
        .filter(|player| player.number % 2 == 0)
    {
        player.sex = Sex::F;
        player.regions = vec!["gansu".into()];
    }
    event.women_event = Some(WomenEvent::Separate);
    let game = |board: u32, red: Number, black: Number| Game {
        board,
        red,
        black,
        result: GameResult::Red,
        ..Game::default()
    };
    event.rounds = vec![Round {
        round: 1,
        games: (0..6)
            .map(|index| game(index + 1, 4 * index + 1, 4 * index + 3))
            .chain((0..6).map(|index| game(index + 7, 4 * index + 2, 4 * index + 4)))
            .collect(),
        ..Round::default()
    }];
    event
}

#[test]
fn q03_a_separate_womens_event_has_its_own_places_and_no_main_prize() {
    let mut event = separate();
    give(event.players.iter_mut().filter(|p| p.number == 1), "gansu");
    let outcome = Outcome::of(&event);
    assert_eq!(outcome.standings.individual.len(), 12);
    assert_eq!(outcome.standings.women.len(), 12);
    assert_eq!(outcome.standings.women[0].place, 1);
    assert!(
        outcome
            .winners("individual")
            .iter()
            .all(|number| number % 2 == 1)
    );
    assert!(
        outcome
            .winners("women")
            .iter()
            .all(|number| number % 2 == 0)
    );
    assert_eq!(outcome.winners("women").len(), 6);
    // Places of two events do not compare.
    assert_eq!(outcome.winners("gansu"), [1]);

    event
        .answers
        .insert(answers::REGIONS_INCLUDE_WOMEN.into(), json!(true));
    assert_eq!(Outcome::of(&event).winners("gansu").len(), 6);
}

#[test]
fn q04_among_the_men_a_woman_takes_both_prizes_and_the_arbiter_is_asked() {
    let mut event = event(24, 3);
    women(&mut event, 3);
    let outcome = Outcome::of(&event);
    let woman = outcome.winners("women")[0];
    assert!(outcome.winners("individual").contains(&woman));
    assert!(outcome.asks("main and women's prizes both"));

    // All 24 have a main prize, so a woman who may not take both gets none here.
    event
        .answers
        .insert(answers::WOMEN_STACK.into(), json!(false));
    assert_eq!(Outcome::of(&event).winners("women"), Vec::<Number>::new());
}

#[test]
fn q05_a_qingshui_player_wins_in_all_three_region_lists() {
    let mut event = event(60, 3);
    give(event.players.iter_mut().take(20), "qingshui");
    let outcome = Outcome::of(&event);
    let first = outcome.winners("qingshui")[0];
    assert_eq!(outcome.winners("tianshui")[0], first);
    assert_eq!(outcome.winners("gansu")[0], first);
    let payout = prizes::payout(&event, &outcome.prizes);
    let paid = payout
        .iter()
        .find(|payment| payment.payee == prizes::Payee::Player(first))
        .expect("a payment");
    let lists: Vec<&str> = paid.parts.iter().map(|(list, ..)| list.as_str()).collect();
    assert_eq!(lists, ["individual", "gansu", "tianshui", "qingshui"]);
    // 奖金可重复领取: 5000 + 3000 + 1500 on top of the main prize.
    let main = paid.parts[0].2.expect("an amount");
    assert_eq!(paid.total, u64::from(main) + 9_500);
}

#[test]
fn q06_the_first_digits_of_an_identity_number_only_propose() {
    let today = chrono::NaiveDate::from_ymd_opt(2019, 6, 15).expect("a day");
    let read = |number| entries::identity::read(number, today, &regulation()).expect("valid");
    // Qingshui county, Qinzhou district of Tianshui, Lanzhou, Beijing.
    assert_eq!(
        read("620521199001010012").regions,
        ["gansu", "qingshui", "tianshui"]
    );
    assert_eq!(read("620502199001010013").regions, ["gansu", "tianshui"]);
    assert_eq!(read("620102199001010011").regions, ["gansu"]);
    assert!(read("110105199001010010").regions.is_empty());
}

#[test]
fn q07_qingshui_prizes_by_entries() {
    for (count, prizes) in [(9, 0), (10, 3), (19, 3), (20, 6)] {
        let mut event = event(60, 3);
        give(event.players.iter_mut().take(count), "qingshui");
        assert_eq!(
            Outcome::of(&event).winners("qingshui").len(),
            prizes,
            "{count} entries"
        );
    }
    // Who was gone before the first round does not count.
    let mut event = event(60, 3);
    give(event.players.iter_mut().skip(40), "qingshui");
    event.players[59].withdrawn_after = Some(0);
    for round in &mut event.rounds {
        round.games.retain(|game| game.side_of(60).is_none());
    }
    assert_eq!(Outcome::of(&event).winners("qingshui").len(), 3);
}

#[test]
fn q08_a_late_withdrawal_changes_no_count() {
    let mut event = event(60, 0);
    give(event.players.iter_mut().take(20), "qingshui");
    entries::close(&mut event, &regulation()).expect("open");
    assert_eq!(event.counts_at_close["qingshui"], 20);
    assert_eq!(event.counts_at_close["gansu"], 20);
    event.rounds = self::event(60, 3).rounds;
    event.players[0].withdrawn_after = Some(2);
    event.players[1].regions.clear();
    assert_eq!(Outcome::of(&event).winners("qingshui").len(), 6);
}

#[test]
fn q09_fewer_players_than_prizes_leaves_prizes_ungiven() {
    let mut event = event(24, 3);
    give(event.players.iter_mut().take(4), "gansu");
    let outcome = Outcome::of(&event);
    assert_eq!(
        outcome.amounts("gansu"),
        [Some(5000), Some(4000), Some(3000), Some(2000)]
    );
    let list = outcome
        .prizes
        .lists
        .iter()
        .find(|list| list.list == "gansu");
    assert_eq!(list.map(|list| list.not_awarded), Some(2));
    assert_eq!(outcome.prizes.totals["gansu"], 14_000);
}

#[test]
fn q10_three_qingshui_prizes_keep_their_amounts() {
    let mut event = event(60, 3);
    give(event.players.iter_mut().take(12), "qingshui");
    assert_eq!(
        Outcome::of(&event).amounts("qingshui"),
        [Some(1500), Some(1000), Some(800)]
    );
}

#[test]
fn q11_a_womens_event_with_few_finishers_gives_as_many_prizes() {
    let mut event = separate();
    for player in event
        .players
        .iter_mut()
        .filter(|p| p.number % 2 == 0 && p.number > 8)
    {
        player.expelled = true;
    }
    assert_eq!(Outcome::of(&event).winners("women").len(), 4);
}

#[test]
fn q12_withdrawn_players_keep_the_place_and_expelled_ones_are_out() {
    let mut event = event(24, 3);
    event.players[0].withdrawn_after = Some(3);
    let outcome = Outcome::of(&event);
    let before = outcome.standings.place_of(1).expect("a place");
    assert!(outcome.winners("individual").contains(&1));
    assert!(outcome.asks("player 1 withdrew"));

    event
        .answers
        .insert(answers::NEEDS_ALL_ROUNDS.into(), json!(true));
    let strict = Outcome::of(&event);
    assert_eq!(strict.standings.place_of(1), Some(before));
    assert!(!strict.winners("individual").contains(&1));

    entries::expel(&mut event, 1).expect("a player");
    let outcome = Outcome::of(&event);
    assert_eq!(outcome.standings.place_of(1), None);
    assert_eq!(outcome.standings.individual.len(), 23);
    let places: Vec<u32> = outcome
        .standings
        .individual
        .iter()
        .map(|p| p.place)
        .collect();
    assert_eq!(places, (1..=23).collect::<Vec<u32>>());
}

#[test]
fn q13_who_never_appeared_is_not_in_the_field() {
    let mut event = event(24, 0);
    event.players.push(Player {
        number: 25,
        name: "P25".into(),
        withdrawn_after: Some(0),
        ..Player::default()
    });
    event.rounds = self::event(24, 3).rounds;
    let outcome = Outcome::of(&event);
    assert_eq!(outcome.standings.individual.len(), 24);
    assert_eq!(outcome.standings.place_of(25), None);
}

#[test]
fn q14_money_is_never_split() {
    // Nobody has played: only lots separate anybody, and still every place is one player's.
    let event = event(50, 0);
    let outcome = Outcome::of(&event);
    let amounts = outcome.amounts("individual");
    assert_eq!(amounts.len(), 40);
    assert_eq!(amounts[0], Some(20_000));
    assert_eq!(outcome.standings.lots_needed.len(), 1);
    assert_eq!(outcome.standings.individual[0].decided_by, "lots");
}

#[test]
fn q15_fewer_than_forty_players() {
    let outcome = Outcome::of(&event(24, 3));
    assert_eq!(outcome.winners("individual").len(), 24);
    let first_fourteen = 20_000
        + 10_000
        + 5_000
        + 4_000
        + 3_500
        + 3_000
        + 2_500
        + 2_000
        + 1_800
        + 1_500
        + 1_200
        + 1_000
        + 800
        + 700;
    assert_eq!(
        outcome.prizes.totals["individual"],
        first_fourteen + 6 * 500 + 4 * 400
    );
}

#[test]
fn q16_a_team_of_three_has_no_place_and_its_players_keep_their_prizes() {
    let mut event = event(24, 3);
    for (index, player) in event.players.iter_mut().take(11).enumerate() {
        player.team = ["A", "B", "C"][index / 4].into();
    }
    let outcome = Outcome::of(&event);
    let teams: Vec<&str> = outcome
        .standings
        .teams
        .iter()
        .map(|t| t.team.as_str())
        .collect();
    assert_eq!(teams, ["A", "B"]);
    assert_eq!(outcome.standings.teams_unranked[0].team, "C");
    for member in [9, 10, 11] {
        assert!(outcome.winners("individual").contains(&member));
    }
    let list = outcome.prizes.lists.iter().find(|list| list.list == "team");
    assert_eq!(list.map(|list| list.not_awarded), Some(4));

    // 每队运动员4人: a fifth is refused at the entry.
    let mut open = self::event(24, 0);
    for player in open.players.iter_mut().take(4) {
        player.team = "A".into();
    }
    let fifth = Player {
        name: "Fifth".into(),
        team: "A".into(),
        ..Player::default()
    };
    let refused = entries::enter(&mut open, &regulation(), fifth);
    assert!(
        matches!(refused, Err(EntryFault::TeamFull { .. })),
        "{refused:?}"
    );
}

#[test]
fn q17_the_team_is_paid_as_one_and_no_bank_data_stands_in_the_sheet() {
    let mut event = event(24, 3);
    for player in event.players.iter_mut().take(4) {
        player.team = "A".into();
    }
    let outcome = Outcome::of(&event);
    let payout = prizes::payout(&event, &outcome.prizes);
    let team = payout
        .iter()
        .find(|payment| payment.payee == prizes::Payee::Team("A".into()));
    assert_eq!(team.map(|payment| payment.total), Some(3000));
    let sheet = serde_json::to_value(&payout[0]).expect("JSON");
    let fields: Vec<&String> = sheet.as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["name", "parts", "payee", "total", "unit"]);
}

#[test]
fn q18_amounts_are_gross() {
    let outcome = Outcome::of(&event(60, 3));
    let sums: BTreeMap<&str, u64> = [("individual", 67_000), ("team", 0), ("women", 0)].into();
    for (list, sum) in sums {
        assert_eq!(outcome.prizes.totals[list], sum, "{list}");
    }
    let stated: Vec<(String, Option<u32>)> = regulation()
        .prizes
        .iter()
        .map(|list| (list.list.clone(), list.total))
        .collect();
    let expected = [
        ("individual", Some(67_000)),
        ("team", Some(9_500)),
        ("gansu", Some(15_800)),
        ("tianshui", Some(7_800)),
        ("qingshui", Some(4_600)),
        ("women", None),
    ];
    assert_eq!(
        stated,
        expected.map(|(list, total)| (list.to_owned(), total))
    );
}

#[test]
fn q19_awards_without_criteria_are_not_computed() {
    // 体育道德风尚奖, 团体优秀组织奖: named by the arbiter, so no list claims to know them; a document
    // that carries them keeps them.
    let text = r#"{"regulation":"qingshui-2019","players":[],"rounds":[],
        "honours":[{"award":"体育道德风尚奖","number":3}]}"#;
    let event = EventDocument::from_json(text.as_bytes()).expect("a document");
    let back: Value = serde_json::to_value(&event).expect("JSON");
    assert_eq!(back["honours"][0]["award"], "体育道德风尚奖");
    assert!(
        regulation()
            .prizes
            .iter()
            .all(|list| !list.title.contains("道德"))
    );
}

#[test]
fn q20_entry_201_waits() {
    let mut event = event(200, 0);
    let one_more = Player {
        name: "Late".into(),
        sex: Sex::F,
        ..Player::default()
    };
    let entered = entries::enter(&mut event, &regulation(), one_more).expect("entered");
    assert_eq!(entered, Entered::Waiting(1));
    assert_eq!((event.players.len(), event.waiting.len()), (200, 1));
    // A place that becomes free before the first round is the next one's.
    entries::withdraw(&mut event, 7, 0).expect("a player");
    assert!(event.waiting.is_empty());
    assert_eq!(event.players.last().map(|player| player.number), Some(201));
}

#[test]
fn q21_seventy_on_the_first_day_is_still_in() {
    let day = |text: &str| text.parse::<chrono::NaiveDate>().expect("a day");
    let enter = |born: &str, answer: Option<bool>| {
        let mut event = event(2, 0);
        event.first_day = Some(day("2019-06-15"));
        if let Some(answer) = answer {
            event
                .answers
                .insert(answers::AGE_AT_LIMIT.into(), json!(answer));
        }
        let player = Player {
            name: "Old".into(),
            born: Some(day(born)),
            ..Player::default()
        };
        entries::enter(&mut event, &regulation(), player).is_ok()
    };
    assert!(enter("1949-06-16", None), "69 on the day");
    assert!(enter("1949-06-15", None), "70 on the day");
    assert!(!enter("1949-06-14", None), "a day over 70");
    assert!(
        !enter("1949-06-15", Some(false)),
        "the arbiter reads it strictly"
    );
}

#[test]
fn q22_rounds_by_entries_then_fixed() {
    let regulation = regulation();
    assert_eq!(regulation.rounds_for(24), Some(11));
    assert_eq!(regulation.rounds_for(150), Some(11));
    assert_eq!(regulation.rounds_for(151), Some(13));
    let mut event = event(160, 0);
    entries::close(&mut event, &regulation).expect("open");
    assert_eq!(event.rounds_planned, Some(13));
    event.players.truncate(100);
    assert_eq!(regulation.rounds_of(&event), Some(13), "fixed at the close");
}

#[test]
fn q23_a_missed_record_is_a_foul_of_its_game_and_round() {
    let regulation = regulation();
    let mut event = event(48, 5);
    let owed = obligations::due(&event, &regulation, &[]);
    let of_round_4 = owed.iter().filter(|owed| owed.round == 4).count();
    assert_eq!(of_round_4, 20, "前二十台");
    let note = |event: &mut EventDocument, round, board, state| {
        let status = RecordStatus {
            round,
            board,
            state,
        };
        obligations::note(event, &regulation, status)
    };
    assert_eq!(
        note(&mut event, 4, 3, RecordState::Missed).map(|owed| owed.fouls),
        Some(1)
    );
    note(&mut event, 5, 3, RecordState::Missed).expect("owed");
    assert_eq!(
        note(&mut event, 4, 21, RecordState::Missed),
        None,
        "board 21 owes nothing"
    );
    let fouls: Vec<u32> = event
        .rounds
        .iter()
        .map(|round| round.games[2].fouls.red)
        .collect();
    assert_eq!(fouls, [0, 0, 0, 1, 1], "each game once, in its round");
    let place = |event: &EventDocument| {
        let standings = ranking::standings(event, &regulation);
        standings
            .individual
            .iter()
            .find(|place| place.number == 3)
            .map(|place| place.fouls)
    };
    assert_eq!(place(&event), Some(2));
    // Waived after all: the foul goes.
    note(&mut event, 4, 3, RecordState::Waived).expect("owed");
    assert_eq!(place(&event), Some(1));
}

#[test]
fn q24_boards_are_those_of_the_main_event() {
    let mut event = separate();
    event.rounds[0].round = 1;
    for round in 2..=4 {
        let mut next = event.rounds[0].clone();
        next.round = round;
        event.rounds.push(next);
    }
    let owed = obligations::due(&event, &regulation(), &[]);
    let of_round_4: Vec<u32> = owed
        .iter()
        .filter(|o| o.round == 4)
        .map(|o| o.board)
        .collect();
    assert_eq!(of_round_4, [1, 2, 3, 4, 5, 6]);
}
