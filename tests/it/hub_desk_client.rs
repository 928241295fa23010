//! A person at the desk with a browser that has no scripts: follows nothing by itself, sends forms
//! as the pages have them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use qipu::hub::account::Role;

use crate::hub_stage::{Stage, me};

/// Somebody at the desk.
pub struct Desk {
    agent: ureq::Agent,
    url: String,
    cookies: RefCell<BTreeMap<String, String>>,
    csrf: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Where a redirect leads.
    pub location: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The page, which must have come.
    #[track_caller]
    pub fn page(&self) -> String {
        assert_eq!(self.status, 200, "{} {}", self.location, self.text());
        self.text()
    }

    /// The way on after an act that was done.
    #[track_caller]
    pub fn done(&self) -> &str {
        assert_eq!(self.status, 303, "{}", self.text());
        &self.location
    }
}

/// A file for a form.
pub struct File<'a> {
    pub field: &'a str,
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// The password of every account of the tests.
pub const PASSWORD: &str = "车马炮车马炮车马";

impl Desk {
    /// Nobody yet.
    pub fn stranger(url: &str) -> Self {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // A server that refuses a form before it has read it closes the connection.
            .max_idle_connections(0)
            .build();
        Self {
            agent: agent.into(),
            url: url.to_owned(),
            cookies: RefCell::default(),
            csrf: String::new(),
        }
    }

    /// Makes an account of these roles and signs it in.
    pub fn with_roles(stage: &Stage, name: &str, roles: &[Role]) -> Self {
        let made = stage.hub.put_account(name, PASSWORD, roles, &me());
        made.expect("the account is sound");
        let mut desk = Self::stranger(&stage.server.url());
        desk.sign_in(name, PASSWORD);
        desk
    }

    /// Somebody who may do everything.
    pub fn chief_of_all(stage: &Stage) -> Self {
        Self::with_roles(stage, "总", &Role::ALL)
    }

    /// Signs in by the form.
    #[track_caller]
    pub fn sign_in(&mut self, name: &str, word: &str) {
        let answer = self.try_to_sign_in(name, word);
        assert_eq!(answer.done(), "/desk");
        let page = self.get("/desk/roles").page();
        self.csrf = hidden(&page, "csrf").expect("every page of the desk has its token");
    }

    /// Sends the form of signing in, whatever comes of it.
    pub fn try_to_sign_in(&self, name: &str, word: &str) -> Answer {
        self.form_of("/desk/sign-in", &[("name", name), ("password", word)])
    }

    /// Sends a form of a page that nobody is signed in for, with its token.
    pub fn form_of(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = hidden(&self.get(path).page(), "csrf").expect("the form has a token");
        let mut fields = fields.to_vec();
        fields.push(("csrf", &token));
        self.post_bare(path, &fields)
    }

    pub fn get(&self, path: &str) -> Answer {
        let request = self.agent.get(format!("{}{path}", self.url));
        self.answer(request.header("Cookie", self.cookie()).call())
    }

    /// Only the status: a stream never ends.
    pub fn status_of(&self, path: &str) -> u16 {
        let request = self.agent.get(format!("{}{path}", self.url));
        let answer = request.header("Cookie", self.cookie()).call();
        answer.expect("the server answers").status().as_u16()
    }

    /// A form with the session's token.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mut fields = fields.to_vec();
        fields.push(("csrf", &self.csrf));
        self.post_bare(path, &fields)
    }

    /// A form as it is.
    pub fn post_bare(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let request = self.agent.post(format!("{}{path}", self.url));
        let request = request.header("Cookie", self.cookie());
        self.answer(request.send_form(fields.iter().copied()))
    }

    /// A form with a file, and the session's token.
    pub fn upload(&self, path: &str, fields: &[(&str, &str)], file: Option<File<'_>>) -> Answer {
        const LINE: &str = "----an-edge-that-stands-in-no-file";
        let mut body = Vec::new();
        let all = fields.iter().copied().chain([("csrf", self.csrf.as_str())]);
        for (name, value) in all {
            let part = format!(
                "--{LINE}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend(part.as_bytes());
        }
        if let Some(File { field, name, bytes }) = file {
            let head = format!(
                "--{LINE}\r\nContent-Disposition: form-data; name=\"{field}\"; \
                 filename=\"{name}\"\r\nContent-Type: application/octet-stream\r\n\r\n"
            );
            body.extend(head.as_bytes());
            body.extend(bytes);
            body.extend(b"\r\n");
        }
        body.extend(format!("--{LINE}--\r\n").as_bytes());
        let request = self.agent.post(format!("{}{path}", self.url));
        let request = request
            .header("Cookie", self.cookie())
            .content_type(format!("multipart/form-data; boundary={LINE}"));
        self.answer(request.send(&body[..]))
    }

    /// The token of the session's forms.
    pub fn token(&self) -> &str {
        &self.csrf
    }

    fn cookie(&self) -> String {
        let cookies = self.cookies.borrow();
        let pairs: Vec<String> = cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        pairs.join("; ")
    }

    fn answer(&self, answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
        let mut answer = answer.expect("the server answers");
        for set in answer.headers().get_all("set-cookie") {
            let set = set.to_str().expect("cookies are ASCII");
            let (name, value) = set
                .split(';')
                .next()
                .and_then(|pair| pair.split_once('='))
                .expect("a cookie has a name");
            let mut cookies = self.cookies.borrow_mut();
            cookies.insert(name.to_owned(), value.to_owned());
        }
        let location = answer.headers().get("location");
        let location = location.map(|place| place.to_str().expect("is ASCII").to_owned());
        Answer {
            status: answer.status().as_u16(),
            location: location.unwrap_or_default(),
            bytes: answer
                .body_mut()
                .with_config()
                .limit(20 << 20)
                .read_to_vec()
                .expect("the answer is whole"),
        }
    }

    /// Every page that links lead to from these, by address. Streams and files are left out.
    pub fn crawl(&self, from: &[&str]) -> BTreeMap<String, String> {
        let mut pages = BTreeMap::new();
        let mut seen: BTreeSet<String> = from.iter().map(|&path| path.to_owned()).collect();
        let mut open: VecDeque<String> = seen.iter().cloned().collect();
        while let Some(path) = open.pop_front() {
            let answer = self.get(&path);
            if answer.status != 200 {
                pages.insert(path, format!("status {}", answer.status));
                continue;
            }
            let page = answer.text();
            for link in links(&page) {
                let link = link.split('#').next().unwrap_or_default().to_owned();
                let is_page = link.starts_with('/') && !link.contains('?');
                if is_page && seen.insert(link.clone()) {
                    open.push_back(link);
                }
            }
            pages.insert(path, page);
        }
        pages
    }
}

/// The value of a hidden field.
pub fn hidden(page: &str, name: &str) -> Option<String> {
    let at = page.find(&format!("name=\"{name}\" value=\""))?;
    let rest = page[at..].split("value=\"").nth(1)?;
    Some(rest.split('"').next()?.to_owned())
}

/// Where a page leads.
pub fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
}

/// The posting forms of a page: where they go, and what is between their tags.
pub fn forms(page: &str) -> Vec<(String, String)> {
    let forms = page.split("<form ").skip(1).map(|rest| {
        let form = rest.split("</form>").next().unwrap_or_default();
        let action = form.split("action=\"").nth(1).unwrap_or_default();
        let action = action.split('"').next().unwrap_or_default();
        (action.to_owned(), form.to_owned())
    });
    forms
        .filter(|(_, form)| form.starts_with("method=\"post\""))
        .collect()
}
