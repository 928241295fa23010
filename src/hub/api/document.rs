//! `/api/openapi.json`: the link described, so that other makers' terminals can join.

use axum::Json;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};

/// The description of the calls.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "棋谱终端接口 Qipu link",
        description = "The calls between a terminal at a board and the hub of an event. The \
            terminal's journal is the truth of its game; every call may be made again.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")
    ),
    paths(
        super::enrol::enrol,
        super::assignment::assignment,
        super::entries::upload,
        super::entries::journal,
        super::record::hand_in,
        super::call::call,
        super::health::health,
        super::health::metrics,
        serve
    ),
    modifiers(&Signing)
)]
pub struct Document;

struct Signing;

/// How a request is signed, in words: OpenAPI has no scheme for it.
const SIGNED: &str = "`Qipu-HMAC-SHA256 terminal=ID, time=MS, nonce=NONCE, mac=MAC`. MAC is the \
    HMAC-SHA256, in hex, with the terminal's secret key (the bytes of its hex), over the lines \
    METHOD, PATH with query, SHA-256 of the body in hex, ID, MS, NONCE, joined by a line feed \
    (0x0a), none at the end. MS is the hub's time in milliseconds since 1970; a refusal `clock` \
    says what it is. NONCE has 16 characters or more and is used once.";

impl Modify for Signing {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let header = ApiKeyValue::with_description("Authorization", SIGNED);
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("signed", SecurityScheme::ApiKey(ApiKey::Header(header)));
    }
}

/// This document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "hub",
    responses((status = 200, description = "This document", content_type = "application/json"))
)]
pub async fn serve() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use utoipa::OpenApi as _;

    use super::Document;
    use crate::hub::api::CALLS;

    fn document() -> Value {
        serde_json::to_value(Document::openapi()).expect("the document is JSON")
    }

    /// Every call is described, and nothing is described that is not there.
    #[test]
    fn the_document_and_the_routes_are_the_same() {
        let document = document();
        let paths = document["paths"].as_object().expect("paths");
        let described: BTreeSet<(String, String)> = paths
            .iter()
            .flat_map(|(path, item)| {
                let item = item.as_object().expect("a path item");
                item.keys().map(move |verb| (verb.clone(), path.clone()))
            })
            .collect();
        let routed: BTreeSet<(String, String)> = CALLS
            .iter()
            .map(|(verb, path)| ((*verb).to_owned(), (*path).to_owned()))
            .collect();
        assert_eq!(described, routed);
    }

    /// Whatever a reference names is there.
    #[test]
    fn every_reference_leads_somewhere() {
        fn walk(value: &Value, root: &Value) {
            match value {
                Value::Object(fields) => {
                    if let Some(Value::String(name)) = fields.get("$ref") {
                        let pointer = name.strip_prefix('#').expect("a reference within");
                        assert!(root.pointer(pointer).is_some(), "{name}");
                    }
                    fields.values().for_each(|value| walk(value, root));
                }
                Value::Array(values) => values.iter().for_each(|value| walk(value, root)),
                _ => {}
            }
        }
        let document = document();
        walk(&document, &document);
    }

    /// Only enrolment, the measures and this document can be had without a signature.
    #[test]
    fn every_call_of_a_terminal_is_signed() {
        let document = document();
        for (verb, path) in CALLS {
            let signed = document["paths"][path][verb].get("security").is_some();
            let open = *path == "/api/v1/enrol" || !path.starts_with("/api/v1/");
            assert_eq!(signed, !open, "{verb} {path}");
        }
    }
}
