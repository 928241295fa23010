CREATE TABLE entry (
    game     TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    epoch    INTEGER NOT NULL,
    hash     BLOB    NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- How far the hub has confirmed each game, and what it refused for good.
CREATE TABLE delivery (
    game     TEXT    NOT NULL PRIMARY KEY,
    accepted INTEGER NOT NULL DEFAULT 0,
    aside    INTEGER,
    reason   TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
