-- Every row that leaves the venue carries the event id; ids are UUIDv7.

-- About this file: `generation` changes when it was restored from a backup.
CREATE TABLE about (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO about (key, value) VALUES ('generation', lower(hex(randomblob(8))));

CREATE TABLE event (
    id      TEXT NOT NULL PRIMARY KEY,
    -- The event document without players and rounds.
    facts   TEXT NOT NULL,
    -- The regulation as it was loaded, so that a later version of a built-in one changes nothing.
    regulation TEXT NOT NULL,
    -- How the hub runs this event: delay for spectators, who confirms results.
    conduct TEXT NOT NULL,
    created TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE player (
    event  TEXT    NOT NULL REFERENCES event (id),
    number INTEGER NOT NULL,
    -- The player as the event document has him; nothing personal.
    body   TEXT    NOT NULL,
    name   TEXT GENERATED ALWAYS AS (body ->> '$.name') VIRTUAL,
    unit   TEXT GENERATED ALWAYS AS (body ->> '$.unit') VIRTUAL,
    PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE round (
    event     TEXT    NOT NULL REFERENCES event (id),
    number    INTEGER NOT NULL,
    -- draft, published, closed
    state     TEXT    NOT NULL,
    -- SHA-256 of the pairing; publishing names it.
    digest    TEXT    NOT NULL,
    -- The round as the event document has it, without its games.
    body      TEXT    NOT NULL,
    -- What the pairing had to give up, for people.
    relaxed   TEXT    NOT NULL,
    published TEXT,
    closed    TEXT,
    PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE game (
    id        TEXT    NOT NULL PRIMARY KEY,
    event     TEXT    NOT NULL REFERENCES event (id),
    round     INTEGER NOT NULL,
    board     INTEGER NOT NULL,
    -- As paired.
    red       INTEGER NOT NULL,
    black     INTEGER NOT NULL,
    -- 1 when they sat the other way round and the game stands (5.8).
    swapped   INTEGER NOT NULL DEFAULT 0,
    -- Why these two, in both languages, as JSON.
    why       TEXT    NOT NULL,
    -- A code of the event document; NULL while the game is open.
    result    TEXT,
    reason    TEXT,
    -- journal or desk
    source    TEXT,
    confirmed INTEGER NOT NULL DEFAULT 0,
    decided   TEXT,
    -- The writer of the journal and its epoch.
    writer    TEXT,
    epoch     INTEGER NOT NULL DEFAULT 1,
    UNIQUE (event, round, board),
    FOREIGN KEY (event, round) REFERENCES round (event, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
    event    TEXT    NOT NULL REFERENCES event (id),
    game     TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    hash     BLOB    NOT NULL,
    -- 0 is the journal; 1 did not follow it and awaits a person's decision, 2 was decided about.
    line     INTEGER NOT NULL DEFAULT 0,
    epoch    INTEGER NOT NULL,
    writer   TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    -- Milliseconds since 1970, when the hub committed it.
    received INTEGER NOT NULL,
    PRIMARY KEY (game, seq, hash)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX entry_in_line ON entry (game, seq) WHERE line = 0;

CREATE TABLE foul (
    event   TEXT    NOT NULL REFERENCES event (id),
    game    TEXT    NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    player  INTEGER NOT NULL,
    article TEXT    NOT NULL,
    -- journal, desk or record (a record that was owed and never came)
    source  TEXT    NOT NULL,
    noted   TEXT    NOT NULL
) STRICT;
CREATE INDEX foul_of_game ON foul (game);

-- What became of the record of a game, where one was owed.
CREATE TABLE obligation (
    event   TEXT    NOT NULL REFERENCES event (id),
    round   INTEGER NOT NULL,
    board   INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    reason  TEXT    NOT NULL,
    -- open, met, missed, waived
    state   TEXT    NOT NULL,
    decided TEXT    NOT NULL,
    PRIMARY KEY (event, round, board)
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
    event       TEXT NOT NULL REFERENCES event (id),
    game        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    body        TEXT NOT NULL,
    received    TEXT NOT NULL,
    PRIMARY KEY (game, fingerprint)
) STRICT, WITHOUT ROWID;

CREATE TABLE terminal (
    id       TEXT NOT NULL PRIMARY KEY,
    event    TEXT NOT NULL REFERENCES event (id),
    name     TEXT NOT NULL,
    board    INTEGER,
    key      BLOB NOT NULL,
    facts    TEXT NOT NULL,
    enrolled TEXT NOT NULL,
    revoked  TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE invitation (
    event   TEXT    NOT NULL REFERENCES event (id),
    -- SHA-256 of the code: the code itself is shown once and kept nowhere.
    code    BLOB    NOT NULL PRIMARY KEY,
    board   INTEGER,
    expires INTEGER NOT NULL,
    -- Wrong codes tried while this one was out; after the fifth it is void.
    tries   INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE call (
    id       INTEGER PRIMARY KEY,
    event    TEXT NOT NULL REFERENCES event (id),
    game     TEXT NOT NULL,
    terminal TEXT NOT NULL,
    reason   TEXT NOT NULL,
    opened   TEXT NOT NULL,
    answered TEXT
) STRICT;
CREATE UNIQUE INDEX call_open ON call (game) WHERE answered IS NULL;

-- Append-only, chained by hash.
CREATE TABLE audit (
    seq    INTEGER NOT NULL PRIMARY KEY,
    event  TEXT    NOT NULL,
    at     TEXT    NOT NULL,
    who    TEXT    NOT NULL,
    origin TEXT    NOT NULL,
    action TEXT    NOT NULL,
    before TEXT    NOT NULL,
    after  TEXT    NOT NULL,
    prev   BLOB    NOT NULL,
    hash   BLOB    NOT NULL
) STRICT;
CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit BEGIN
    SELECT raise(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN
    SELECT raise(ABORT, 'the audit log is append-only');
END;
