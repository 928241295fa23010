//! Lines of Chinese text: where they may break, and how they fill the column.

use super::face::Face;

/// Never at the start of a line.
const NOT_FIRST: &str = "，。、；：？！）》」』”’…—·％,.;:?!)]}%〉】";
/// Never at the end of a line.
const NOT_LAST: &str = "（《「『“‘([{〈【";

/// Cuts a text into lines not wider than `width` points. Words of Latin letters and numbers are kept
/// whole, closing marks do not begin a line and opening ones do not end it. The first line is
/// shorter by `indent`.
pub fn lines(face: &Face, text: &str, size: f32, width: f32, indent: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = indent;
    for piece in pieces(text) {
        let wide = face.width(piece, size);
        let fits = used + wide <= width;
        if !fits && !line.trim().is_empty() {
            let carried = carry(&mut line, piece);
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            used = face.width(&carried, size);
            line = carried;
        }
        if line.is_empty() && piece.trim().is_empty() && !lines.is_empty() {
            continue;
        }
        if wide > width {
            // One word longer than a whole line: broken where it has to be.
            for letter in piece.chars() {
                let wide = face.width(letter.encode_utf8(&mut [0; 4]), size);
                if used + wide > width && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    used = 0.0;
                }
                line.push(letter);
                used += wide;
            }
            continue;
        }
        line.push_str(piece);
        used += wide;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// What of the end of a line has to go down with the next piece.
fn carry(line: &mut String, next: &str) -> String {
    let mut carried = String::new();
    let mut first = next.chars().next().unwrap_or(' ');
    while let Some(last) = line.chars().next_back() {
        let bound = NOT_FIRST.contains(first) || NOT_LAST.contains(last);
        if !bound || line.chars().count() < 2 {
            break;
        }
        line.pop();
        carried.insert(0, last);
        first = last;
    }
    carried
}

/// Words and single characters; a break may stand between any two of them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut in_word = false;
    for (at, letter) in text.char_indices() {
        let wordy = letter.is_ascii() && !letter.is_ascii_whitespace();
        if at > start && !(in_word && wordy) {
            pieces.push(&text[start..at]);
            start = at;
        }
        in_word = wordy;
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// What to add after each character so that a line fills its column; nothing where it is too short
/// to be stretched well.
pub fn stretch(face: &Face, line: &str, size: f32, width: f32) -> f32 {
    let count = line.chars().count();
    let free = width - face.width(line, size);
    if count < 2 || free <= 0.0 || free > size * 2.5 {
        0.0
    } else {
        free / (count - 1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_marks_do_not_begin_a_line_and_opening_ones_do_not_end_it() {
        let face = Face::text();
        // Five characters a line.
        let cut = |text| lines(&face, text, 10.0, 50.5, 0.0);
        assert_eq!(cut("一二三四五六"), ["一二三四五", "六"]);
        assert_eq!(cut("一二三四五，六"), ["一二三四", "五，六"]);
        assert_eq!(cut("一二三四（五）"), ["一二三四", "（五）"]);
        assert_eq!(cut("一二三四五）。六"), ["一二三四", "五）。六"]);
        assert_eq!(cut(""), [""]);
    }

    #[test]
    fn latin_words_and_numbers_stay_whole_unless_longer_than_a_line() {
        let face = Face::text();
        let cut = lines(&face, "用时30分钟Fischer加秒", 10.0, 60.0, 0.0);
        assert!(cut.iter().any(|line| line.contains("Fischer")), "{cut:?}");
        let cut = lines(&face, &"a".repeat(60), 10.0, 50.0, 0.0);
        assert!(
            cut.len() > 3 && cut.iter().all(|line| face.width(line, 10.0) <= 50.0),
            "{cut:?}"
        );
    }
}
