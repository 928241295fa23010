//! From a block to a game.

use xiangqi::{Board, Move, Setup, Square};

use super::block::{Block, Scanner};
use super::dictionary;
use super::lines::{Branch, Lines, moves, numbered_moves, point};
use super::text::{from_address, plain, with_script};
use crate::order::ORDER;
use crate::page::entities;
use crate::warning::Warnings;
use crate::{Concern, Field, Format, Game, Origin, Outcome, TextEncoding, Tree, walk};

/// The games of a page, from its blocks of tags.
#[derive(Debug, Clone)]
pub(crate) struct Blocks {
    text: String,
    format: Format,
    encoding: TextEncoding,
    at: usize,
    index: usize,
}

impl Blocks {
    pub(crate) fn new(text: String, format: Format, encoding: TextEncoding) -> Self {
        let text = match Scanner::new(&text).next() {
            None => from_address(&text).unwrap_or_else(|| entities(&text)),
            Some(_) => with_script(&text).unwrap_or(text),
        };
        Self {
            text,
            format,
            encoding,
            at: 0,
            index: 0,
        }
    }
}

impl Iterator for Blocks {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let mut scanner = Scanner::starting(&self.text, self.at);
        let game = scanner
            .by_ref()
            .find(has_game)
            .map(|block| game(&block, self.format, self.encoding, self.index));
        self.at = scanner.position();
        self.index += 1;
        game
    }
}

/// The games of a text that is a dictionary or several.
#[derive(Debug, Clone)]
pub(crate) struct Dictionaries {
    text: String,
    encoding: TextEncoding,
    stop: dictionary::Stop,
    index: usize,
}

impl Dictionaries {
    pub(crate) fn new(text: String, encoding: TextEncoding) -> Self {
        Self {
            text,
            encoding,
            stop: dictionary::Stop::default(),
            index: 0,
        }
    }
}

impl Iterator for Dictionaries {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let stop = std::mem::take(&mut self.stop);
        let mut scanner = dictionary::Scanner::starting(&self.text, stop);
        let game = scanner.by_ref().find_map(|entries| {
            let block = entries.block();
            has_game(&block).then(|| game(&block, Format::Dpxq, self.encoding, self.index))
        });
        self.stop = scanner.stop();
        self.index += 1;
        game
    }
}

/// The other name of the list of moves.
const MAIN_LINE: &str = "move_0_1_0";

/// Whether there is anything to play or to show.
fn has_game(block: &Block<'_>) -> bool {
    ["binit", "movelist", MAIN_LINE, "fen", "34", "31"]
        .iter()
        .any(|key| block.entries.iter().any(|(found, _)| found == key))
}

fn game(block: &Block<'_>, format: Format, encoding: TextEncoding, index: usize) -> Game {
    let mut warnings = Warnings::default();
    // Some keys hold tags of their own: the comments and variations of a dictionary.
    let nested: Vec<Block<'_>> = ["comments", "moves"]
        .iter()
        .flat_map(|key| Scanner::new(block.get(key)))
        .collect();
    let start = start(block).unwrap_or_else(|reason| {
        warnings.push(Tree::ROOT, Concern::UnreadableStart(reason));
        Setup {
            side: None,
            ..Setup::start()
        }
    });
    let mut game = Game::new(start);
    read_headers(block, &mut game, &mut warnings);
    let lines = read_moves(block, &nested, &mut game, &mut warnings);
    for part in std::iter::once(block).chain(&nested) {
        read_comments(part, &lines, &mut game.tree);
    }
    let main: Vec<Move> = game.tree.main_moves().collect();
    if let Ok(said) = block.get("length").trim().parse::<usize>()
        && said > 0
        && said != main.len()
    {
        warnings.push(
            Tree::ROOT,
            Concern::Length {
                said,
                found: main.len(),
            },
        );
    }
    if let Some(concern) = walk::side_of_first(&mut game.start, main.first().copied()) {
        warnings.push(Tree::ROOT, concern);
    }
    walk::check_moves(&game.start, &game.tree, &mut warnings);
    game.warnings = warnings.finish();
    game.origin = Some(Origin {
        format,
        encoding: Some(encoding),
        index,
        bytes: block.bytes.clone(),
    });
    game
}

fn start(block: &Block<'_>) -> Result<Setup, String> {
    let fen = plain(block.get("fen"));
    if !fen.is_empty() {
        return crate::fen::read(&fen).map_err(|error| error.to_string());
    }
    if block.from_red {
        return board_string(block);
    }
    let binit: String = plain(block.get("binit"))
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    if binit.is_empty() {
        return Ok(Setup {
            side: None,
            ..Setup::start()
        });
    }
    if !binit.is_ascii() || binit.len() < 64 {
        return Err(format!(
            "binit has {} characters instead of 64",
            binit.len()
        ));
    }
    let mut board = Board::empty();
    for (pair, piece) in binit.as_bytes().chunks_exact(2).zip(ORDER) {
        // 99 and nn mark a piece that is not on the board.
        if let Some(square) = digits(pair) {
            board.set(square, Some(piece));
        }
    }
    Ok(Setup {
        board,
        side: None,
        plies_since_capture: None,
        move_number: None,
    })
}

fn digits(pair: &[u8]) -> Option<Square> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    point(digit(pair[0])?, digit(pair[1])?, false)
}

/// The start where keys are numbers: 90 letters row by row from Black's back line, and a side.
fn board_string(block: &Block<'_>) -> Result<Setup, String> {
    let letters: Vec<char> = plain(block.get("31")).chars().collect();
    let mut setup = Setup::start();
    if letters.len() == 90 {
        setup.board = Board::empty();
        for (at, letter) in letters.iter().enumerate() {
            let square = Square::new((at % 9) as u8, 9 - (at / 9) as u8);
            if let Some(square) = square {
                setup
                    .board
                    .set(square, xiangqi::Piece::from_fen_char(*letter));
            }
        }
    } else if !letters.is_empty() {
        return Err(format!(
            "the board has {} points instead of 90",
            letters.len()
        ));
    }
    setup.side = match block.get("32").trim() {
        "1" => Some(xiangqi::Side::Black),
        "0" => Some(xiangqi::Side::Red),
        _ => None,
    };
    Ok(setup)
}

fn read_moves(
    block: &Block<'_>,
    nested: &[Block<'_>],
    game: &mut Game,
    warnings: &mut Warnings,
) -> Lines {
    // The site's own scripts call the main line by its place too.
    let key = if block.from_red { "34" } else { "movelist" };
    let list = match block.get(key) {
        "" => block.get(MAIN_LINE),
        list => list,
    };
    if let Some(numbered) = numbered_moves(list) {
        let mut path = vec![Tree::ROOT];
        for (mv, ply) in numbered {
            path.truncate(ply + 1);
            let parent = path.last().copied().unwrap_or(Tree::ROOT);
            path.push(game.tree.add(parent, mv));
        }
        return Lines::of_main_line(&game.tree);
    }
    let mut branches = Vec::new();
    let mut main = list;
    // On the site's own pages the list holds the variations too: [0_1_0]…[/0_1_0][0_5_1]….
    if let Some(open) = list.find('[') {
        main = &list[..open];
        for part in list[open..]
            .split('[')
            .filter(|part| !part.starts_with('/'))
        {
            if let Some((key, text)) = part.split_once(']')
                && let Some(branch) = Branch::parse(key)
            {
                if branch.line == 0 {
                    main = text;
                } else {
                    branches.push((branch, moves(text, block.from_red).0, text));
                }
            }
        }
    }
    let (main_moves, left) = moves(main, block.from_red);
    let mut lines = Lines::start(&mut game.tree, &main_moves);
    if left > 0 {
        let last = lines.last(0).unwrap_or(Tree::ROOT);
        let rest: String = main
            .chars()
            .filter(char::is_ascii_digit)
            .skip(main_moves.len() * 4)
            .collect();
        warnings.push(last, Concern::unread(rest.get(..4).unwrap_or(&rest), &rest));
    }
    for (key, value) in std::iter::once(block)
        .chain(nested)
        .flat_map(|part| &part.entries)
    {
        if let Some(branch) = key.strip_prefix("move_").and_then(Branch::parse)
            && key != MAIN_LINE
        {
            let (found, left) = moves(value, block.from_red);
            let is_text = found.is_empty() && !value.trim().is_empty();
            if left > 0 || is_text {
                let text = format!("{key} {}", value.trim());
                warnings.push(Tree::ROOT, Concern::Stray { text });
            }
            if !is_text {
                branches.push((branch, found, value));
            }
        }
    }
    for (branch, text) in lines.join(&mut game.tree, branches) {
        let text = format!("{}_{}_{} {text}", branch.parent, branch.ply, branch.line);
        warnings.push(Tree::ROOT, Concern::Stray { text });
    }
    lines
}

fn read_comments(block: &Block<'_>, lines: &Lines, tree: &mut Tree) {
    for (key, value) in &block.entries {
        let Some(place) = key
            .strip_prefix("comment")
            .filter(|place| !place.is_empty())
        else {
            continue;
        };
        let place = place.trim_start_matches('_');
        let (line, ply) = place.split_once('_').unwrap_or(("0", place));
        let (Ok(line), Ok(ply)) = (line.parse(), ply.parse()) else {
            continue;
        };
        // A comment beyond the end of its line stays with the line's last move.
        let node = lines
            .node(line, ply)
            .or_else(|| lines.last(line))
            .unwrap_or(Tree::ROOT);
        tree.add_comment(node, &plain(value));
    }
}

fn read_headers(block: &Block<'_>, game: &mut Game, warnings: &mut Warnings) {
    for (key, value) in &block.entries {
        let is_content = matches!(
            key.as_str(),
            "binit" | "movelist" | "fen" | "comments" | "moves" | "31" | "32" | "34" | "length"
        ) || key.starts_with("comment")
            || key.starts_with("move_");
        if is_content {
            continue;
        }
        let value = plain(value);
        match field(key) {
            _ if value.is_empty() => {}
            Some(Field::Round | Field::Red | Field::Black) if key.ends_with("name") => {}
            Some(field) => game.headers.set_default(field, value),
            None if key == "result" => {
                game.outcome = Outcome::from_text(&value).unwrap_or_else(|| {
                    warnings.push(Tree::ROOT, Concern::OddResult(value.clone()));
                    Outcome::Unknown
                });
            }
            None => game.headers.set_other(key, value),
        }
    }
    game.headers
        .set_default(Field::Red, plain(block.get("redname")));
    game.headers
        .set_default(Field::Black, plain(block.get("blackname")));
}

fn field(key: &str) -> Option<Field> {
    Some(match key {
        "title" => Field::Title,
        "event" => Field::Event,
        "group" => Field::Group,
        "round" => Field::Round,
        "table" => Field::Table,
        "date" => Field::Date,
        "place" => Field::Site,
        "red" => Field::Red,
        "redteam" => Field::RedTeam,
        "redrating" => Field::RedRating,
        "redtime" => Field::RedTime,
        "black" => Field::Black,
        "blackteam" => Field::BlackTeam,
        "blackrating" => Field::BlackRating,
        "blacktime" => Field::BlackTime,
        "timerule" => Field::TimeRule,
        "open" => Field::Opening,
        "endtype" => Field::Termination,
        "type" => Field::Kind,
        "judge" => Field::Referee,
        "record" => Field::Recorder,
        "author" => Field::Author,
        _ => return None,
    })
}
