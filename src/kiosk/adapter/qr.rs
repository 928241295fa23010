//! A text as a QR code a phone reads from the panel.

use qrcode::{Color, EcLevel, QrCode};
use slint::{Image, Rgb8Pixel, SharedPixelBuffer};

/// The quiet edge a reader needs, modules.
const EDGE: usize = 4;

/// One pixel a module, to be shown without smoothing; none when the text is too long.
pub fn image(text: &str) -> Option<Image> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let width = code.width() + 2 * EDGE;
    let white = Rgb8Pixel::new(255, 255, 255);
    let mut pixels = SharedPixelBuffer::<Rgb8Pixel>::new(width as u32, width as u32);
    pixels.make_mut_slice().fill(white);
    let black = Rgb8Pixel::new(0, 0, 0);
    for (at, color) in code.to_colors().into_iter().enumerate() {
        let (row, column) = (at / code.width() + EDGE, at % code.width() + EDGE);
        if color == Color::Dark {
            pixels.make_mut_slice()[row * width + column] = black;
        }
    }
    Some(Image::from_rgb8(pixels))
}
