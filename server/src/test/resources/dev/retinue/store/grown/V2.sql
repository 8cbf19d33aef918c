-- Rebuilds a table that another one refers to, as the steps of a real schema do.
CREATE TABLE tags (note INTEGER NOT NULL REFERENCES notes (id), tag TEXT NOT NULL) STRICT;
INSERT INTO tags (note, tag) SELECT id, 'old' FROM notes;
CREATE TABLE notes_with_time (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, at INTEGER NOT NULL) STRICT;
INSERT INTO notes_with_time (id, text, at) SELECT id, text, 0 FROM notes;
DROP TABLE notes;
ALTER TABLE notes_with_time RENAME TO notes;
