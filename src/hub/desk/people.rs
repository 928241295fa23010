//! `/desk/people`: import, check-in, late entry, withdrawal, waiting list.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Multipart, Path, State};
use axum::response::Response;
use serde::Deserialize;
use tournament::Regulation;
use tournament::document::{Number, Player, Sex};
use tournament::entries::{Draw, identity};

use super::frame::{Frame, answer, done, html};
use crate::hub::account::Action;
use crate::hub::account::gate::Officer;
use crate::hub::act::Documents;
use crate::hub::lang::Lang;
use crate::hub::page::Reader;
use crate::hub::people::{BadRow, Import, Personal};
use crate::hub::{ActError, Hub};

#[derive(Template)]
#[template(path = "../desk/people.html")]
struct Page {
    frame: Frame,
    people: Vec<Person>,
    waiting: Vec<Person>,
    begun: bool,
    seed: String,
    limit: Option<u32>,
    regions: Vec<(String, String)>,
}

struct Person {
    number: Number,
    name: String,
    unit: String,
    team: String,
    woman: bool,
    regions: Vec<String>,
    shown: Option<Documents>,
    left: bool,
}

impl Person {
    fn of(l: Lang, regulation: &Regulation, player: &Player) -> Self {
        Self {
            number: player.number,
            name: player.name.clone(),
            unit: player.unit.clone(),
            team: player.team.clone(),
            woman: player.sex == Sex::F,
            regions: player
                .regions
                .iter()
                .map(|name| region(l, regulation, name))
                .collect(),
            shown: Documents::of(player),
            left: player.withdrawn_after.is_some(),
        }
    }
}

/// A region's title.
fn region(l: Lang, regulation: &Regulation, name: &str) -> String {
    let known = regulation.regions.get(name);
    let title = known.map(|known| l.either(&known.title, &known.title_en));
    title
        .filter(|title| !title.is_empty())
        .unwrap_or(name)
        .to_owned()
}

/// Everybody.
pub async fn page(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    answer(&reader, show(&hub, &reader, &officer))
}

fn show(hub: &Hub, reader: &Reader, officer: &Officer) -> Result<Response, ActError> {
    let tables = hub.tables()?;
    let document = &tables.document;
    let regulation = &tables.event.regulation;
    let person = |player: &Player| Person::of(reader.lang, regulation, player);
    let page = Page {
        frame: Frame::new(hub, reader, officer, "people", ("棋手", "People"))?,
        people: document.players.iter().map(person).collect(),
        waiting: document.waiting.iter().map(person).collect(),
        begun: !document.rounds.is_empty(),
        seed: document.seed.clone().unwrap_or_default(),
        limit: regulation.entries.limit,
        regions: regulation
            .regions
            .keys()
            .map(|name| (name.clone(), region(reader.lang, regulation, name)))
            .collect(),
    };
    Ok(html(reader, &page))
}

#[derive(Template)]
#[template(path = "../desk/import.html")]
struct ImportPage {
    frame: Frame,
    import: Import,
    /// The sheet's fingerprint, by which the good rows are kept.
    sheet: String,
}

/// Reads a spreadsheet and shows what it holds; nothing is entered yet.
pub async fn import(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    form: Multipart,
) -> Response {
    let bytes = match file(form).await {
        Ok(bytes) => bytes,
        Err(error) => return done::<()>(&reader, Err(error), "/desk/people"),
    };
    let page = hub
        .preview(&bytes, &officer.actor)
        .and_then(|(sheet, import)| {
            let frame = Frame::new(&hub, &reader, &officer, "people", ("棋手", "People"))?;
            Ok(html(
                &reader,
                &ImportPage {
                    frame,
                    import,
                    sheet,
                },
            ))
        });
    answer(&reader, page)
}

async fn file(mut form: Multipart) -> Result<Vec<u8>, ActError> {
    let broken = ActError::Refused("没有收到文件", "no file came");
    while let Ok(Some(field)) = form.next_field().await {
        if field.name() == Some("sheet") {
            let bytes = field.bytes().await.map_err(|_| broken)?;
            return Ok(bytes.to_vec());
        }
    }
    Err(broken)
}

/// Which sheet.
#[derive(Deserialize)]
pub struct KeepForm {
    sheet: String,
}

#[derive(Template)]
#[template(path = "../desk/imported.html")]
struct ImportedPage {
    frame: Frame,
    entered: usize,
    waiting: usize,
    bad: Vec<BadRow>,
}

/// Enters the good rows of a sheet that was looked at.
pub async fn keep(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<KeepForm>,
) -> Response {
    let page = hub
        .keep_import(&form.sheet, &officer.actor)
        .and_then(|kept| {
            let frame = Frame::new(&hub, &reader, &officer, "people", ("棋手", "People"))?;
            let page = ImportedPage {
                frame,
                entered: kept.entered,
                waiting: kept.waiting,
                bad: kept.bad,
            };
            Ok(html(&reader, &page))
        });
    answer(&reader, page)
}

/// One entry by hand.
#[derive(Deserialize)]
pub struct EnterForm {
    name: String,
    #[serde(default)]
    unit: String,
    #[serde(default)]
    team: String,
    #[serde(default)]
    sex: String,
    #[serde(default)]
    region: String,
    #[serde(default)]
    identity: String,
    #[serde(default)]
    phone: String,
    #[serde(default)]
    address: String,
}

/// Enters somebody.
pub async fn enter(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<EnterForm>,
) -> Response {
    let player = Player {
        name: form.name.trim().to_owned(),
        unit: form.unit.trim().to_owned(),
        team: form.team.trim().to_owned(),
        sex: if form.sex == "F" { Sex::F } else { Sex::M },
        regions: Some(form.region)
            .filter(|region| !region.is_empty())
            .into_iter()
            .collect(),
        ..Player::default()
    };
    let personal = Personal {
        identity: form.identity.trim().to_owned(),
        phone: form.phone.trim().to_owned(),
        address: form.address.trim().to_owned(),
        ..Personal::default()
    };
    let result = hub.enter_person(player, personal, &officer.actor);
    done(&reader, result, "/desk/people")
}

/// What somebody showed.
#[derive(Deserialize)]
pub struct CheckInForm {
    number: Number,
    fee: Option<String>,
    identity: Option<String>,
    insurance: Option<String>,
    photographs: Option<String>,
}

/// Checks somebody in.
pub async fn check_in(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<CheckInForm>,
) -> Response {
    let shown = Documents {
        fee: form.fee.is_some(),
        identity: form.identity.is_some(),
        insurance: form.insurance.is_some(),
        photographs: form.photographs.is_some(),
    };
    let result = hub.check_in(form.number, shown, &officer.actor);
    done(&reader, result, &format!("/desk/people#p{}", form.number))
}

/// Somebody.
#[derive(Deserialize)]
pub struct NumberForm {
    number: Number,
}

/// Lets somebody go.
pub async fn withdraw(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<NumberForm>,
) -> Response {
    done(
        &reader,
        hub.withdraw_player(form.number, &officer.actor),
        "/desk/people",
    )
}

/// How to draw.
#[derive(Deserialize)]
pub struct DrawForm {
    seed: String,
    how: String,
}

/// Draws the starting numbers.
pub async fn draw(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Form(form): Form<DrawForm>,
) -> Response {
    let how = match form.how.as_str() {
        "halves" => Draw::Halves,
        "seeded" => Draw::Seeded,
        _ => Draw::Open,
    };
    done(
        &reader,
        hub.draw_numbers(form.seed.trim(), how, &officer.actor),
        "/desk/people",
    )
}

/// Closes the entries.
pub async fn close(State(hub): State<Arc<Hub>>, reader: Reader, officer: Officer) -> Response {
    done(&reader, hub.close_entries(&officer.actor), "/desk/people")
}

#[derive(Template)]
#[template(path = "../desk/personal.html")]
struct PersonalPage {
    frame: Frame,
    number: Number,
    name: String,
    personal: Personal,
    identity: String,
    phone: String,
    account: String,
}

/// What only some may see, masked; looking is written down.
pub async fn personal(
    State(hub): State<Arc<Hub>>,
    reader: Reader,
    officer: Officer,
    Path(number): Path<Number>,
) -> Response {
    let page = hub
        .personal_of(number, &officer.actor)
        .and_then(|(player, personal)| {
            let page = PersonalPage {
                frame: Frame::new(&hub, &reader, &officer, "people", ("棋手", "People"))?,
                number,
                name: player.name,
                identity: identity::masked(&personal.identity),
                phone: tail(&personal.phone),
                account: tail(&personal.account),
                personal,
            };
            Ok(html(&reader, &page))
        });
    answer(&reader, page)
}

/// The last four characters, the rest hidden.
fn tail(text: &str) -> String {
    let hidden = text.chars().count().saturating_sub(4);
    let masked = text.chars().enumerate();
    masked
        .map(|(at, c)| if at < hidden { '*' } else { c })
        .collect()
}
