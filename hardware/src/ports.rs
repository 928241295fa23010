use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use inotify::{Inotify, WatchMask};

/// Where a clock may be plugged in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortChoice {
    /// This port. A path of `/dev/serial/by-path` names a USB socket whatever is plugged into it.
    Path(PathBuf),
    /// Any port in this folder.
    AnyIn(PathBuf),
    /// Any USB serial port.
    Auto,
}

const BY_PATH: &str = "/dev/serial/by-path";
const DEVICES: &str = "/dev";

/// The ports a link may open, and those it has found to be something else.
#[derive(Debug)]
pub(crate) struct Ports {
    choice: PortChoice,
    shunned: Vec<(PathBuf, Identity)>,
    /// Counts on, so that with several ports none is left out.
    turn: usize,
    watch: Option<Inotify>,
}

/// What tells one plug of a device from the next under the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Identity {
    link: (u64, i64, i64),
    device: (u64, u64, i64, i64),
}

impl Ports {
    pub fn new(choice: PortChoice) -> Self {
        // Without it ports are found all the same, a little later.
        let watch = Inotify::init()
            .inspect_err(|error| tracing::warn!(%error, "no notice of new ports"))
            .ok();
        Self {
            choice,
            shunned: Vec::new(),
            turn: 0,
            watch,
        }
    }

    /// The next port to try, if there is any.
    pub fn next(&mut self) -> Option<PathBuf> {
        let candidates = self.candidates();
        self.shunned
            .retain(|(path, identity)| Identity::of(path) == Some(*identity));
        // One device may have several names.
        let is_shunned = |path: &PathBuf| {
            let identity = Identity::of(path);
            self.shunned.iter().any(|(shunned, known)| {
                shunned == path || identity.is_some_and(|it| it.device == known.device)
            })
        };
        let mut fit: Vec<&PathBuf> = candidates.iter().filter(|path| !is_shunned(path)).collect();
        fit.sort();
        let chosen = fit.get(self.turn.checked_rem(fit.len())?)?;
        self.turn = self.turn.wrapping_add(1);
        Some((*chosen).clone())
    }

    /// The device now on this port is none of ours: it is left alone until another is plugged in.
    pub fn shun(&mut self, path: &Path) {
        if let Some(identity) = Identity::of(path) {
            self.shunned.push((path.to_owned(), identity));
        }
    }

    /// Forgets what was shunned.
    pub fn forgive(&mut self) {
        self.shunned.clear();
    }

    /// Whether a port may have appeared since the last call.
    pub fn have_changed(&mut self) -> bool {
        let folders = self.folders();
        let Some(watch) = &mut self.watch else {
            return false;
        };
        for folder in folders {
            // The folder of ports comes and goes with them; watching it twice is one watch.
            let _ = watch
                .watches()
                .add(folder, WatchMask::CREATE | WatchMask::MOVED_TO);
        }
        let mut buffer = [0; 4096];
        let mut changed = false;
        while let Ok(events) = watch.read_events(&mut buffer) {
            let before = changed;
            changed |= events.count() > 0;
            if changed == before {
                break;
            }
        }
        changed
    }

    fn candidates(&self) -> Vec<PathBuf> {
        match &self.choice {
            PortChoice::Path(path) if path.exists() => vec![path.clone()],
            PortChoice::Path(_) => Vec::new(),
            PortChoice::AnyIn(folder) => entries(folder),
            PortChoice::Auto => {
                let named = entries(Path::new(BY_PATH));
                if !named.is_empty() {
                    return named;
                }
                let mut devices = entries(Path::new(DEVICES));
                devices.retain(|path| {
                    let name = path
                        .file_name()
                        .and_then(|name| name.to_str())
                        .unwrap_or_default();
                    name.starts_with("ttyUSB") || name.starts_with("ttyACM")
                });
                devices
            }
        }
    }

    fn folders(&self) -> Vec<PathBuf> {
        let wanted = match &self.choice {
            PortChoice::Path(path) => path.parent().unwrap_or(Path::new(".")).to_owned(),
            PortChoice::AnyIn(folder) => folder.clone(),
            PortChoice::Auto => BY_PATH.into(),
        };
        let existing = wanted.ancestors().find(|folder| folder.is_dir());
        existing.map(Path::to_owned).into_iter().collect()
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect()
}

impl Identity {
    fn of(path: &Path) -> Option<Self> {
        let link = fs::symlink_metadata(path).ok()?;
        let device = fs::metadata(path).ok()?;
        Some(Self {
            link: (link.ino(), link.ctime(), link.ctime_nsec()),
            device: (
                device.ino(),
                device.rdev(),
                device.ctime(),
                device.ctime_nsec(),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_stranger_is_left_alone_under_all_its_names_until_another_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path(".device"), "").unwrap();
        symlink(path(".device"), path("usb-0:2")).unwrap();
        symlink(path(".device"), path("usbv2-0:2")).unwrap();
        let mut ports = Ports::new(PortChoice::AnyIn(folder.path().into()));
        ports.shun(&path(".device"));
        ports.shun(&path("usb-0:2"));
        assert_eq!(ports.next(), None);
        // Unplugged, and something else plugged in.
        fs::write(path(".other"), "").unwrap();
        fs::remove_file(path("usb-0:2")).unwrap();
        symlink(path(".other"), path("usb-0:2")).unwrap();
        let found: Vec<_> = (0..2).filter_map(|_| ports.next()).collect();
        assert!(found.contains(&path("usb-0:2")), "{found:?}");
        assert!(!found.contains(&path("usbv2-0:2")), "{found:?}");
        ports.forgive();
        let found: Vec<_> = (0..4).filter_map(|_| ports.next()).collect();
        assert!(found.contains(&path("usbv2-0:2")), "{found:?}");
    }

    #[test]
    fn a_new_name_in_the_folder_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let port = folder.path().join("clock");
        let mut ports = Ports::new(PortChoice::Path(port.clone()));
        assert!(!ports.have_changed());
        assert_eq!(ports.next(), None);
        fs::write(&port, "").unwrap();
        assert!(ports.have_changed());
        assert!(!ports.have_changed());
        assert_eq!(ports.next(), Some(port));
    }
}
