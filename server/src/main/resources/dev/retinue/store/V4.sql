-- Conversations that go on with what others said: those are kept as long as they are open.
CREATE TABLE session_origin (
  session     TEXT    NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  origin      TEXT    NOT NULL,
  PRIMARY KEY (session, origin)
) WITHOUT ROWID;
CREATE INDEX session_of_origin ON session_origin (origin);
