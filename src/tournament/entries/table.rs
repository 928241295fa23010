//! Players from the rows of a table, whatever program it comes from: columns are found by their
//! headings, and every bad row is listed.

use crate::document::{Number, Player, Sex};
use crate::regulation::Regulation;

/// What a table held.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Imported {
    /// Players of the good rows; number 0 where the table gives none.
    pub players: Vec<Player>,
    /// What is wrong with the others.
    pub faults: Vec<RowFault>,
}

/// A row that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("row {row}: {reason}")]
pub struct RowFault {
    /// Row of the table, from 1, the headings included.
    pub row: usize,
    /// What is wrong.
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Number,
    Name,
    Unit,
    Team,
    Sex,
    Regions,
    Born,
    Rating,
}

fn column(heading: &str) -> Option<Column> {
    match heading
        .trim()
        .trim_start_matches('\u{feff}')
        .to_lowercase()
        .as_str()
    {
        "number" | "no" | "no." | "编号" | "序号" | "号" => Some(Column::Number),
        "name" | "姓名" | "棋手" => Some(Column::Name),
        "unit" | "club" | "单位" | "代表单位" => Some(Column::Unit),
        "team" | "队" | "队名" | "团体" | "代表队" => Some(Column::Team),
        "sex" | "gender" | "性别" => Some(Column::Sex),
        "regions" | "region" | "籍贯" | "地区" | "户籍" => Some(Column::Regions),
        "born" | "birthday" | "出生日期" | "生日" => Some(Column::Born),
        "rating" | "seed_rating" | "等级分" => Some(Column::Rating),
        _ => None,
    }
}

/// What a column with this heading is taken for; nothing when it is left out.
pub fn column_name(heading: &str) -> Option<&'static str> {
    Some(match column(heading)? {
        Column::Number => "number",
        Column::Name => "name",
        Column::Unit => "unit",
        Column::Team => "team",
        Column::Sex => "sex",
        Column::Regions => "regions",
        Column::Born => "born",
        Column::Rating => "rating",
    })
}

/// Reads rows, the first of which holds the headings. Columns with other headings are left out.
pub fn read_rows<I, R>(rows: I, regulation: &Regulation) -> Imported
where
    I: IntoIterator<Item = R>,
    R: AsRef<[String]>,
{
    let mut imported = Imported::default();
    let mut columns: Option<Vec<Option<Column>>> = None;
    for (index, cells) in rows.into_iter().enumerate() {
        let cells = cells.as_ref();
        let row = index + 1;
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let Some(known) = &columns else {
            let found: Vec<Option<Column>> = cells.iter().map(|cell| column(cell)).collect();
            if !found.contains(&Some(Column::Name)) {
                imported.faults.push(RowFault {
                    row,
                    reason: "no column is headed `name` or 姓名".into(),
                });
                return imported;
            }
            columns = Some(found);
            continue;
        };
        match player(cells, known, regulation) {
            Ok(player) => {
                let taken = player.number != 0
                    && imported
                        .players
                        .iter()
                        .any(|other| other.number == player.number);
                if taken {
                    imported.faults.push(RowFault {
                        row,
                        reason: format!("number {} stands in two rows", player.number),
                    });
                } else {
                    imported.players.push(player);
                }
            }
            Err(reason) => imported.faults.push(RowFault { row, reason }),
        }
    }
    imported
}

fn player(
    cells: &[String],
    columns: &[Option<Column>],
    regulation: &Regulation,
) -> Result<Player, String> {
    let mut player = Player::default();
    for (cell, column) in cells.iter().zip(columns) {
        let text = cell.trim();
        let Some(column) = column else { continue };
        if text.is_empty() {
            continue;
        }
        match column {
            Column::Number => player.number = number(text)?,
            Column::Name => text.clone_into(&mut player.name),
            Column::Unit => text.clone_into(&mut player.unit),
            Column::Team => text.clone_into(&mut player.team),
            Column::Sex => player.sex = sex(text)?,
            Column::Regions => player.regions = regions(text, regulation)?,
            Column::Born => {
                let born = ["%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%Y.%m.%d"]
                    .iter()
                    .find_map(|form| chrono::NaiveDate::parse_from_str(text, form).ok());
                player.born = Some(born.ok_or_else(|| format!("`{text}` is no date"))?);
            }
            Column::Rating => player.seed_rating = Some(number(text)?),
        }
    }
    if player.name.is_empty() {
        return Err("the name is missing".into());
    }
    Ok(player)
}

fn number(text: &str) -> Result<Number, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!("`{text}` is no number from 1")),
        Ok(number) => Ok(number),
    }
}

fn sex(text: &str) -> Result<Sex, String> {
    match text.to_lowercase().as_str() {
        "m" | "male" | "男" => Ok(Sex::M),
        "f" | "w" | "female" | "女" => Ok(Sex::F),
        _ => Err(format!("`{text}` is no sex (男 or 女, M or F)")),
    }
}

/// Regions by their name in the regulation or their Chinese title, with or without 籍.
fn regions(text: &str, regulation: &Regulation) -> Result<Vec<String>, String> {
    text.split([',', ';', ' ', '、', '，', '；', '/'])
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .map(|word| {
            regulation
                .regions
                .iter()
                .find(|(name, region)| {
                    word.eq_ignore_ascii_case(name)
                        || word == region.title
                        || word == region.title.trim_end_matches('籍')
                        || word.eq_ignore_ascii_case(&region.title_en)
                })
                .map(|(name, _)| name.clone())
                .ok_or_else(|| format!("the regulation knows no region `{word}`"))
        })
        .collect()
}
