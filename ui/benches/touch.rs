//! From a touch to its pixels at 1280 × 800: the bar is one frame, 33 ms, with the software renderer.

#[path = "../tests/it/stage.rs"]
#[allow(dead_code)] // The tests use more of it.
mod stage;
#[path = "../tests/it/table.rs"]
#[allow(dead_code)] // The tests use more of it.
mod table;

use slint::ComponentHandle;
use table::{START, Table};

fn main() {
    divan::main();
}

/// A piece is lifted and put back: the touch, the controller, the changed points, the picture.
#[divan::bench(sample_count = 50)]
fn a_touch_until_it_shows(bencher: divan::Bencher<'_, '_>) {
    let table = Table::live(START);
    stage::picture(&table.app);
    bencher.bench_local(|| {
        table.wait(200);
        table.touch("h2");
        table
            .app
            .window()
            .take_snapshot()
            .expect("the software renderer")
    });
}

/// A tick of the clock with its picture.
#[divan::bench(sample_count = 50)]
fn a_second_on_the_clock(bencher: divan::Bencher<'_, '_>) {
    let table = Table::live(START);
    stage::picture(&table.app);
    bencher.bench_local(|| {
        table.wait(1000);
        table
            .app
            .window()
            .take_snapshot()
            .expect("the software renderer")
    });
}
