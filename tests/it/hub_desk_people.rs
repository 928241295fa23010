//! Sixty invented people as a registrar's spreadsheet has them, six bad rows among them.

use rust_xlsxwriter::Workbook;

/// A row of the sheet.
#[derive(Debug, Clone)]
pub struct Row {
    pub name: String,
    pub unit: &'static str,
    pub team: String,
    pub sex: &'static str,
    pub regions: &'static str,
    pub identity: String,
    pub phone: String,
    pub account: String,
}

const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/// An invented identity number: place, birthday, serial (odd for men), check digit by GB 11643.
pub fn identity(place: &str, born: &str, serial: u32) -> String {
    let body = format!("{place}{born}{serial:03}");
    let sum: u32 = body
        .bytes()
        .zip(WEIGHTS)
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    // The character whose value makes the sum 1 modulo 11; X stands for ten.
    let check = (12 - sum % 11) % 11;
    let check = if check == 10 {
        "X".to_owned()
    } else {
        check.to_string()
    };
    format!("{body}{check}")
}

const UNITS: [(&str, &str); 5] = [
    ("清水", "620521"),
    ("秦安", "620522"),
    ("兰州", "620102"),
    ("西安", "610102"),
    ("成都", "510104"),
];

/// The women of the event: exactly ten, so that the regulation's question is asked.
const WOMEN: usize = 10;

/// Sixty sound rows. Names are numbers, so that nobody is meant.
pub fn sound() -> Vec<Row> {
    let digits = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    (0..60)
        .map(|at| {
            let (unit, place) = UNITS[at / 4 % UNITS.len()];
            let woman = at % 6 == 5;
            let serial = 100 + 2 * at as u32 + u32::from(!woman);
            Row {
                name: format!("棋{}{}", digits[at / 10], digits[at % 10]),
                unit,
                // The first five units of four are teams.
                team: if at < 20 {
                    format!("{unit}队")
                } else {
                    String::new()
                },
                sex: if woman { "女" } else { "男" },
                regions: "",
                identity: identity(place, &format!("19{:02}0307", 60 + at % 40), serial),
                phone: format!("1390000{at:04}"),
                account: format!("62170000000012{at:05}"),
            }
        })
        .collect()
}

/// The sheet as a workbook. Of the bad rows each has one thing wrong; their numbers are returned.
#[allow(clippy::too_many_lines, reason = "a sheet, row by row")]
pub fn workbook() -> (Vec<u8>, Vec<usize>) {
    let mut rows: Vec<(Row, Option<f64>)> = sound().into_iter().map(|row| (row, None)).collect();
    assert_eq!(
        rows.iter().filter(|(row, _)| row.sex == "女").count(),
        WOMEN
    );
    let spare = |at: u32| Row {
        name: format!("坏{at}"),
        unit: "清水",
        team: String::new(),
        sex: "男",
        regions: "",
        identity: identity("620521", "19800101", 901 + 2 * at),
        phone: String::new(),
        account: String::new(),
    };
    let first = rows[0].0.identity.clone();
    let mut bad = Vec::new();
    let mut put = |at: usize, row: Row, number: Option<f64>| {
        rows.insert(at, (row, number));
        // The headings stand in row 3, the people below them.
        bad.push(at + 4);
    };
    put(
        5,
        Row {
            name: String::new(),
            ..spare(0)
        },
        None,
    );
    // The last character is one too high.
    let mut wrong = spare(1);
    let last = wrong.identity.pop().expect("has 18");
    wrong.identity.push(if last == '0' { '1' } else { '0' });
    put(14, wrong, None);
    put(23, spare(2), Some(6.205_211_980_010_19e17));
    put(
        32,
        Row {
            identity: first,
            ..spare(3)
        },
        None,
    );
    put(
        41,
        Row {
            sex: "不详",
            ..spare(4)
        },
        None,
    );
    put(
        50,
        Row {
            regions: "火星",
            ..spare(5)
        },
        None,
    );

    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let write = |result: Result<&mut rust_xlsxwriter::Worksheet, _>| {
        let result: Result<_, rust_xlsxwriter::XlsxError> = result;
        result.map(|_| ()).expect("fits a sheet");
    };
    write(sheet.write_string(0, 0, "报名表"));
    // Headings as people write them: spread with wide spaces, in words of their own.
    let headings = [
        "姓　　名",
        "代表单位",
        "代表队",
        "性 别",
        "籍贯",
        "身份证号码",
        "联系电话",
        "银行账号",
        "备注",
    ];
    for (column, heading) in (0..).zip(headings) {
        write(sheet.write_string(2, column, heading));
    }
    for (at, (row, number)) in (3..).zip(&rows) {
        // Some type their digits wide.
        let phone = if at % 7 == 0 {
            wide(&row.phone)
        } else {
            row.phone.clone()
        };
        let cells = [
            &row.name,
            row.unit,
            &row.team,
            row.sex,
            row.regions,
            &row.identity,
            &phone,
            &row.account,
            "请安排靠窗",
        ];
        for (column, text) in (0..).zip(cells) {
            match number {
                Some(number) if column == 5 => write(sheet.write_number(at, column, *number)),
                _ => write(sheet.write_string(at, column, text)),
            }
        }
    }
    (book.save_to_buffer().expect("is written into memory"), bad)
}

fn wide(digits: &str) -> String {
    let wide = |c: char| char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c);
    digits.chars().map(wide).collect()
}

/// The same sound rows as a spreadsheet program of old saves them: GBK, separated by tabs.
pub fn gbk() -> Vec<u8> {
    let mut text = String::from("姓名\t单位\t队名\t性别\t身份证号\t电话\r\n");
    for row in sound() {
        let line = [
            &row.name,
            row.unit,
            &row.team,
            row.sex,
            &row.identity,
            &row.phone,
        ];
        text.push_str(&line.join("\t"));
        text.push_str("\r\n");
    }
    let (bytes, _, lost) = encoding_rs::GBK.encode(&text);
    assert!(!lost, "every character stands in GBK");
    bytes.into_owned()
}
