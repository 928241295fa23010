-- The steps of each record's review, append-only: who took it where, and what he remarked.
CREATE TABLE publication (
    seq    INTEGER PRIMARY KEY,
    event  TEXT NOT NULL REFERENCES event (id),
    game   TEXT NOT NULL,
    -- submitted, checked, published, returned
    state  TEXT NOT NULL,
    keeper TEXT NOT NULL,
    remark TEXT NOT NULL,
    at     TEXT NOT NULL
) STRICT;
CREATE INDEX publication_of_game ON publication (game, seq);
CREATE TRIGGER publication_keeps BEFORE UPDATE ON publication BEGIN
    SELECT raise(ABORT, 'the steps of a review are append-only');
END;

-- What was sent to spectators and broadcasters, and when.
CREATE TABLE sent (
    seq    INTEGER PRIMARY KEY,
    event  TEXT    NOT NULL REFERENCES event (id),
    at     TEXT    NOT NULL,
    -- Where to: an address that was pushed to, or the name of a folder.
    target TEXT    NOT NULL,
    round  INTEGER NOT NULL,
    games  INTEGER NOT NULL,
    plies  INTEGER NOT NULL,
    delay_s INTEGER NOT NULL,
    -- SHA-256 of the document, hex.
    digest TEXT    NOT NULL,
    -- ok, or the reason why not.
    answer TEXT    NOT NULL
) STRICT;
