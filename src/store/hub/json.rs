//! Values that are stored as JSON text.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::StoreError;

pub fn text(what: &'static str, value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::corrupt(what, error))
}

pub fn value<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::corrupt(what, error))
}
