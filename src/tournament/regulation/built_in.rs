//! Regulations shipped with the product.

/// Names of the built-in regulations.
pub const NAMES: &[&str] = &["qingshui-2019", "cxa-2011", "classical-60-10"];

pub(super) fn text(name: &str) -> Option<&'static str> {
    match name {
        "qingshui-2019" => Some(include_str!("../../../regulations/qingshui-2019.toml")),
        "cxa-2011" => Some(include_str!("../../../regulations/cxa-2011.toml")),
        "classical-60-10" => Some(include_str!("../../../regulations/classical-60-10.toml")),
        _ => None,
    }
}
