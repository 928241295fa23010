//! The panel's own light, where the system lets the terminal set it (`/sys/class/backlight`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const PANELS: &str = "/sys/class/backlight";

/// A panel whose light can be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Light {
    folder: PathBuf,
    most: u32,
}

fn number(path: &Path) -> Option<u32> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}

impl Light {
    /// The first panel whose light this program may set.
    pub fn find() -> Option<Self> {
        Self::find_in(Path::new(PANELS))
    }

    fn find_in(panels: &Path) -> Option<Self> {
        fs::read_dir(panels).ok()?.flatten().find_map(|panel| {
            let folder = panel.path();
            let most = number(&folder.join("max_brightness")).filter(|most| *most > 0)?;
            let light = Self { folder, most };
            // Written as it stands: whether it may be is the question.
            let now = number(&light.place())?;
            fs::write(light.place(), now.to_string()).ok()?;
            Some(light)
        })
    }

    fn place(&self) -> PathBuf {
        self.folder.join("brightness")
    }

    /// How bright it is, in percent.
    pub fn percent(&self) -> Option<u32> {
        Some(number(&self.place())? * 100 / self.most)
    }

    /// Sets it, in percent; never quite dark, or nobody could set it back.
    ///
    /// # Errors
    /// The panel went away.
    pub fn set(&self, percent: u32) -> io::Result<()> {
        let percent = percent.clamp(10, 100);
        fs::write(self.place(), (self.most * percent / 100).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::Light;

    #[test]
    fn a_panels_light_is_found_and_never_quite_put_out() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(Light::find_in(folder.path()), None);
        let panel = folder.path().join("panel");
        std::fs::create_dir(&panel).expect("a folder");
        std::fs::write(panel.join("max_brightness"), "255\n").expect("a file");
        std::fs::write(panel.join("brightness"), "255\n").expect("a file");
        let light = Light::find_in(folder.path()).expect("a panel");
        assert_eq!(light.percent(), Some(100));
        light.set(40).expect("a file");
        assert_eq!(light.percent(), Some(40));
        light.set(0).expect("a file");
        assert_eq!(light.percent(), Some(9), "25 of 255");
    }
}
