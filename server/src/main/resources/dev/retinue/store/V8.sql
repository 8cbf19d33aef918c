-- Who did what to what. A row is never changed; the hash of each is that of the one before and of all that it says itself.
CREATE TABLE audit (
  -- what was removed from the end is never numbered again, and so is missed
  number        INTEGER PRIMARY KEY AUTOINCREMENT,
  at            INTEGER NOT NULL,
  caller        TEXT,
  run           TEXT,
  action        TEXT    NOT NULL,
  subject_kind  TEXT    NOT NULL,
  subject       TEXT,
  within        TEXT,
  agent         TEXT,
  outcome       TEXT    NOT NULL,
  code          TEXT,
  surface       TEXT    NOT NULL,
  address       TEXT,
  client        TEXT,
  tool          TEXT,
  trace         TEXT,
  details       TEXT,
  hash          TEXT    NOT NULL
);
