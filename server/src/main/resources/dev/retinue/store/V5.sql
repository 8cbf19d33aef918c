-- Sessions that callers name as they like: when one is closed, the next one goes by its name.
CREATE TABLE session_successor (
  -- the id that is made of the name, and who has the name by now
  first       TEXT    PRIMARY KEY,
  session     TEXT    NOT NULL REFERENCES session (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX session_successor_of ON session_successor (session);

-- Those that a caller keeps open are counted, and listed in pages.
CREATE INDEX session_open ON session (caller, used_at) WHERE closed_at IS NULL;
