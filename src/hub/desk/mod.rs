//! The arbiters' desk, for phone, laptop and projector. It works without scripts, except that
//! nothing moves by itself then.

mod board;
mod event;
mod form;
mod frame;
mod hall;
mod ledger;
mod obligations;
mod people;
mod publication;
mod ranking;
mod records;
pub mod refusal;
mod round;
mod sign;
mod stick;
mod system;
mod version;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use super::Hub;
use super::account::Action;
use super::account::gate::{Door, guard};
use super::page::in_frame;

/// The largest form, bytes: a spreadsheet of people.
const LARGEST: usize = 8 << 20;

macro_rules! verb {
    (get) => {
        "GET"
    };
    (post) => {
        "POST"
    };
}

/// Address, action and handler stand in one line, so that none can be forgotten.
macro_rules! doors {
    ($($verb:ident $path:literal $action:ident $handler:path;)+) => {
        /// Every address of the desk with the action it takes.
        pub const DOORS: &[Door] =
            &[$(Door { method: verb!($verb), path: $path, action: Action::$action }),+];

        fn doors() -> Router<Arc<Hub>> {
            Router::new()$(.route($path, $verb($handler)))+
        }
    };
}

doors! {
    get "/desk" SeeDesk hall::page;
    get "/desk/live" SeeDesk hall::live;
    get "/desk/event" SeeDesk event::page;
    post "/desk/event" CreateEvent event::create;
    get "/desk/boards/{round}/{board}" SeeDesk board::page;
    get "/desk/games/{game}/state.json" SeeDesk board::state;
    get "/desk/games/{game}/live" SeeDesk board::live;
    post "/desk/boards/{round}/{board}/result" EnterResult board::result;
    post "/desk/boards/{round}/{board}/confirm" EnterResult board::confirm;
    post "/desk/boards/{round}/{board}/ruling" Rule board::ruling;
    post "/desk/boards/{round}/{board}/foul" Rule board::foul;
    post "/desk/boards/{round}/{board}/clock" Rule board::clock;
    post "/desk/boards/{round}/{board}/answer" Rule board::answer;
    post "/desk/boards/{round}/{board}/hand-over" HandOver board::hand_over;
    get "/desk/boards/{round}/{board}/versions" SeeDesk version::page;
    post "/desk/boards/{round}/{board}/versions" HandOver version::decide;
    post "/desk/boards/{round}/{board}/correct" CorrectRecord board::correct;
    get "/desk/rounds/{round}" SeeDesk round::page;
    post "/desk/rounds/{round}/results" EnterResult round::results;
    post "/desk/rounds/{round}/close" CloseRound round::close;
    get "/desk/draft" SeeDesk round::draft;
    post "/desk/draft/pair" PairRound round::pair;
    post "/desk/draft/swap" PairRound round::swap;
    post "/desk/draft/turn" PairRound round::turn;
    post "/desk/draft/repair" PairRound round::repair;
    post "/desk/draft/publish" PublishRound round::publish;
    get "/desk/obligations" SeeDesk obligations::page;
    post "/desk/obligations/waive" WaiveRecord obligations::waive;
    get "/desk/people" SeeDesk people::page;
    post "/desk/people/import" EditPeople people::import;
    post "/desk/people/keep" EditPeople people::keep;
    post "/desk/people/enter" EditPeople people::enter;
    post "/desk/people/check-in" EditPeople people::check_in;
    post "/desk/people/withdraw" EditPeople people::withdraw;
    post "/desk/people/draw" EditPeople people::draw;
    post "/desk/people/close" EditPeople people::close;
    get "/desk/people/{number}/personal" SeePersonal people::personal;
    get "/desk/ranking" SeeDesk ranking::page;
    post "/desk/ranking/answer" Decide ranking::answer;
    get "/desk/ranking/payout.csv" PayOut ranking::payout;
    post "/desk/ranking/forget" Forget ranking::forget;
    post "/desk/ranking/lots" Decide ranking::lots;
    get "/desk/publication" SeeDesk publication::page;
    get "/desk/publication/sent" SeeDesk records::sent;
    get "/desk/publication/{round}/{board}" SeeDesk records::page;
    post "/desk/publication/stage" PublishRecord publication::stage;
    post "/desk/publication/conduct" Decide publication::conduct;
    get "/desk/system" SeeDesk system::page;
    post "/desk/system/invite" ManageTerminals system::invite;
    post "/desk/system/place" ManageTerminals system::place;
    post "/desk/system/revoke" ManageTerminals system::revoke;
    post "/desk/system/stick" ManageTerminals stick::import;
    post "/desk/system/account" ManageAccounts system::account;
    post "/desk/system/close-account" ManageAccounts system::close_account;
    post "/desk/system/backup" BackUp system::back_up;
    get "/desk/audit" ReadAudit ledger::audit;
    get "/desk/roles" SeeDesk ledger::roles;
}

/// The desk: signing in for everybody, everything else through the gate.
pub fn routes(hub: &Arc<Hub>) -> Router<Arc<Hub>> {
    let gate = from_fn_with_state(Arc::clone(hub), guard);
    let open = Router::new()
        .route("/desk/sign-in", get(sign::page).post(sign::sign_in))
        .route("/desk/sign-out", post(sign::sign_out))
        .route("/desk/start", get(sign::start_page).post(sign::start));
    let desk = doors()
        .route_layer(gate)
        .merge(open)
        .layer(DefaultBodyLimit::max(LARGEST));
    in_frame(desk)
}
