//! A real browser, driven by the WebDriver protocol over plain HTTP.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde_json::{Value, json};

/// Where WebDriver puts the name of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window.
pub struct Browser {
    driver: Child,
    session: String,
    agent: ureq::Agent,
    /// Removed when the browser is dropped.
    _profile: tempfile::TempDir,
}

/// An element of the page.
pub struct Element(String);

impl Browser {
    /// Starts chromium through chromedriver.
    pub fn start() -> Self {
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let out = BufReader::new(driver.stdout.take().expect("is piped"));
        let port = out
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let rest = line.split("successfully on port ").nth(1)?;
                Some(rest.trim_end_matches('.').trim().to_owned())
            })
            .expect("chromedriver says its port");
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .into();
        let options = json!({
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--disable-extensions", "--hide-scrollbars",
                format!("--user-data-dir={}", profile.path().display()),
            ],
        });
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "pageLoadStrategy": "eager", "goog:chromeOptions": options,
        }}});
        let base = format!("http://127.0.0.1:{port}/session");
        let mut browser = Self {
            driver,
            session: base.clone(),
            agent,
            _profile: profile,
        };
        let made = browser.call("", &wanted);
        let id = made["sessionId"].as_str().expect("a session was made");
        browser.session = format!("{base}/{id}");
        browser
    }

    /// One command; its value.
    #[track_caller]
    fn call(&self, path: &str, body: &Value) -> Value {
        let (status, value) = self.try_call(path, body);
        assert_eq!(status, 200, "{path} {body}: {value}");
        value
    }

    fn try_call(&self, path: &str, body: &Value) -> (u16, Value) {
        let mut answer = self
            .agent
            .post(format!("{}{path}", self.session))
            .send_json(body)
            .expect("chromedriver answers");
        let status = answer.status().as_u16();
        let answer: Value = answer
            .body_mut()
            .with_config()
            .limit(30 << 20)
            .read_json()
            .expect("chromedriver answers in JSON");
        (status, answer["value"].clone())
    }

    /// The size of the window's inside; a phone has touch and a phone's way of laying out.
    pub fn resize(&self, width: u32, height: u32, phone: bool) {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1,
            "mobile": phone});
        self.call(
            "/goog/cdp/execute",
            &json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics}),
        );
    }

    #[track_caller]
    pub fn go(&self, url: &str) {
        self.call("/url", &json!({"url": url}));
    }

    #[track_caller]
    pub fn find(&self, css: &str) -> Element {
        let found = Self::wait(css, || {
            let query = json!({"using": "css selector", "value": css});
            let (status, value) = self.try_call("/element", &query);
            (status == 200).then_some(value)
        });
        Element(
            found[ELEMENT]
                .as_str()
                .expect("an element has a name")
                .to_owned(),
        )
    }

    #[track_caller]
    pub fn click(&self, css: &str) {
        let Element(id) = self.find(css);
        self.call(&format!("/element/{id}/click"), &json!({}));
    }

    /// Types into an element.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) {
        let Element(id) = self.find(css);
        self.call(&format!("/element/{id}/value"), &json!({"text": text}));
    }

    /// Presses keys one after the other, wherever the focus is.
    #[track_caller]
    pub fn keys(&self, keys: &str) {
        let presses: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                let key = key.to_string();
                [
                    json!({"type": "keyDown", "value": key}),
                    json!({"type": "keyUp", "value": key}),
                ]
            })
            .collect();
        let actions = json!({"actions": [{"type": "key", "id": "keyboard", "actions": presses}]});
        self.call("/actions", &actions);
    }

    /// What a script in the page returns.
    #[track_caller]
    pub fn ask(&self, script: &str) -> Value {
        self.call("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a script in the page says yes.
    #[track_caller]
    pub fn until(&self, script: &str) {
        let script = format!("return ({script});");
        Self::wait(&script, || {
            let query = json!({"script": script, "args": []});
            // Between two pages there is nothing to ask.
            let (status, value) = self.try_call("/execute/sync", &query);
            (status == 200 && value == json!(true)).then_some(())
        });
    }

    #[track_caller]
    fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(
                began.elapsed() < Duration::from_secs(15),
                "not in time: {what}"
            );
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Keeps a picture of the window, where `QIPU_PICTURES` names a folder for them.
    pub fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("QIPU_PICTURES") else {
            return;
        };
        let mut answer = self
            .agent
            .get(format!("{}/screenshot", self.session))
            .call()
            .expect("chromedriver answers");
        let answer: Value = answer
            .body_mut()
            .with_config()
            .limit(30 << 20)
            .read_json()
            .expect("chromedriver answers in JSON");
        let picture = answer["value"].as_str().expect("a picture");
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(picture)
            .expect("is base64");
        let path = PathBuf::from(folder).join(format!("{name}.png"));
        std::fs::write(path, bytes).expect("can be written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its session, the driver by itself.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
