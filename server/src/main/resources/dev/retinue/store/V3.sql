-- What agents remember from one run to the next, for one caller each.
CREATE TABLE memory (
  caller      TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  id          TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,
  category    TEXT    NOT NULL,
  body        TEXT    NOT NULL,
  PRIMARY KEY (caller, name, id)
) WITHOUT ROWID;
