//! Moves set out in a grid of characters: a row a ply, a column a variation, `↓` between a move and
//! the next in its column, `…` from a move to its alternatives on the right, and comments behind the
//! grid by row and column. It is turned into moves with parentheses, which are read as all others.

use std::collections::HashMap;

/// A cell is four characters and one that leads to the next.
const CELL: usize = 5;
const ARROW: char = '↓';
const BLANK: char = '　';
/// What stands in the first cell.
const START: &str = "开始";

/// Whether a text is such a grid.
pub(super) fn is_grid(body: &str) -> bool {
    let mut lines = body.trim_start_matches(['\r', '\n']).lines();
    let (first, second) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    first.trim_matches([BLANK, ' ']).starts_with(START) && second.contains(ARROW)
}

#[derive(Debug, Default)]
struct Cell {
    text: String,
    comment: String,
    children: Vec<usize>,
}

/// The moves of a grid with their variations in parentheses.
pub(super) fn movetext(body: &str) -> String {
    let body = body.trim_start_matches(['\r', '\n']);
    let mut cells: Vec<Cell> = vec![Cell::default()];
    let mut places: HashMap<(usize, usize), usize> = HashMap::from([((0, 0), 0)]);
    let mut parents: HashMap<usize, usize> = HashMap::new();
    let mut arrows: Vec<char> = Vec::new();
    let mut length = 0;
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        let letters: Vec<char> = line.trim_end_matches(['\r', '\n']).chars().collect();
        let is_blank = letters.iter().all(|letter| matches!(letter, &BLANK | ' '));
        if !is_blank && line.starts_with('(') {
            break;
        }
        length += line.len();
        if is_blank {
            continue;
        }
        at += 1;
        if at % 2 == 0 {
            arrows = letters;
            continue;
        }
        let row = at / 2;
        let mut left = None;
        for (column, letters) in letters.chunks(CELL).enumerate().filter(|_| row > 0) {
            let text: String = letters
                .iter()
                .take(CELL - 1)
                .filter(|c| !matches!(c, '　' | '…' | ' '))
                .collect();
            if text.is_empty() {
                continue;
            }
            let above = arrows.get(column * CELL + 2) == Some(&ARROW);
            let parent = if above {
                places.get(&(row - 1, column)).copied()
            } else {
                left.and_then(|left| parents.get(&left).copied())
            };
            let cell = cells.len();
            cells.push(Cell {
                text,
                ..Cell::default()
            });
            let parent = parent.unwrap_or(0);
            cells[parent].children.push(cell);
            parents.insert(cell, parent);
            places.insert((row, column), cell);
            left = Some(cell);
        }
    }
    let rest = read_comments(&body[length..], &places, &mut cells);
    let mut text = write(&cells);
    text.push_str(rest);
    text
}

/// Reads `(row,column): {comment}` entries; gives what is behind them.
fn read_comments<'a>(
    text: &'a str,
    places: &HashMap<(usize, usize), usize>,
    cells: &mut [Cell],
) -> &'a str {
    let mut rest = text.trim_start();
    while let Some((place, after)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        let Some((row, column)) = place.split_once(',') else {
            break;
        };
        let (Ok(row), Ok(column)) = (row.trim().parse(), column.trim().parse()) else {
            break;
        };
        let Some(open) = after.find('{') else { break };
        let comment = &after[open + 1..];
        let close = comment.find('}').unwrap_or(comment.len());
        let cell = places.get(&(row, column)).copied().unwrap_or(0);
        cells[cell].comment.push_str(comment[..close].trim_end());
        rest = comment.get(close + 1..).unwrap_or_default().trim_start();
    }
    rest
}

enum Task {
    /// A move with its alternatives, then its line.
    Line(usize, Vec<usize>),
    Open,
    Close,
}

fn write(cells: &[Cell]) -> String {
    let mut text = String::new();
    let put_comment = |text: &mut String, cell: &Cell| {
        if !cell.comment.is_empty() {
            text.push('{');
            text.push_str(&cell.comment);
            text.push_str("} ");
        }
    };
    let children = |cell: usize| {
        let (first, others) = cells[cell].children.split_first()?;
        Some(Task::Line(*first, others.to_vec()))
    };
    put_comment(&mut text, &cells[0]);
    let mut tasks: Vec<Task> = children(0).into_iter().collect();
    while let Some(task) = tasks.pop() {
        match task {
            // With a number, so that it is a variation whatever its first move.
            Task::Open => text.push_str("(1. "),
            Task::Close => text.push_str(") "),
            Task::Line(cell, others) => {
                text.push_str(&cells[cell].text);
                text.push(' ');
                put_comment(&mut text, &cells[cell]);
                tasks.extend(children(cell));
                for other in others.into_iter().rev() {
                    tasks.extend([Task::Close, Task::Line(other, Vec::new()), Task::Open]);
                }
            }
        }
    }
    text
}
