//! `qipu restore`: a backup becomes the hub's database again, or proves in a drill that it could.

use std::path::PathBuf;

use super::verify::tell;
use super::{CliResult, Failure};
use crate::hub::backup;
use crate::store::StoreError;

/// 从备份恢复；--check 只演练，不动任何文件。 Restores a backup; --check is a drill that changes nothing.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// 备份文件。 The backup.
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// 恢复到哪个比赛文件夹。 The folder of the event to restore into.
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    data: Option<PathBuf>,
    /// 只演练。 Only a drill.
    #[arg(long, conflicts_with = "data")]
    check: bool,
    /// 结果写成 JSON。 Tells the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Restores, or tries to in a folder that is thrown away. A backup with a broken chain is refused.
pub fn run(arguments: Arguments) -> CliResult {
    let restored = match &arguments.data {
        Some(data) => backup::restore(&arguments.from, data),
        None => backup::drill(&arguments.from),
    };
    match restored {
        Ok(verified) => tell(&verified, arguments.json),
        // The file itself is at fault, not the disk it is to go to.
        Err(error @ StoreError::Open { .. }) if error.is_about(&arguments.from) => {
            Err(Failure::Input(error.to_string()))
        }
        Err(error) => Err(Failure::Environment(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Outcome;

    #[test]
    fn what_is_no_backup_is_wrong_input() {
        let folder = tempfile::tempdir().expect("a folder");
        let from = folder.path().join("note.txt");
        std::fs::write(
            &from,
            "no database at all, but long enough to be looked at\n",
        )
        .expect("can be written");
        let answer = run(Arguments {
            from,
            data: None,
            check: true,
            json: false,
        });
        let Err(Failure::Input(reason)) = answer else {
            panic!("{answer:?}")
        };
        assert!(reason.contains("note.txt"), "{reason}");
        assert!(matches!(
            answer_for_absent(folder.path()),
            Err(Failure::Input(_))
        ));
    }

    fn answer_for_absent(folder: &std::path::Path) -> CliResult {
        run(Arguments {
            from: folder.join("absent.sqlite"),
            data: Some(folder.join("data")),
            check: false,
            json: false,
        })
    }

    #[test]
    fn the_outcome_of_a_sound_drill_is_done() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        drop(crate::hub::Hub::open(&data).expect("an empty folder opens"));
        let copy = backup::once(&data, &folder.path().join("copies")).expect("copies");
        let answer = run(Arguments {
            from: copy.clone(),
            data: None,
            check: true,
            json: true,
        });
        assert!(matches!(answer, Ok(Outcome::Done)), "{answer:?}");
        let beside = std::fs::read_dir(copy.parent().expect("lies in a folder"));
        let left = beside.expect("is readable").flatten();
        let drills = left.filter(|entry| entry.file_name().to_string_lossy().contains("drill"));
        assert_eq!(drills.count(), 0, "a drill leaves nothing behind");
    }
}
