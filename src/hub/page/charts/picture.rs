//! The pictures themselves, as functions of the edition.

use std::collections::BTreeMap;

use plotters::prelude::*;
use tournament::document::GameResult;

use super::word;
use crate::hub::lang::Lang;
use crate::publish::Edition;
use crate::publish::table::Running;

const INK: RGBColor = RGBColor(0x7a, 0x6c, 0x56);
const RED: RGBColor = RGBColor(0xa8, 0x26, 0x1c);
const BLACK: RGBColor = RGBColor(0x1f, 0x2a, 0x30);
const DRAWN: RGBColor = RGBColor(0xc9, 0xb8, 0x90);
/// Lines that can be told apart on paper, also by those who do not see red and green apart.
const LINES: [RGBColor; 6] = [
    RED,
    RGBColor(0x1f, 0x6f, 0x6b),
    RGBColor(0xc0, 0x7a, 0x10),
    BLACK,
    RGBColor(0x6a, 0x4c, 0x93),
    RGBColor(0x5b, 0x8a, 0x3c),
];
const SIZE: (u32, u32) = (720, 320);

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn picture(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Option<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&area).ok()?;
        area.present().ok()?;
    }
    Some(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// The points of the six leaders after each round, the name at the end of each line.
pub fn race(edition: &Edition) -> Option<String> {
    let running = Running::of(edition);
    let leaders = &edition.standings.individual;
    let leaders = &leaders[..leaders.len().min(LINES.len())];
    let points = |round: usize, number| f64::from(running.after(round, number).halves()) / 2.0;
    let rounds = running.rounds();
    let most = leaders
        .iter()
        .map(|place| points(rounds, place.number))
        .fold(0.0, f64::max);
    if rounds == 0 || most == 0.0 {
        return None;
    }
    picture(SIZE, |area| {
        let last = rounds as f64;
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(26)
            .y_label_area_size(34)
            .build_cartesian_2d(0.0..last * 1.25, 0.0..most * 1.06)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .axis_style(INK)
            .light_line_style(INK.mix(0.08))
            .bold_line_style(INK.mix(0.2))
            .label_style(("serif", 13).into_font().color(&INK))
            .x_labels(rounds.min(14) + 1)
            .x_label_formatter(&|round| {
                let whole = (round.round() - round).abs() < 0.01 && *round <= last + 0.01;
                if whole {
                    format!("{round:.0}")
                } else {
                    String::new()
                }
            })
            .y_label_formatter(&|points| format!("{points:.0}"))
            .draw()?;
        // Names that would stand on each other are moved apart, the leader on top.
        let mut below = f64::INFINITY;
        for (place, colour) in leaders.iter().zip(LINES) {
            let line = (0..=rounds).map(|round| (round as f64, points(round, place.number)));
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
            let end = points(rounds, place.number);
            let height = end.min(below - most * 0.065);
            below = height;
            let name: String = edition.name(place.number).chars().take(6).collect();
            let label = format!("{} {name}", place.place);
            let font = ("serif", 14).into_font().color(&colour);
            chart.draw_series(std::iter::once(Text::new(
                label,
                (last * 1.02, height + most * 0.02),
                font,
            )))?;
        }
        Ok(())
    })
}

/// Red won, drawn, Black won.
type Counts = [u32; 3];

fn count(counts: &mut Counts, result: GameResult) {
    let at = match result {
        GameResult::Red => 0,
        GameResult::Draw => 1,
        GameResult::Black => 2,
        // What was not played says nothing of Red and Black.
        _ => return,
    };
    counts[at] += 1;
}

/// How Red and Black fared in each round.
pub fn rounds(edition: &Edition, l: Lang) -> Option<String> {
    let rows = edition.document.rounds.iter().map(|round| {
        let mut counts = Counts::default();
        for game in &round.games {
            count(&mut counts, game.result);
        }
        (l.round(round.round), counts)
    });
    bars(l, &rows.collect::<Vec<_>>())
}

/// How Red and Black fared in the openings played most.
pub fn openings(edition: &Edition, l: Lang) -> Option<String> {
    let mut by_opening: BTreeMap<&str, Counts> = BTreeMap::new();
    for game in &edition.games {
        let name = word(l, game.opening.zh, game.opening.en);
        count(by_opening.entry(name).or_default(), game.result);
    }
    let mut rows: Vec<(String, Counts)> = by_opening
        .into_iter()
        .map(|(name, counts)| (name.to_owned(), counts))
        .collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u32>()));
    rows.truncate(12);
    bars(l, &rows)
}

/// A bar a row, from left to right Red, drawn, Black, with the numbers in them.
fn bars(l: Lang, rows: &[(String, Counts)]) -> Option<String> {
    const ROW: i32 = 30;
    const LEFT: i32 = 250;
    const WIDE: i32 = 420;
    let rows: Vec<_> = rows
        .iter()
        .filter(|(_, counts)| counts.iter().sum::<u32>() > 0)
        .collect();
    let most = rows
        .iter()
        .map(|(_, counts)| counts.iter().sum::<u32>())
        .max()?;
    let colours = [RED, DRAWN, BLACK];
    let words = [
        word(l, "红胜", "Red"),
        word(l, "和", "drawn"),
        word(l, "黑胜", "Black"),
    ];
    let height = ROW * (rows.len() as i32 + 1) + 12;
    picture((SIZE.0, height.cast_unsigned()), |area| {
        let font = |colour: &RGBColor| ("serif", 14).into_font().color(colour);
        for (at, (text, colour)) in (0..).zip(words.into_iter().zip(&colours)) {
            let x = LEFT + at * 90;
            area.draw(&Rectangle::new([(x, 8), (x + 14, 22)], colour.filled()))?;
            area.draw(&Text::new(text, (x + 20, 8), font(&BLACK)))?;
        }
        for (row, (name, counts)) in (1..).zip(&rows) {
            let y = row * ROW + 4;
            area.draw(&Text::new(name.as_str(), (4, y + 4), font(&BLACK)))?;
            let mut x = LEFT;
            for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let wide = (WIDE * count.cast_signed() / most.cast_signed()).max(2);
                let bar = [(x, y), (x + wide, y + ROW - 8)];
                area.draw(&Rectangle::new(bar, colours[at].filled()))?;
                if wide > 22 {
                    let ink = if at == 1 { BLACK } else { WHITE };
                    area.draw(&Text::new(count.to_string(), (x + 6, y + 4), font(&ink)))?;
                }
                x += wide;
            }
        }
        Ok(())
    })
}
