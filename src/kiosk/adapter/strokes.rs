//! A signature's strokes: the pad's path commands as lists of points.

/// Reads `M x y L x y …`; what is not such a command is left out.
pub fn read(commands: &str) -> Vec<Vec<(i16, i16)>> {
    let mut strokes: Vec<Vec<(i16, i16)>> = Vec::new();
    let mut words = commands.split_whitespace();
    while let (Some(command), Some(x), Some(y)) = (words.next(), words.next(), words.next()) {
        let (Ok(x), Ok(y)) = (x.parse::<f32>(), y.parse::<f32>()) else {
            continue;
        };
        if command == "M" || strokes.is_empty() {
            strokes.push(Vec::new());
        }
        if let Some(stroke) = strokes.last_mut() {
            // The pad works in thousandths of its width.
            stroke.push((
                x.clamp(-32_000.0, 32_000.0) as i16,
                y.clamp(-32_000.0, 32_000.0) as i16,
            ));
        }
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn strokes_begin_where_the_finger_comes_down() {
        assert_eq!(
            read("M 1 2 L 3 4 M 5 6 "),
            [vec![(1, 2), (3, 4)], vec![(5, 6)]]
        );
        assert!(read("").is_empty());
    }
}
