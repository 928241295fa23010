//! Pictures under a game: time used for each move, and what an engine thought.

use plotters::prelude::*;
use plotters::style::{Color, RGBColor};

use crate::journal::{Reading, TimeControl};

const INK: RGBColor = RGBColor(0x7a, 0x6c, 0x56);
const RED: RGBColor = RGBColor(0xa8, 0x26, 0x1c);
const BLACK: RGBColor = RGBColor(0x1f, 0x2a, 0x30);
const TEAL: RGBColor = RGBColor(0x1f, 0x6f, 0x6b);
const SIZE: (u32, u32) = (680, 150);

/// Seconds each ply took, from the remaining times after it; Red moves first.
pub fn used(time: TimeControl, readings: &[Option<Reading>]) -> Vec<Option<u64>> {
    let first = if time.first_move_bonus {
        time.increment_ms
    } else {
        0
    };
    let mut left = [Some(time.base_ms + first); 2];
    readings
        .iter()
        .enumerate()
        .map(|(ply, reading)| {
            let side = ply % 2;
            let now = reading.map(|reading| {
                if side == 0 {
                    reading.red_ms
                } else {
                    reading.black_ms
                }
            });
            let before = std::mem::replace(&mut left[side], now);
            Some((before? + time.increment_ms).saturating_sub(now?) / 1000)
        })
        .collect()
}

/// The time used for each move: Red's bars upwards, Black's downwards. None without times.
pub fn time(time: TimeControl, readings: &[Option<Reading>]) -> Option<String> {
    let used = used(time, readings);
    let most = used
        .iter()
        .flatten()
        .max()
        .copied()
        .filter(|most| *most > 0)? as f64;
    let plies = used.len().max(2);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(4)
            // Room for the upper half of the topmost label.
            .margin_top(12)
            .x_label_area_size(20)
            .y_label_area_size(46)
            .build_cartesian_2d(0.0..plies as f64, -most..most)
            .ok()?;
        let label = |seconds: &f64| {
            format!(
                "{}:{:02}",
                seconds.abs() as u64 / 60,
                seconds.abs() as u64 % 60
            )
        };
        mesh(&mut chart, &label).ok()?;
        let bars = used.iter().enumerate().filter_map(|(ply, seconds)| {
            let height = (*seconds)? as f64;
            let (height, colour) = if ply % 2 == 0 {
                (height, RED)
            } else {
                (-height, BLACK)
            };
            let x = ply as f64;
            Some(Rectangle::new(
                [(x + 0.1, 0.0), (x + 0.9, height)],
                colour.filled(),
            ))
        });
        chart.draw_series(bars).ok()?;
        area.present().ok()?;
    }
    Some(svg)
}

/// What an engine thought after each ply, from Red's side, cut at ten soldiers. None without words.
pub fn evaluation(evaluations: &[Option<i32>]) -> Option<String> {
    const MOST: f64 = 1000.0;
    let points: Vec<(f64, f64)> = evaluations
        .iter()
        .enumerate()
        .filter_map(|(ply, value)| {
            Some((ply as f64 + 1.0, f64::from((*value)?).clamp(-MOST, MOST)))
        })
        .collect();
    if points.len() < 2 {
        return None;
    }
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(4)
            // Room for the upper half of the topmost label.
            .margin_top(12)
            .x_label_area_size(20)
            .y_label_area_size(46)
            .build_cartesian_2d(0.0..evaluations.len() as f64, -MOST..MOST)
            .ok()?;
        let label = |value: &f64| match value / 100.0 {
            soldiers if soldiers.abs() < 0.5 => "0".to_owned(),
            soldiers => format!("{soldiers:+.0}"),
        };
        mesh(&mut chart, &label).ok()?;
        chart
            .draw_series(AreaSeries::new(points, 0.0, TEAL.mix(0.25)).border_style(TEAL))
            .ok()?;
        area.present().ok()?;
    }
    Some(svg)
}

type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn mesh<'a, 'b>(
    chart: &mut Chart<'a, 'b>,
    label: &dyn Fn(&f64) -> String,
) -> Result<(), DrawingAreaErrorKind<std::io::Error>>
where
    'b: 'a,
{
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(1)
        .y_labels(5)
        .x_labels(9)
        .axis_style(INK)
        .light_line_style(INK.mix(0.08))
        .bold_line_style(INK.mix(0.2))
        .label_style(("serif", 12).into_font().color(&INK))
        .x_label_formatter(&|ply| format!("{:.0}", ply / 2.0))
        .y_label_formatter(label)
        .draw()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_used_counts_the_increment() {
        let time = TimeControl {
            base_ms: 60_000,
            increment_ms: 10_000,
            first_move_bonus: false,
        };
        let reading = |red_ms, black_ms| {
            Some(Reading {
                red_ms,
                black_ms,
                external: false,
            })
        };
        // Red takes 5 s and is given 10 s: 65 s left. Black takes 30 s: 40 s left.
        let readings = [
            reading(65_000, 60_000),
            reading(65_000, 40_000),
            None,
            reading(50_000, 45_000),
        ];
        assert_eq!(used(time, &readings), [Some(5), Some(30), None, Some(5)]);
    }

    #[test]
    fn pictures_are_svg_without_styles_a_policy_would_refuse() {
        let time_control = TimeControl {
            base_ms: 60_000,
            increment_ms: 0,
            first_move_bonus: false,
        };
        let reading = |red_ms, black_ms| {
            Some(Reading {
                red_ms,
                black_ms,
                external: false,
            })
        };
        let picture = time(
            time_control,
            &[reading(50_000, 60_000), reading(50_000, 20_000)],
        )
        .unwrap();
        assert!(
            picture.starts_with("<svg") && !picture.contains("style="),
            "{picture}"
        );
        assert!(time(time_control, &[None, None]).is_none());
        assert!(
            evaluation(&[Some(35), Some(-20), Some(30_000)])
                .unwrap()
                .starts_with("<svg")
        );
        assert!(evaluation(&[None]).is_none());
    }
}
