//! A spreadsheet of entries: players, their personal data, and every row that is bad.

use chrono::NaiveDate;
use tournament::Regulation;
use tournament::document::Player;
use tournament::entries::{self, identity};

use super::Personal;
use super::sheet::{self, Cell, SheetError};
use crate::hub::reason;
use crate::store::hub::round::Words;

/// A good row.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Row of the table, from 1, the headings included.
    pub row: usize,
    /// The player.
    pub player: Player,
    /// What only some may see.
    pub personal: Personal,
}

/// A row that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRow {
    /// Row of the table, from 1, the headings included.
    pub row: usize,
    /// What is wrong. An identity number is never repeated in it.
    pub reason: Words,
}

/// What a spreadsheet held.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Import {
    /// The good rows.
    pub entries: Vec<Entry>,
    /// The bad ones, in order.
    pub bad: Vec<BadRow>,
    /// Each heading, and what it was taken for; nothing for a column that is left out.
    pub columns: Vec<(String, Option<&'static str>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Secret {
    Identity,
    Phone,
    Address,
    Bank,
    Account,
}

fn secret(heading: &str) -> Option<Secret> {
    Some(match heading {
        "身份证" | "身份证号" | "身份证号码" | "证件号码" | "id number" => {
            Secret::Identity
        }
        "电话" | "手机" | "手机号" | "联系电话" | "phone" => Secret::Phone,
        "户籍地址" | "住址" | "地址" | "address" => Secret::Address,
        "开户行" | "开户行名称" | "bank" => Secret::Bank,
        "银行账号" | "银行帐号" | "账号" | "卡号" | "account" => Secret::Account,
        _ => return None,
    })
}

/// Headings come with spaces set for looks: `姓　　名`.
fn heading(cell: &Cell) -> String {
    cell.text
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_lowercase()
}

/// Rows above the headings, such as a title, that a table may have.
const ABOVE: usize = 10;

/// Reads a spreadsheet. The first row with a heading for names holds the headings.
///
/// # Errors
/// A sheet error when it is no table.
pub fn read(bytes: &[u8], regulation: &Regulation, today: NaiveDate) -> Result<Import, SheetError> {
    let rows = sheet::rows(bytes)?;
    let names = |row: &Vec<Cell>| {
        let taken = |cell| entries::column_name(&heading(cell));
        row.iter().any(|cell| taken(cell) == Some("name"))
    };
    let top = rows.iter().take(ABOVE).position(names);
    let Some(top) = top.or_else(|| rows.iter().position(|row| !is_empty(row))) else {
        return Err(SheetError("the table is empty".to_owned()));
    };
    let headings: Vec<String> = rows[top].iter().map(heading).collect();
    let secrets: Vec<Option<Secret>> = headings.iter().map(|text| secret(text)).collect();
    // What only some may see goes no further than here.
    let open = |row: &[Cell]| -> Vec<String> {
        let cells = row
            .iter()
            .zip(secrets.iter().chain(std::iter::repeat(&None)));
        cells
            .filter(|(_, secret)| secret.is_none())
            .map(|(cell, _)| cell.text.clone())
            .collect()
    };
    let mut table: Vec<Vec<String>> = rows.iter().map(|row| open(row)).collect();
    for above in &mut table[..top] {
        above.clear();
    }
    table[top] = headings
        .iter()
        .zip(&secrets)
        .filter(|(_, secret)| secret.is_none())
        .map(|(heading, _)| heading.clone())
        .collect();
    let imported = entries::read_rows(&table, regulation);
    let mut import = Import {
        columns: columns(&rows[top], &secrets),
        ..Import::default()
    };
    for fault in imported.faults {
        import.bad.push(BadRow {
            row: fault.row,
            reason: reason::of_row(fault.reason),
        });
    }
    let bad: Vec<usize> = import.bad.iter().map(|bad| bad.row).collect();
    let good = (top + 2..=rows.len())
        .filter(|row| !bad.contains(row) && !table[row - 1].iter().all(String::is_empty));
    let mut players = imported.players.into_iter();
    for row in good {
        let Some(player) = players.next() else { break };
        match personal(&rows[row - 1], &secrets) {
            Ok(personal) => import.add(row, player, personal, regulation, today),
            Err(reason) => import.bad.push(BadRow { row, reason }),
        }
    }
    import.bad.sort_by_key(|bad| bad.row);
    Ok(import)
}

fn is_empty(row: &[Cell]) -> bool {
    row.iter().all(|cell| cell.text.is_empty())
}

fn columns(top: &[Cell], secrets: &[Option<Secret>]) -> Vec<(String, Option<&'static str>)> {
    let taken = |cell: &Cell, secret: &Option<Secret>| match secret {
        Some(Secret::Identity) => Some("identity"),
        Some(Secret::Phone) => Some("phone"),
        Some(Secret::Address) => Some("address"),
        Some(Secret::Bank) => Some("bank"),
        Some(Secret::Account) => Some("account"),
        None => entries::column_name(&heading(cell)),
    };
    top.iter()
        .zip(secrets)
        .map(|(cell, secret)| (cell.text.clone(), taken(cell, secret)))
        .collect()
}

fn personal(row: &[Cell], secrets: &[Option<Secret>]) -> Result<Personal, Words> {
    let mut personal = Personal::default();
    for (cell, secret) in row.iter().zip(secrets) {
        let field = match secret {
            Some(Secret::Identity) => &mut personal.identity,
            Some(Secret::Phone) => &mut personal.phone,
            Some(Secret::Address) => &mut personal.address,
            Some(Secret::Bank) => &mut personal.bank,
            Some(Secret::Account) => &mut personal.account,
            None => continue,
        };
        let long = matches!(secret, Some(Secret::Identity | Secret::Account));
        if cell.numeric && long && cell.text.len() > 15 {
            return Err(reason::number_lost());
        }
        field.clone_from(&cell.text);
    }
    Ok(personal)
}

impl Import {
    fn add(
        &mut self,
        row: usize,
        mut player: Player,
        personal: Personal,
        regulation: &Regulation,
        today: NaiveDate,
    ) {
        let known = |other: &Entry| {
            !personal.identity.is_empty()
                && other
                    .personal
                    .identity
                    .eq_ignore_ascii_case(&personal.identity)
        };
        if let Some(other) = self.entries.iter().find(|other| known(other)) {
            let reason = reason::identity_twice(other.row);
            return self.bad.push(BadRow { row, reason });
        }
        if !personal.identity.is_empty() {
            match identity::read(&personal.identity, today, regulation) {
                // What the number proposes fills what the table leaves open; the registrar
                // confirms it.
                Ok(proposal) => {
                    player.sex = proposal.sex;
                    player.born.get_or_insert(proposal.born);
                    if player.regions.is_empty() {
                        player.regions = proposal.regions;
                    }
                }
                Err(fault) => {
                    return self.bad.push(BadRow {
                        row,
                        reason: reason::of_identity(&fault),
                    });
                }
            }
        }
        self.entries.push(Entry {
            row,
            player,
            personal,
        });
    }
}
