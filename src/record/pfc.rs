//! 鹏飞 `.pfc`: XML of nested `n` elements, each a move `m` with a comment `c`; the first holds the
//! start as a FEN.

use xiangqi::{Move, Setup};

use crate::warning::{Damage, Warnings};
use crate::xml::{Element, Item, Items, with_references};
use crate::{
    Concern, Field, Format, Game, NodeId, Origin, Outcome, RecordError, TextEncoding, Tree, fen,
    walk,
};

/// Whether a text begins as such a file does.
pub(crate) fn is_pfc(text: &str) -> bool {
    text.find("<n ").is_some_and(|at| {
        let tag = &text[at..];
        let tag = &tag[..tag.find('>').unwrap_or(tag.len())];
        tag.contains("version") && tag.contains(" m=")
    })
}

/// Reads a file.
pub(crate) fn read(text: &str, encoding: TextEncoding, length: usize) -> Result<Game, RecordError> {
    let mut game = Game::new(Setup {
        side: None,
        ..Setup::start()
    });
    let mut warnings = Warnings::default();
    let mut open: Vec<Option<NodeId>> = Vec::new();
    let text = with_references(text);
    for item in Items::new(&text) {
        match item {
            Item::Open(element) if element.name == "n" => {
                let parent = open.last().copied();
                let node = match parent {
                    None => {
                        read_start(&element, &mut game, &mut warnings);
                        Some(Tree::ROOT)
                    }
                    Some(None) => None,
                    Some(Some(parent)) => {
                        if !game.tree.has_room() {
                            return Err(RecordError::TooLarge {
                                format: Format::Pfc,
                            });
                        }
                        let text = element.get("m").unwrap_or_default();
                        let mv = text.parse::<Move>().ok();
                        if mv.is_none() {
                            warnings.push(parent, Concern::unread(text, text));
                        }
                        mv.map(|mv| game.tree.add(parent, mv))
                    }
                };
                if let (Some(node), Some(comment)) = (node, element.get("c")) {
                    game.tree.set_comment(node, comment);
                }
                open.push(node);
            }
            Item::Open(_) => open.push(open.last().copied().flatten()),
            Item::Close => drop(open.pop()),
            Item::Text(_) => {}
            Item::Broken(at) => {
                let node = open.last().copied().flatten().unwrap_or(Tree::ROOT);
                warnings.push(
                    node,
                    Concern::Damaged {
                        at,
                        reason: Damage::Ends,
                    },
                );
            }
        }
    }
    let first = game.tree.main_moves().next();
    if let Some(concern) = walk::side_of_first(&mut game.start, first) {
        warnings.push(Tree::ROOT, concern);
    }
    walk::check_moves(&game.start, &game.tree, &mut warnings);
    game.warnings = warnings.finish();
    game.origin = Some(Origin {
        format: Format::Pfc,
        encoding: Some(encoding),
        index: 0,
        bytes: 0..length,
    });
    Ok(game)
}

fn read_start(element: &Element, game: &mut Game, warnings: &mut Warnings) {
    for (name, value) in &element.attributes {
        let field = Field::ALL
            .into_iter()
            .find(|field| field.tag().eq_ignore_ascii_case(name));
        match (name.as_str(), field) {
            ("m", _) => match fen::read(value) {
                Ok(start) => game.start = start,
                Err(error) => {
                    warnings.push(Tree::ROOT, Concern::UnreadableStart(error.to_string()));
                }
            },
            ("result", _) => game.outcome = Outcome::from_text(value).unwrap_or_default(),
            ("c" | "default" | "version", _) => {}
            (_, Some(field)) => game.headers.set(field, value),
            (_, None) => game.headers.set_other(name, value),
        }
    }
}
