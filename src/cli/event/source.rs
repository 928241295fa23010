//! Where the document and its regulation come from: a JSON file, a TRF file, or a hub's folder.

use std::path::{Path, PathBuf};

use tournament::document::{EventDocument, RegulationChoice};
use tournament::regulation::RegulationError;
use tournament::{Regulation, trf};

use crate::cli::{Failure, files};
use crate::store::HubStore;
use crate::store::hub::document::{Rounds, assemble};
use crate::store::hub::event;

/// The event a question is about.
#[derive(Debug, clap::Args)]
pub struct Source {
    /// 比赛文档（JSON；- 为标准输入）。 The event document as JSON; - for standard input.
    #[arg(value_name = "FILE", required_unless_present = "data")]
    file: Option<PathBuf>,
    /// 中枢的数据文件夹。 The data folder of a hub, instead of a file.
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    data: Option<PathBuf>,
    /// 文件是 TRF16/26。 The file is TRF16 or TRF26.
    #[arg(long, conflicts_with = "data")]
    trf: bool,
    /// 改用另一规程（内置名或文件）。 Another regulation: a built-in name or a file.
    #[arg(long, value_name = "NAME|FILE")]
    regulation: Option<String>,
}

/// An event with the regulation that governs it.
pub struct Desk {
    pub event: EventDocument,
    pub regulation: Regulation,
    /// The JSON file it came from, where it came from one.
    file: Option<PathBuf>,
}

impl Source {
    /// Reads the event, free of contradictions, and its regulation.
    ///
    /// # Errors
    /// The file and the reason; nothing is changed.
    pub fn open(&self) -> Result<Desk, Failure> {
        let mut desk = match (&self.file, &self.data) {
            (Some(file), _) => from_file(file, self.trf)?,
            (None, Some(data)) => from_hub(data)?,
            (None, None) => return Err(Failure::Input("no event is named".into())),
        };
        if let Some(name) = &self.regulation {
            desk.event.regulation = RegulationChoice::Named(name.clone());
            desk.regulation = regulation_of(&desk.event, Path::new(""))?;
        }
        Ok(desk)
    }
}

impl Desk {
    /// Writes the document back to the JSON file it came from.
    ///
    /// # Errors
    /// When it did not come from one, or the disk fails.
    pub fn save(&self) -> Result<(), Failure> {
        let Some(file) = self.file.as_ref().filter(|file| file.as_os_str() != "-") else {
            return Err(Failure::Input(
                "only an event in a JSON file can be written back".into(),
            ));
        };
        write_document(file, &self.event)
    }
}

/// Writes a document as indented JSON.
///
/// # Errors
/// The disk's.
pub fn write_document(file: &Path, event: &EventDocument) -> Result<(), Failure> {
    let mut json = serde_json::to_vec_pretty(event)
        .map_err(|error| Failure::Environment(format!("{}: {error}", file.display())))?;
    json.push(b'\n');
    files::write(file, &json)
}

fn from_file(file: &Path, is_trf: bool) -> Result<Desk, Failure> {
    let bytes = files::read(file)?;
    let input = |reason: String| Failure::Input(format!("{}: {reason}", file.display()));
    let event = if is_trf {
        let text = String::from_utf8(bytes).map_err(|error| {
            input(format!(
                "byte {}: no UTF-8",
                error.utf8_error().valid_up_to()
            ))
        })?;
        trf::read(&text).map_err(|fault| input(fault.to_string()))?
    } else {
        EventDocument::from_json(&bytes).map_err(|fault| input(fault.to_string()))?
    };
    let folder = file.parent().unwrap_or(Path::new(""));
    let regulation = regulation_of(&event, folder)?;
    Ok(Desk {
        event,
        regulation,
        file: (!is_trf).then(|| file.to_owned()),
    })
}

fn from_hub(data: &Path) -> Result<Desk, Failure> {
    let environment = |reason: String| Failure::Environment(reason);
    let store = HubStore::open_to_read(data).map_err(|error| environment(error.to_string()))?;
    let found = store
        .read(|connection| {
            let Some(event) = event::current(connection)? else {
                return Ok(None);
            };
            let document = assemble(connection, &event, Rounds::Published)?;
            Ok::<_, crate::store::StoreError>(Some((document, event.regulation)))
        })
        .map_err(|error| environment(error.to_string()))?;
    let Some((event, regulation)) = found else {
        return Err(Failure::Input(format!(
            "{}: the hub has no event yet",
            data.display()
        )));
    };
    Ok(Desk {
        event,
        regulation,
        file: None,
    })
}

/// The regulation of a document: built in, inside it, or a file beside it.
///
/// # Errors
/// The name or the file, and the reason.
pub fn regulation_of(event: &EventDocument, folder: &Path) -> Result<Regulation, Failure> {
    let fault = match (Regulation::of(event), &event.regulation) {
        (Ok(regulation), _) => return Ok(regulation),
        (Err(fault @ RegulationError::Unknown(_)), RegulationChoice::Named(name)) => {
            // A name that is none of ours may be a path, beside the document or from here.
            let beside = folder.join(name);
            let paths = [beside, PathBuf::from(name)];
            match paths.iter().find(|path| path.is_file()) {
                Some(path) => return regulation_file(path),
                None => {
                    let reason = format!("{fault}, and no such file is there");
                    return Err(Failure::Input(reason));
                }
            }
        }
        (Err(fault), _) => fault,
    };
    Err(Failure::Input(fault.to_string()))
}

fn regulation_file(path: &Path) -> Result<Regulation, Failure> {
    let bytes = files::read(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::Input(format!("{}: byte {at}: no UTF-8", path.display()))
    })?;
    Regulation::from_toml(&text)
        .map_err(|fault| Failure::Input(format!("{}: {fault}", path.display())))
}
