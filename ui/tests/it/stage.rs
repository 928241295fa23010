//! A window in memory, drawn by the software renderer.

use std::path::PathBuf;

use i_slint_backend_testing::{
    AccessibleRole, ElementHandle, ElementQuery, TestingBackend, TestingBackendOptions,
};
use qipu_ui::App;
use slint::{ComponentHandle, LogicalSize, Rgba8Pixel, SharedPixelBuffer};

/// Opens the terminal's window at a size, with mock time. One window a test thread.
pub fn open(width: u32, height: u32) -> App {
    let options = TestingBackendOptions {
        mock_time: true,
        threading: false,
        renderer_name: Some("software".into()),
    };
    // Only fails when this thread has a platform already, which no test does twice.
    slint::platform::set_platform(Box::new(TestingBackend::new(options))).expect("a fresh thread");
    let app = App::new().expect("the embedded screens");
    app.window()
        .set_size(LogicalSize::new(width as f32, height as f32));
    app.show().expect("a window in memory");
    language(false);
    app
}

/// Chinese or English, as the terminal switches it.
pub fn language(english: bool) {
    slint::select_bundled_translation(if english { "en" } else { "" }).expect("English is bundled");
}

/// Draws the window.
pub fn picture(app: &App) -> SharedPixelBuffer<Rgba8Pixel> {
    // Layouts settle in the first frame; the second is what a person sees.
    app.window().take_snapshot().expect("the software renderer");
    app.window().take_snapshot().expect("the software renderer")
}

/// Draws the window into a PNG under the target folder, to be looked at.
pub fn save(app: &App, name: &str) -> SharedPixelBuffer<Rgba8Pixel> {
    let picture = picture(app);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens");
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    let file = std::fs::File::create(folder.join(format!("{name}.png"))).expect("a new file");
    let mut encoder = png::Encoder::new(file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("room on the disk");
    writer
        .write_image_data(picture.as_bytes())
        .expect("room on the disk");
    picture
}

/// Every button in view whose label satisfies `wanted`.
pub fn buttons(app: &App, wanted: impl Fn(&str) -> bool + 'static) -> Vec<ElementHandle> {
    ElementQuery::from_root(app)
        .match_accessible_role(AccessibleRole::Button)
        .match_predicate(move |element| {
            element
                .accessible_label()
                .is_some_and(|label| wanted(&label))
        })
        .find_all()
}
