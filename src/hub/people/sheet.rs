//! The rows of a spreadsheet, whichever program wrote it: xlsx, or CSV in UTF-8 or GBK.

use std::io::Cursor;

use calamine::{Data, Reader as _};

/// A table that cannot be read at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SheetError(pub String);

/// A cell: its text, and whether the spreadsheet holds it as a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text, full-width letters and digits made narrow, spaces at the ends gone.
    pub text: String,
    /// Whether the spreadsheet keeps it as a number: of those only 15 digits are sure.
    pub numeric: bool,
}

/// The rows of a file.
///
/// # Errors
/// [`SheetError`] when it is neither a workbook nor text in UTF-8 or GBK.
pub fn rows(bytes: &[u8]) -> Result<Vec<Vec<Cell>>, SheetError> {
    // A workbook is a zip archive.
    if bytes.starts_with(b"PK") {
        workbook(bytes)
    } else {
        text(bytes)
    }
}

fn fault(reason: impl ToString) -> SheetError {
    SheetError(reason.to_string())
}

fn workbook(bytes: &[u8]) -> Result<Vec<Vec<Cell>>, SheetError> {
    let book: Result<calamine::Xlsx<_>, calamine::XlsxError> =
        calamine::open_workbook_from_rs(Cursor::new(bytes));
    let mut book = book.map_err(fault)?;
    let sheet = book
        .worksheet_range_at(0)
        .ok_or_else(|| fault("the workbook has no sheet"))?;
    let sheet = sheet.map_err(fault)?;
    // Rows above the first filled one count in the program that wrote the file.
    let above = sheet.start().map_or(0, |(row, _)| row as usize);
    let empty = std::iter::repeat_with(Vec::new).take(above);
    let filled = sheet.rows().map(|row| row.iter().map(cell).collect());
    Ok(empty.chain(filled).collect())
}

fn cell(data: &Data) -> Cell {
    let numeric = matches!(data, Data::Float(_) | Data::Int(_));
    let text = match data {
        Data::DateTime(date) => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        data => data.to_string(),
    };
    Cell {
        text: narrow(&text),
        numeric,
    }
}

fn text(bytes: &[u8]) -> Result<Vec<Vec<Cell>>, SheetError> {
    // Chinese spreadsheets still write GBK.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => {
            let (text, _, broken) = encoding_rs::GB18030.decode(bytes);
            if broken {
                return Err(fault("neither UTF-8 nor GBK"));
            }
            text.into_owned()
        }
    };
    let first = text.lines().next().unwrap_or_default();
    let delimiter = [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|&delimiter| first.bytes().filter(|&byte| byte == delimiter).count())
        .unwrap_or(b',');
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
        .into_records()
        .map(|record| {
            let record = record.map_err(fault)?;
            Ok(record
                .iter()
                .map(|text| Cell {
                    text: narrow(text),
                    numeric: false,
                })
                .collect())
        })
        .collect()
}

/// Full-width letters, digits and spaces as typed in Chinese programs become narrow ones.
pub fn narrow(text: &str) -> String {
    let narrowed: String = text
        .chars()
        .map(|c| match c {
            '\u{3000}' | '\u{a0}' => ' ',
            // The full-width forms stand 0xFEE0 above ASCII.
            '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
                char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c)
            }
            c => c,
        })
        .collect();
    narrowed.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(rows: &[Vec<Cell>]) -> Vec<Vec<&str>> {
        rows.iter()
            .map(|row| row.iter().map(|cell| cell.text.as_str()).collect())
            .collect()
    }

    #[test]
    fn gbk_and_utf8_give_the_same_rows() {
        let table = "姓名,单位\n赵一,清水\n";
        let (gbk, _, _) = encoding_rs::GBK.encode(table);
        assert_ne!(&*gbk, table.as_bytes());
        let expected = vec![vec!["姓名", "单位"], vec!["赵一", "清水"]];
        assert_eq!(texts(&rows(&gbk).expect("is GBK")), expected);
        assert_eq!(texts(&rows(table.as_bytes()).expect("is UTF-8")), expected);
        let marked = format!("\u{feff}{table}");
        assert_eq!(texts(&rows(marked.as_bytes()).expect("is UTF-8")), expected);
    }

    #[test]
    fn wide_digits_and_spaces_become_narrow() {
        assert_eq!(narrow("　Ａ１２　"), "A12");
        assert_eq!(narrow("炮二"), "炮二");
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert!(rows(b"PK\x03\x04 no archive").is_err());
        assert!(rows(&[0xff, 0xfe, 0x00, 0xff, 0xff]).is_err());
    }
}
