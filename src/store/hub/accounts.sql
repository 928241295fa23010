-- Who may do what at the desk, and what only some may see.

CREATE TABLE account (
    name     TEXT    NOT NULL PRIMARY KEY,
    -- argon2id, PHC form.
    password TEXT    NOT NULL,
    -- Codes of roles, JSON.
    roles    TEXT    NOT NULL,
    disabled INTEGER NOT NULL DEFAULT 0,
    failed   INTEGER NOT NULL DEFAULT 0,
    -- Milliseconds since 1970; before that nobody signs in.
    locked   INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    -- SHA-256 of the cookie: a stolen database opens no session.
    token   BLOB    NOT NULL PRIMARY KEY,
    account TEXT    NOT NULL REFERENCES account (name) ON DELETE CASCADE,
    csrf    TEXT    NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Encrypted with the key beside the database; see `personal`.
CREATE TABLE personal (
    event  TEXT NOT NULL REFERENCES event (id),
    -- The entry's own key, because starting numbers are drawn anew.
    entry  TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (event, entry)
) STRICT, WITHOUT ROWID;

-- What the desk wants a terminal to write into its journal: rulings, fouls, clock times.
CREATE TABLE instruction (
    id      TEXT NOT NULL PRIMARY KEY,
    event   TEXT NOT NULL REFERENCES event (id),
    game    TEXT NOT NULL REFERENCES game (id),
    body    TEXT NOT NULL,
    given   TEXT NOT NULL,
    done    TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX instruction_open ON instruction (game) WHERE done IS NULL;
