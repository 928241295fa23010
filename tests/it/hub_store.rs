//! Databases that cannot be opened say which file and why; nothing is changed.

use qipu::hub::{Hub, Server};
use qipu::store::{HubStore, StoreError, TerminalStore};

fn reason<T>(opened: Result<T, StoreError>) -> String {
    match opened {
        Err(error @ StoreError::Open { .. }) => error.to_string(),
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("it opened"),
    }
}

#[test]
fn a_file_that_is_no_database_is_named_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("terminal.sqlite");
    std::fs::write(
        &path,
        "just some text, long enough to be looked at as a header of a page",
    )
    .expect("can be written");
    let said = reason(TerminalStore::open(&path));
    assert!(
        said.contains("terminal.sqlite") && said.contains("is no database"),
        "{said}"
    );
    assert!(
        std::fs::read(&path)
            .expect("is there")
            .starts_with(b"just some text")
    );
}

#[test]
fn a_foreign_database_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(TerminalStore::open(folder.path().join("hub.sqlite")).expect("an empty folder opens"));
    let said = reason(HubStore::open(folder.path()));
    assert!(
        said.contains("hub.sqlite") && said.contains("not the database of a hub"),
        "{said}"
    );
}

#[test]
fn a_folder_that_is_a_file_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("taken");
    std::fs::write(&path, "").expect("can be written");
    let said = reason(HubStore::open(path.join("data")));
    assert!(said.contains("taken"), "{said}");
}

#[test]
fn two_hubs_do_not_run_on_one_folder_but_readers_may_look_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let hub = Hub::open(folder.path()).expect("an empty folder opens");
    let said = reason(HubStore::open(folder.path()));
    assert!(said.contains("in use"), "{said}");
    HubStore::open_to_read(folder.path()).expect("reading is no harm");
    drop(hub);
    HubStore::open(folder.path()).expect("is free again");
}

#[test]
fn a_taken_port_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let hub = std::sync::Arc::new(Hub::open(folder.path()).expect("an empty folder opens"));
    let server = Server::start(hub.clone(), "127.0.0.1:0").expect("a port is free");
    let taken = server.address().to_string();
    let said = Server::start(hub, &taken)
        .expect_err("the port is taken")
        .to_string();
    assert!(said.contains(&taken), "{said}");
}
