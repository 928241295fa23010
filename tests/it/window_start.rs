//! The terminal's start: what a machine without a display or a font hears, and what the service
//! manager hears.

use std::os::unix::net::UnixDatagram;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::needs;
use crate::window::{Running, screen};

fn kiosk(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qipu"));
    command
        .args(["kiosk", "--board", "7", "--clock", "none", "--data"])
        .arg(data)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("SLINT_BACKEND")
        .env_remove("WATCHDOG_PID");
    command
}

/// Exit code 3 and one line that says what is wrong; no panic, nothing on the disk.
fn ends_with_a_line(output: &Output, data: &Path, says: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(said.trim().lines().count(), 1, "{said}");
    assert!(said.contains(says), "{said}");
    assert!(!data.exists(), "the machine was left as it was");
}

#[test]
fn without_a_display_the_terminal_says_so_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let output = kiosk(&data).output().unwrap();
    ends_with_a_line(&output, &data, "no display");
}

/// With a font configuration and not one font the toolkit would panic.
#[test]
fn without_a_font_or_a_display_that_answers_it_says_so_too() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let fonts = folder.path().join("fonts.conf");
    let text = format!(
        "<?xml version=\"1.0\"?><fontconfig><dir>{0}/none</dir><cachedir>{0}/cache</cachedir></fontconfig>",
        folder.path().display()
    );
    std::fs::write(&fonts, text).unwrap();
    let output = kiosk(&data)
        .env("DISPLAY", ":9999")
        .env("FONTCONFIG_FILE", &fonts)
        .output()
        .unwrap();
    // A machine without the font library has no fonts to miss and stops at the display.
    let said = String::from_utf8_lossy(&output.stderr);
    let line = if said.contains("font") {
        "no font on the system"
    } else {
        "the display cannot be used"
    };
    ends_with_a_line(&output, &data, line);
}

/// `Type=notify`: ready once the window is there, then a sign of life three times in the time the
/// manager waits, though it started another process (a compositor).
#[test]
fn the_service_manager_hears_that_the_terminal_is_alive() {
    if !needs::programmes(&["Xvfb"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let manager = UnixDatagram::bind(folder.path().join("notify")).unwrap();
    manager
        .set_read_timeout(Some(Duration::from_secs(30)))
        .unwrap();
    let (_server, display) = screen();
    let child = kiosk(&folder.path().join("data"))
        .env("DISPLAY", &display)
        .env("SLINT_BACKEND", "winit-software")
        .env("NOTIFY_SOCKET", folder.path().join("notify"))
        .env("WATCHDOG_USEC", "3000000")
        .env("WATCHDOG_PID", "1")
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _child = Running(child);
    let hear = || {
        let mut said = [0; 256];
        let length = manager.recv(&mut said).expect("a word within 30 s");
        String::from_utf8_lossy(&said[..length]).into_owned()
    };
    assert!(hear().contains("READY=1"));
    let since = Instant::now();
    for _ in 0..3 {
        assert!(hear().contains("WATCHDOG=1"));
    }
    let took = since.elapsed();
    assert!(took < Duration::from_secs(9), "three signs in {took:?}");
}
