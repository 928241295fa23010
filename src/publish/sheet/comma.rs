//! CSV in UTF-8 with a byte order mark, which spreadsheet programs need to see the Chinese.

use crate::publish::table::{Cell, Table, Value};

/// A table as CSV.
///
/// # Panics
/// Never: writing into memory cannot fail.
pub fn comma(table: &Table) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(b"\xef\xbb\xbf".to_vec());
    let heads = table.columns.iter().map(|column| guarded(&column.zh));
    writer
        .write_record(heads)
        .expect("memory can be written to");
    for row in &table.rows {
        writer
            .write_record(row.iter().map(text))
            .expect("memory can be written to");
    }
    writer.into_inner().expect("memory can be written to")
}

fn text(cell: &Cell) -> String {
    match &cell.value {
        Value::Text(text) => guarded(text),
        Value::Number(_) | Value::Points(_) => cell.shown(),
    }
}

/// Spreadsheet programs take a field that begins so for a formula; an apostrophe makes it text.
fn guarded(text: &str) -> String {
    let risky = text
        .trim_start()
        .starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＠']);
    if risky && text.chars().count() > 1 {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::table::{Align, Column};

    #[test]
    fn a_name_that_looks_like_a_formula_is_text() {
        let table = Table {
            name: "t".into(),
            zh: "表".into(),
            en: "table".into(),
            columns: vec![Column {
                zh: "姓名".into(),
                en: "Name".into(),
                width: 10,
                align: Align::Left,
                minor: false,
            }],
            rows: [
                "=cmd|' /C calc'!A0",
                "@SUM(1)",
                "-1+1",
                "王,\"平\"",
                "＋37先 2/14",
            ]
            .into_iter()
            .map(|name| vec![Cell::text(name)])
            .collect(),
            notes: Vec::new(),
        };
        let text = String::from_utf8(comma(&table)).unwrap();
        let wanted =
            "\u{feff}姓名\n'=cmd|' /C calc'!A0\n'@SUM(1)\n'-1+1\n\"王,\"\"平\"\"\"\n＋37先 2/14\n";
        assert_eq!(text, wanted);
    }
}
