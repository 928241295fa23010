-- Entries of ours that gave way to the hub's line of a game; kept for a person.
CREATE TABLE beside (
    game TEXT    NOT NULL,
    seq  INTEGER NOT NULL,
    hash BLOB    NOT NULL,
    body TEXT    NOT NULL,
    PRIMARY KEY (game, seq, hash)
) STRICT, WITHOUT ROWID;
