//! The reason of a label in words, for the arbiter to read out.

use super::chase::{Chase, Excuse};
use super::label::{Label, Weight};
use super::scene::{Man, Scene, piece};
use crate::notation::{chinese, wxf};
use crate::{Move, Piece};

/// One line in each language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// In Chinese.
    pub chinese: String,
    /// In English.
    pub english: String,
}

impl Reason {
    fn new(chinese: impl Into<String>, english: impl Into<String>) -> Self {
        Self {
            chinese: chinese.into(),
            english: english.into(),
        }
    }
}

pub(super) fn check() -> Reason {
    Reason::new("将军", "gives check")
}

/// The line starts from the scene with the same side to move again.
pub(super) fn kill(scene: &Scene, line: &[Move]) -> Reason {
    let (zh, en) = texts(scene, line);
    if line.len() == 1 {
        return Reason::new(
            format!("要杀：下一着{zh}将死"),
            format!("threatens mate by {en}"),
        );
    }
    Reason::new(
        format!("要杀：连续将军可将死，如{zh}"),
        format!("threatens mate by a run of checks: {en}"),
    )
}

pub(super) fn chase(scene: &Scene, chase: &Chase) -> Reason {
    let threat = &chase.threat;
    let target = piece(threat.target);
    let square = scene
        .square_of(threat.target)
        .map_or_else(String::new, |square| square.to_string());
    let (zh, en) = texts(scene, &threat.line.moves);
    let (how_zh, how_en) = match (chase.weight, chase.joint, chase.rootless) {
        (_, true, _) => ("联合捉", "a joint chase of the"),
        (Weight::Light, ..) => ("捉少根子", "a chase of the outnumbered"),
        (Weight::Heavy, _, true) => ("捉无根子", "a chase of the unprotected"),
        (Weight::Heavy, ..) => ("捉", "a chase of the"),
    };
    Reason::new(
        format!("{how_zh}：威胁{zh}，吃{}", target.chinese()),
        format!("{how_en} {} on {square}: threatens {en}", target.role),
    )
}

/// An exchange offered to the piece, which it cannot accept without loss.
pub(super) fn trap(scene: &Scene, theirs: Man) -> Reason {
    let piece = piece(theirs);
    let square = scene
        .square_of(theirs)
        .map_or_else(String::new, |square| square.to_string());
    Reason::new(
        format!("捉：邀兑{}，对方接受兑子要失子或被杀", piece.chinese()),
        format!(
            "a chase of the {} on {square}: accepting the exchange would cost material or the game (26.9)",
            piece.role
        ),
    )
}

/// A label that is none of 将, 杀, 捉.
pub(super) fn allowed(label: Label, excuse: Option<Excuse>, mover: Piece) -> Reason {
    let (zh, en) = match excuse {
        Some(Excuse::GeneralAnswers) => (
            "应将时移动将帅，不作捉",
            "a king move that answers check is no chase (26.1.2)",
        ),
        Some(Excuse::Unchanged) => (
            "所得在上一着已存在",
            "what could be won could be won before (24.3)",
        ),
        Some(Excuse::GeneralOrSoldier) => (
            "将帅、兵卒可以长捉",
            "general and soldier may chase (26.1, 26.7)",
        ),
        Some(Excuse::SingleAttacker) => (
            "守方仅一个攻击子，捉士象不作捉",
            "a defender's single attacking piece touches an advisor or elephant (26.2)",
        ),
        Some(Excuse::Exchange) => (
            "邀兑，接受不失子",
            "offers an exchange that costs nothing to accept (26.9)",
        ),
        None => return bare(label, mover),
    };
    // The label is about something else than what comes nearest to a chase.
    let apart = match label {
        Label::Exchange => excuse != Some(Excuse::Exchange),
        Label::Sacrifice | Label::Block => true,
        _ => false,
    };
    if apart {
        return bare(label, mover);
    }
    Reason::new(
        format!("{}：{zh}", label.chinese()),
        format!("{}: {en}", label.english()),
    )
}

fn bare(label: Label, mover: Piece) -> Reason {
    match label {
        Label::Exchange => Reason::new("兑：邀兑", "offers an exchange"),
        Label::Sacrifice => Reason::new("献：送吃", format!("offers the {}", mover.role)),
        Label::Block => Reason::new("拦：阻挡对方子力", "steps in the way"),
        Label::Follow => Reason::new("跟：盯住有根子，不能得子", "trails a protected piece"),
        _ => Reason::new("闲：不将、不杀、不捉", "neither check, kill nor chase"),
    }
}

pub(super) fn undecided() -> Reason {
    Reason::new(
        "变化太多，未能算清，请裁判判定",
        "too many lines to work out, the arbiter decides",
    )
}

/// A label the arbiter put.
pub(super) fn ruled(label: Label) -> Reason {
    Reason::new(
        format!("裁判判定：{}", label.chinese()),
        format!("the arbiter's ruling: {}", label.english()),
    )
}

/// A line in Chinese and in WXF notation.
fn texts(scene: &Scene, line: &[Move]) -> (String, String) {
    let mut now = scene.clone();
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    for mv in line {
        zh.push(chinese::format(&now.position, *mv));
        en.push(wxf::format(&now.position, *mv));
        now = now.after(*mv);
    }
    (zh.join("，"), en.join(" "))
}
