-- Runs, what happened in them, and what they cost. Times are microseconds since 1970.

-- The columns are what is searched by; the rest of a run is in its JSON.
CREATE TABLE run (
  number      INTEGER PRIMARY KEY,
  id          TEXT    NOT NULL UNIQUE,
  caller      TEXT    NOT NULL,
  root        TEXT    NOT NULL,
  session     TEXT,
  state       TEXT    NOT NULL,
  -- 1 while it has not ended or still occupies a slot
  open        INTEGER NOT NULL,
  is_root     INTEGER NOT NULL,
  seen        INTEGER NOT NULL DEFAULT 0,
  created_at  INTEGER NOT NULL,
  ended_at    INTEGER,
  bytes       INTEGER NOT NULL DEFAULT 0,
  sequence    INTEGER NOT NULL,
  -- what changes, and what never does
  progress    TEXT    NOT NULL,
  commission  TEXT    NOT NULL
);
CREATE INDEX run_open ON run (number) WHERE open = 1;
CREATE INDEX run_open_in_tree ON run (root) WHERE open = 1;
CREATE INDEX run_queued ON run (is_root, number) WHERE state = 'queued';
CREATE INDEX run_of_caller ON run (caller, number);
CREATE INDEX run_of_root ON run (root, number) WHERE is_root = 0;
CREATE INDEX run_of_session ON run (session, number) WHERE session IS NOT NULL;
CREATE INDEX run_ended ON run (ended_at, bytes) WHERE open = 0;

CREATE TABLE prompt (
  run   INTEGER PRIMARY KEY REFERENCES run (number) ON DELETE CASCADE,
  text  TEXT NOT NULL
);

-- Agents as they were when runs began.
CREATE TABLE definition (
  digest  TEXT PRIMARY KEY,
  body    TEXT NOT NULL
) WITHOUT ROWID;

-- The position only grows: what is removed is never numbered again.
CREATE TABLE event (
  position  INTEGER PRIMARY KEY AUTOINCREMENT,
  run       INTEGER NOT NULL REFERENCES run (number) ON DELETE CASCADE,
  sequence  INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  kind      TEXT    NOT NULL,
  version   INTEGER NOT NULL,
  body      TEXT    NOT NULL
);
CREATE UNIQUE INDEX event_of_run ON event (run, sequence);

-- What the tree below a run may use, has used, and was promised. Money is in billionths of a dollar.
CREATE TABLE account (
  holder           TEXT PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
  max_cost         INTEGER,
  max_tokens       INTEGER,
  max_turns        INTEGER,
  max_seconds      INTEGER,
  max_runs         INTEGER,
  cost             INTEGER NOT NULL,
  unpriced         INTEGER NOT NULL,
  input_tokens     INTEGER NOT NULL,
  output_tokens    INTEGER NOT NULL,
  cached_tokens    INTEGER NOT NULL,
  turns            INTEGER NOT NULL,
  reserved         TEXT,
  runs             INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE start_key (
  caller      TEXT    NOT NULL,
  tool        TEXT    NOT NULL,
  key         TEXT    NOT NULL,
  digest      TEXT    NOT NULL,
  run         TEXT    NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (caller, tool, key)
) WITHOUT ROWID;
CREATE INDEX start_key_of_run ON start_key (run);

CREATE TABLE session (
  id          TEXT    PRIMARY KEY,
  caller      TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,
  used_at     INTEGER NOT NULL,
  closed_at   INTEGER,
  body        TEXT    NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_of_caller ON session (caller, used_at);

-- Calls that became MCP tasks.
CREATE TABLE call_task (
  id          TEXT    PRIMARY KEY,
  caller      TEXT    NOT NULL,
  status      TEXT    NOT NULL,
  ended       INTEGER NOT NULL,
  created_at  INTEGER NOT NULL,
  over_at     INTEGER NOT NULL,
  body        TEXT    NOT NULL
) WITHOUT ROWID;
CREATE INDEX call_task_of_caller ON call_task (caller) WHERE ended = 0;
CREATE INDEX call_task_over ON call_task (over_at) WHERE ended = 1;

CREATE TABLE credential (
  caller      TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  scope       TEXT    NOT NULL,
  hash        TEXT    PRIMARY KEY,
  created_at  INTEGER NOT NULL,
  revoked_at  INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX credential_name ON credential (name) WHERE revoked_at IS NULL;
