//! One workbook with a sheet for each table.

use std::collections::HashSet;

use rust_xlsxwriter::{
    Color, ExcelDateTime, Format, FormatAlign, FormatBorder, Workbook, XlsxError,
};

use crate::publish::table::{Align, Table, Value};

/// A workbook of tables, each fit for printing: headings on every page, as wide as the paper.
///
/// # Errors
/// When a table is larger than a sheet can be.
pub fn book(tables: &[Table], title: &str) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let properties = rust_xlsxwriter::DocProperties::new()
        .set_title(title)
        .set_author("")
        // No time of day in the file: the same event gives the same bytes.
        .set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?);
    book.set_properties(&properties);
    let head = Format::new()
        .set_bold()
        .set_align(FormatAlign::Center)
        .set_background_color(Color::RGB(0x00E9_DEC6))
        .set_border_bottom(FormatBorder::Thin);
    let mut names = HashSet::new();
    for table in tables {
        let sheet = book.add_worksheet();
        sheet.set_name(sheet_name(&table.zh, &mut names))?;
        sheet
            .set_landscape()
            .set_paper_size(9)
            .set_print_fit_to_pages(1, 0);
        sheet.set_repeat_rows(0, 1)?.set_freeze_panes(2, 0)?;
        sheet.write_string_with_format(0, 0, &table.zh, &Format::new().set_bold())?;
        for (at, column) in (0_u16..).zip(&table.columns) {
            sheet.write_string_with_format(1, at, &column.zh, &head)?;
            sheet.set_column_width(at, f64::from(column.width) / 4.0)?;
        }
        let formats: Vec<Format> = table
            .columns
            .iter()
            .map(|column| Format::new().set_align(align(column.align)))
            .collect();
        for (at, row) in (2_u32..).zip(&table.rows) {
            for ((column, cell), format) in (0_u16..).zip(row).zip(&formats) {
                // Text is written as text: nothing in a name is ever a formula.
                match &cell.value {
                    Value::Text(text) => {
                        sheet.write_string_with_format(at, column, text, format)?
                    }
                    Value::Number(number) => {
                        sheet.write_number_with_format(at, column, *number as f64, format)?
                    }
                    Value::Points(points) => {
                        let points = f64::from(points.halves()) / 2.0;
                        sheet.write_number_with_format(at, column, points, format)?
                    }
                };
            }
        }
        for (at, note) in (table.rows.len() as u32 + 3..).zip(&table.notes) {
            sheet.write_string(at, 0, note)?;
        }
    }
    book.save_to_buffer()
}

const fn align(align: Align) -> FormatAlign {
    match align {
        Align::Left => FormatAlign::Left,
        Align::Centre => FormatAlign::Center,
        Align::Right => FormatAlign::Right,
    }
}

/// A sheet's name: 31 characters at most, none of the seven that are forbidden, each only once.
fn sheet_name(title: &str, taken: &mut HashSet<String>) -> String {
    const LONGEST: usize = 31;
    let plain: String = title
        .chars()
        .map(|letter| {
            if "[]:*?/\\'".contains(letter) {
                ' '
            } else {
                letter
            }
        })
        .take(LONGEST - 4)
        .collect();
    let base = if plain.trim().is_empty() {
        "—".to_owned()
    } else {
        plain
    };
    let mut name = base.clone();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{base} {number}");
        number += 1;
    }
    name
}
