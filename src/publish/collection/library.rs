//! A library of CCBridge (CBL): an index, then the records, each at a multiple of 4096 bytes.
//!
//! The layout is the one found in five libraries of CCBridge itself (all 1,034 entries of their
//! indexes agree with it); fields nobody has explained are as in those files.

const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";
/// The version of the layout.
const VERSION: u32 = 3;
/// Where the identity, the number without limit, the capacity and the name stand.
const IDENTITY: usize = 20;
const NO_LIMIT: usize = 52;
const CAPACITY: usize = 60;
const NAME: usize = 64;
const NAME_SIZE: usize = 512;
/// Where the index begins, and the size of its entries.
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
/// In an entry: the identity of its record as text, and its title to the end.
const ENTRY_IDENTITY: usize = 20;
const ENTRY_TITLE: usize = 100;
/// An entry whose record is there.
const LIVE: u32 = 7;
const SLOT: usize = 4096;
/// The least capacity CCBridge writes.
const LEAST: usize = 128;
/// Where in a record its identity stands.
const RECORD_IDENTITY: std::ops::Range<usize> = 20..36;

/// Puts records (`.cbr`), each with a title, into one library.
pub fn library(name: &str, records: &[(String, &[u8])]) -> Vec<u8> {
    let capacity = records.len().next_power_of_two().max(LEAST);
    let mut bytes = vec![0; INDEX + capacity * ENTRY];
    bytes[..MAGIC.len()].copy_from_slice(MAGIC);
    put(&mut bytes, MAGIC.len(), VERSION);
    put(&mut bytes, NO_LIMIT, 0x7fff_ffff);
    put(&mut bytes, CAPACITY, capacity as u32);
    put_text(&mut bytes[NAME..NAME + NAME_SIZE], name);
    let mut identity = [0_u8; 16];
    for (at, (title, record)) in records.iter().enumerate() {
        let own = &record[RECORD_IDENTITY];
        // The library is known by what is in it.
        for (byte, own) in identity.iter_mut().zip(own) {
            *byte = byte.rotate_left(1) ^ own;
        }
        let entry = INDEX + at * ENTRY;
        put(&mut bytes, entry, LIVE);
        put(&mut bytes, entry + 4, at as u32);
        put(&mut bytes, entry + 8, record.len().div_ceil(SLOT) as u32);
        put(&mut bytes, entry + 12, record.len() as u32);
        put_text(
            &mut bytes[entry + ENTRY_IDENTITY..entry + ENTRY_TITLE],
            &identity_text(own),
        );
        put_text(&mut bytes[entry + ENTRY_TITLE..entry + ENTRY], title);
    }
    bytes[IDENTITY..IDENTITY + 16].copy_from_slice(&identity);
    for (_, record) in records {
        bytes.extend_from_slice(record);
        let full = (bytes.len() - INDEX - capacity * ENTRY).next_multiple_of(SLOT);
        bytes.resize(INDEX + capacity * ENTRY + full, 0);
    }
    bytes
}

fn put(bytes: &mut [u8], at: usize, number: u32) {
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
}

/// UTF-16 with a zero behind it; what does not fit is cut between characters.
fn put_text(field: &mut [u8], text: &str) {
    let mut at = 0;
    for letter in text.chars() {
        let units = letter.len_utf16() * 2;
        if at + units + 2 > field.len() {
            break;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            field[at..at + 2].copy_from_slice(&unit.to_le_bytes());
            at += 2;
        }
    }
}

/// `{ED14014B-806E-4753-9132-33ABFCC48D80}`: the first three groups are numbers, little end first.
fn identity_text(bytes: &[u8]) -> String {
    const ORDER: [usize; 16] = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
    let digits: Vec<String> = ORDER
        .iter()
        .map(|at| format!("{:02X}", bytes[*at]))
        .collect();
    let group = |from: usize, to: usize| digits[from..to].concat();
    format!(
        "{{{}-{}-{}-{}-{}}}",
        group(0, 4),
        group(4, 6),
        group(6, 8),
        group(8, 10),
        group(10, 16)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_written_as_ccbridge_writes_it() {
        // The first record of 1989年龙化杯象棋名师邀请赛35局.CBL and its entry in the index.
        let bytes = [
            0x4b, 0x01, 0x14, 0xed, 0x6e, 0x80, 0x53, 0x47, 0x91, 0x32, 0x33, 0xab, 0xfc, 0xc4,
            0x8d, 0x80,
        ];
        assert_eq!(
            identity_text(&bytes),
            "{ED14014B-806E-4753-9132-33ABFCC48D80}"
        );
    }

    #[test]
    fn a_library_reads_back_in_its_order() {
        let form = super::super::Form::find("cbr").unwrap();
        let games: Vec<record::Game> = crate::demo::games::shipped()
            .iter()
            .take(130)
            .map(|shipped| {
                let mut game = record::Game::new(xiangqi::Setup::start());
                game.tree = record::Tree::of_line(shipped.moves.iter().copied());
                game
            })
            .collect();
        let written: Vec<_> = games.iter().map(|game| form.write(game).bytes).collect();
        let records: Vec<(String, &[u8])> = written
            .iter()
            .map(|bytes| ("长".repeat(200), bytes.as_slice()))
            .collect();
        let bytes = library("清水", &records);
        assert_eq!(bytes[CAPACITY..CAPACITY + 4], 256_u32.to_le_bytes());
        let back = record::read(&bytes, record::Hint::NONE).unwrap();
        assert_eq!(back.games.len(), 130);
        for (game, back) in games.iter().zip(&back.games) {
            assert!(game.tree.main_moves().eq(back.tree.main_moves()));
        }
        assert_eq!(back.games[0].headers.other("Library"), "清水");
    }
}
