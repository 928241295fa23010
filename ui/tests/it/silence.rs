//! In live mode the board gives nothing away; in entry mode it says why. Both by pixels.

use i_slint_backend_testing::ElementHandle;
use qipu_ui::{GameData, Notice, Session};
use slint::{ComponentHandle, Rgba8Pixel, SharedPixelBuffer};

use crate::stage;
use crate::table::{START, Table};

type Picture = SharedPixelBuffer<Rgba8Pixel>;

/// A part of the window, physical pixels.
#[derive(Debug, Clone, Copy)]
struct Part {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Part {
    fn of(element: &ElementHandle) -> Self {
        let (at, size) = (element.absolute_position(), element.size());
        Self {
            left: at.x - 1.0,
            top: at.y - 1.0,
            right: at.x + size.width + 1.0,
            bottom: at.y + size.height + 1.0,
        }
    }

    fn holds(&self, at: usize, width: u32) -> bool {
        let (x, y) = (at as u32 % width, at as u32 / width);
        let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
        x >= self.left && x <= self.right && y >= self.top && y <= self.bottom
    }
}

fn differing(a: &Picture, b: &Picture, counted: impl Fn(usize) -> bool) -> usize {
    let pixels = a.as_slice().iter().zip(b.as_slice()).enumerate();
    pixels.filter(|(at, (a, b))| a != b && counted(*at)).count()
}

/// Plays the moves on a board of its own and draws what a player sees then.
fn live(
    fen: &'static str,
    moves: &'static [&'static str],
    marks: &'static [&'static str],
) -> (Picture, Vec<Part>) {
    std::thread::spawn(move || {
        let table = Table::live(fen);
        for text in moves {
            let black = table.app.global::<GameData>().get_blacks_turn();
            table.touch_move(text.parse().expect("a move"));
            table.press(if black {
                "黑方按钟"
            } else {
                "红方按钟"
            });
        }
        assert_eq!(table.app.global::<Session>().get_notice(), Notice::None);
        let mut parts: Vec<Part> = marks
            .iter()
            .map(|square| Part::of(&table.point(square)))
            .collect();
        let list = ElementHandle::find_by_element_type_name(&table.app, "MoveList").next();
        parts.push(Part::of(&list.expect("a list of moves")));
        (stage::picture(&table.app), parts)
    })
    .join()
    .expect("a picture")
}

/// Red's chariot goes to the last rank: a check where Black's general stands on it, none where he
/// stands a step lower. Nothing but the general's two points may differ.
#[test]
fn no_pixel_tells_that_a_move_was_a_check() {
    let marks = &["e9", "e8"];
    let (check, parts) = live("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", &["a0a9"], marks);
    let (quiet, _) = live("9/4k4/9/9/9/9/9/9/9/R2K5 w - - 0 1", &["a0a9"], marks);
    let width = check.width();
    let list = parts.last().copied().expect("the list");
    let told = differing(&check, &quiet, |at| {
        !parts[..2].iter().any(|part| part.holds(at, width))
    });
    assert_eq!(told, 0, "{told} pixels tell of the check");
    let in_list = differing(&check, &quiet, |at| list.holds(at, width));
    assert_eq!(in_list, 0, "the move's text tells of the check");
}

/// The same position, the same last move, the same clocks: once it has stood there four times, once
/// it never did before. Only the list of moves may differ.
#[test]
fn no_pixel_tells_that_a_position_was_repeated() {
    let fen = "3k5/9/9/9/9/9/9/8r/9/R4K3 w - - 0 1";
    let (repeated, parts) = live(
        fen,
        &[
            "a0a1", "i2i3", "a1a0", "i3i2", "a0a1", "i2i3", "a1a0", "i3i2", "a0a1", "i2i3", "a1a0",
            "i3i2", "a0a1", "i2i3",
        ],
        &[],
    );
    let (never, _) = live(
        fen,
        &[
            "a0b0", "i2h2", "b0b1", "h2h3", "b1b2", "h3h4", "b2c2", "h4h5", "c2c1", "h5i5", "c1b1",
            "i5i2", "b1a1", "i2i3",
        ],
        &[],
    );
    let width = repeated.width();
    let told = differing(&repeated, &never, |at| !parts[0].holds(at, width));
    assert_eq!(told, 0, "{told} pixels tell of the repetition");
}

/// In entry mode an illegal move is answered in words, in the bar and nowhere else, and two
/// different reasons read differently.
#[test]
fn in_entry_mode_the_pixels_say_why() {
    let [before, leg, river] = [None, Some(("b0", "d1")), Some(("c0", "e4"))].map(|touched| {
        std::thread::spawn(move || {
            let table = Table::entry("red");
            if let Some((from, to)) = touched {
                table.touch(from);
                table.touch(to);
                assert_eq!(table.app.global::<Session>().get_notice(), Notice::Illegal);
            }
            let bar = ElementHandle::find_by_element_type_name(&table.app, "DutyBar").next();
            let bar = Part::of(&bar.expect("the bar"));
            (stage::picture(&table.app), bar)
        })
        .join()
        .expect("a picture")
    });
    let width = before.0.width();
    let inside = |at| before.1.holds(at, width);
    for (one, other) in [
        (&before.0, &leg.0),
        (&before.0, &river.0),
        (&leg.0, &river.0),
    ] {
        let told = differing(one, other, inside);
        assert!(told > 300, "only {told} pixels say why");
    }
}

/// The same illegal touch in live mode is recorded and answered by nothing but the move itself.
#[test]
fn in_live_mode_the_same_touch_is_only_recorded() {
    let table = Table::live(START);
    table.touch("b0");
    table.touch("d1");
    assert_eq!(table.app.global::<Session>().get_notice(), Notice::None);
    assert_eq!(table.app.global::<Session>().get_reason(), "");
    assert_eq!(table.app.global::<GameData>().get_plies(), 1);
}
