//! Rare characters in names are drawn, not left blank and not as one and the same box.

use qipu_ui::{Page, Player, Session};
use slint::ComponentHandle;

use crate::stage;

/// The picture of the ready screen with this name for Red, and the pixels of it that differ from
/// the one with another name.
fn shown(name: &str) -> Vec<slint::Rgba8Pixel> {
    let name = name.to_owned();
    std::thread::spawn(move || {
        let app = stage::open(1024, 600);
        let session = app.global::<Session>();
        session.set_red(Player {
            name: name.into(),
            ..Player::default()
        });
        session.set_page(Page::Waiting);
        stage::picture(&app).as_slice().to_vec()
    })
    .join()
    .expect("a picture")
}

fn differing(a: &[slint::Rgba8Pixel], b: &[slint::Rgba8Pixel]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

#[test]
fn names_with_rare_characters_are_drawn() {
    let blank = shown("　");
    let names = ["喆", "堃", "玥", "䶮", "镕"];
    let pictures: Vec<_> = names.iter().map(|name| shown(name)).collect();
    for (name, picture) in names.iter().zip(&pictures) {
        let ink = differing(picture, &blank);
        assert!(ink > 250, "{name}: only {ink} pixels");
    }
    for (at, one) in pictures.iter().enumerate() {
        for other in &pictures[at + 1..] {
            assert!(differing(one, other) > 150, "two names look the same");
        }
    }
}
