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
, removed INTEGER NOT NULL DEFAULT 0);
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
CREATE TABLE definition (
  digest  TEXT PRIMARY KEY,
  body    TEXT NOT NULL
) WITHOUT ROWID;
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
CREATE TABLE session (
  id          TEXT    PRIMARY KEY,
  caller      TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,
  used_at     INTEGER NOT NULL,
  closed_at   INTEGER,
  body        TEXT    NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_of_caller ON session (caller, used_at);
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
, expires_at INTEGER, allowed TEXT) WITHOUT ROWID;
CREATE UNIQUE INDEX credential_name ON credential (name) WHERE revoked_at IS NULL;
CREATE INDEX run_removed ON run (number) WHERE removed = 1;
CREATE TABLE "start_key" (
  caller      TEXT    NOT NULL,
  tool        TEXT    NOT NULL,
  key         TEXT    NOT NULL,
  digest      TEXT    NOT NULL,
  run         TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (caller, tool, key)
) WITHOUT ROWID;
CREATE INDEX start_key_of_run ON start_key (run);
CREATE TABLE memory (
  caller      TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  id          TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,
  category    TEXT    NOT NULL,
  body        TEXT    NOT NULL,
  PRIMARY KEY (caller, name, id)
) WITHOUT ROWID;
CREATE TABLE session_origin (
  session     TEXT    NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  origin      TEXT    NOT NULL,
  PRIMARY KEY (session, origin)
) WITHOUT ROWID;
CREATE INDEX session_of_origin ON session_origin (origin);
CREATE TABLE session_successor (
  -- the id that is made of the name, and who has the name by now
  first       TEXT    PRIMARY KEY,
  session     TEXT    NOT NULL REFERENCES session (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX session_successor_of ON session_successor (session);
CREATE INDEX session_open ON session (caller, closed_at, used_at) WHERE closed_at IS NULL;
CREATE INDEX credential_caller ON credential (caller, created_at);
CREATE TABLE spend (
  day              TEXT    NOT NULL,
  caller           TEXT    NOT NULL,
  agent            TEXT    NOT NULL,
  -- empty where nobody knows it
  model            TEXT    NOT NULL,
  cost             INTEGER NOT NULL,
  -- how much of it nobody has to pay: models that play scripts
  invented         INTEGER NOT NULL,
  input_tokens     INTEGER NOT NULL,
  output_tokens    INTEGER NOT NULL,
  cached_tokens    INTEGER NOT NULL,
  -- how many tokens have no known price
  unpriced_tokens  INTEGER NOT NULL,
  runs             INTEGER NOT NULL,
  PRIMARY KEY (caller, day, agent, model)
) WITHOUT ROWID;
CREATE INDEX spend_day ON spend (day);
CREATE TABLE promise (
  caller  TEXT    PRIMARY KEY,
  cost    INTEGER NOT NULL
) WITHOUT ROWID;
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
CREATE INDEX session_used ON session (used_at DESC, id);
CREATE INDEX session_used_open ON session (used_at DESC, id) WHERE closed_at IS NULL;
INSERT INTO run VALUES (1, 'sp_xdnngbkv6wae6f6r655pm5lfjl', 'anna', 'sp_xdnngbkv6wae6f6r655pm5lfjl', NULL, 'queued', 1, 1, 0, 1794744000123456, NULL, 0, 2, '{"detail":{},"tenure":{"epoch":0,"occupied":false,"active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"facts":{},"verdicts":[]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 0);
INSERT INTO run VALUES (2, 'sp_q3drysvbfymte4wozaa3qaxwei', 'anna', 'sp_q3drysvbfymte4wozaa3qaxwei', NULL, 'ready', 1, 1, 0, 1794744000123456, NULL, 0, 1, '{"detail":{},"tenure":{"epoch":0,"occupied":false,"active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"facts":{},"verdicts":[]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 0);
INSERT INTO run VALUES (3, 'sp_pcrts6gitgfaavfpfpre7ehgm3', 'anna', 'sp_xdnngbkv6wae6f6r655pm5lfjl', 'session-1', 'running', 1, 0, 0, 1794744000123456, NULL, 100, 18, '{"detail":{},"tenure":{"epoch":1,"occupied":true,"startedAt":"2026-11-15T12:00:00.123456Z","active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1},"facts":{"speaker":"editor","model":"a-model-1","steered":"1","speaker_digests":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de"},"recentOutput":"hello","payload":{"file":"aa/sp_x/payload-1.gz","bytes":100,"storedBytes":50,"pieces":2},"output":{"file":"aa/sp_x/output-1.gz","bytes":100,"storedBytes":50,"pieces":1},"verdicts":[{"check":"tests","passed":false,"detail":"2 of 3"}]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[{"run":"sp_xdnngbkv6wae6f6r655pm5lfjl","agent":"writer","budgeted":true}]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","session":"session-1","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 0);
INSERT INTO run VALUES (4, 'sp_gnn6hq4mbisduhd7us76gillo4', 'anna', 'sp_xdnngbkv6wae6f6r655pm5lfjl', NULL, 'waiting', 1, 0, 0, 1794744000123456, NULL, 0, 4, '{"detail":{"waiting":{"needs":[{"id":"n1","kind":"PERMISSION","text":"May I?","schema":"{}"}]}},"tenure":{"epoch":1,"occupied":true,"startedAt":"2026-11-15T12:00:00.123456Z","active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"facts":{},"verdicts":[]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[{"run":"sp_xdnngbkv6wae6f6r655pm5lfjl","agent":"writer","budgeted":true}]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 0);
INSERT INTO run VALUES (5, 'sp_kjobqf7uui5kqipdnejrwp6agl', 'anna', 'sp_xdnngbkv6wae6f6r655pm5lfjl', NULL, 'completed', 0, 0, 0, 1794744000123456, 1794744000123456, 0, 8, '{"detail":{"completed":{"at":"2026-11-15T12:00:00.123456Z","summary":"done","evidence":"VERIFIED"}},"tenure":{"epoch":1,"occupied":false,"startedAt":"2026-11-15T12:00:00.123456Z","active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"facts":{},"verdicts":[]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[{"run":"sp_xdnngbkv6wae6f6r655pm5lfjl","agent":"writer","budgeted":true}]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 0);
INSERT INTO run VALUES (6, 'sp_fhrzrdsqzqwlgoiwyfhw75zx2c', 'anna', 'sp_xdnngbkv6wae6f6r655pm5lfjl', NULL, 'failed', 0, 0, 0, 1794744000123456, 1794744000123456, 0, 5, '{"detail":{"failed":{"at":"2026-11-15T12:00:00.123456Z","reason":"INTERRUPTED","message":"restarted again"}},"tenure":{"epoch":1,"occupied":false,"startedAt":"2026-11-15T12:00:00.123456Z","active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"facts":{},"verdicts":[]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[{"run":"sp_xdnngbkv6wae6f6r655pm5lfjl","agent":"writer","budgeted":true}]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 0);
INSERT INTO run VALUES (7, 'sp_fnukauulg54jwzxnqb7eetw62q', 'anna', 'sp_xdnngbkv6wae6f6r655pm5lfjl', 'session-1', 'stopped', 0, 0, 0, 1794744000123456, 1794744000123456, 0, 6, '{"detail":{"stopped":{"at":"2026-11-15T12:00:00.123456Z","why":"enough"}},"tenure":{"epoch":1,"occupied":false,"startedAt":"2026-11-15T12:00:00.123456Z","active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"facts":{},"late":{"at":"2026-11-15T12:00:00.123456Z","summary":"after all"},"verdicts":[]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[{"run":"sp_xdnngbkv6wae6f6r655pm5lfjl","agent":"writer","budgeted":true}]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","session":"session-1","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 0);
INSERT INTO run VALUES (8, 'sp_dutwpidctsajsqcicivuilte3l', 'anna', 'sp_dutwpidctsajsqcicivuilte3l', NULL, 'completed', 0, 1, 0, 1794744000123456, 1794744000123456, 0, 8, '{"detail":{"completed":{"at":"2026-11-15T12:00:00.123456Z","summary":"done","evidence":"VERIFIED"}},"tenure":{"epoch":1,"occupied":false,"startedAt":"2026-11-15T12:00:00.123456Z","active":"PT1.234S","reserved":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}},"dossier":{"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"facts":{},"verdicts":[]}}', '{"caller":"anna","agent":{"name":"writer","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de","runtime":"scripted","model":"a-model"},"lineage":{"above":[]},"terms":{"budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5},"abortOnBudget":false,"workingDirectory":"/somewhere","checks":[],"arrangement":{"isolation":"NONE","preface":0}},"labels":{"restart_of":"another"},"createdAt":"2026-11-15T12:00:00.123456Z"}', 1);
INSERT INTO prompt VALUES (1, 'Do it; don''t wait.');
INSERT INTO prompt VALUES (2, 'Do it; don''t wait.');
INSERT INTO prompt VALUES (3, 'Do it; don''t wait.');
INSERT INTO prompt VALUES (4, 'Do it; don''t wait.');
INSERT INTO prompt VALUES (5, 'Do it; don''t wait.');
INSERT INTO prompt VALUES (6, 'Do it; don''t wait.');
INSERT INTO prompt VALUES (7, 'Do it; don''t wait.');
INSERT INTO prompt VALUES (8, 'Do it; don''t wait.');
INSERT INTO definition VALUES ('4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de', '{"name":"writer","description":"Writes","means":{"runtime":"scripted","model":"a-model"},"instructions":"It''s \"quoted\"; ünd – so on.\n","tools":["think"],"limits":{"budget":{"maxCost":2500000000,"maxTokens":9,"maxTurns":8,"maxSeconds":7,"maxRuns":6},"mayRecurse":true},"conduct":{"permissions":{"allow":[],"ask":[],"deny":[],"retinue":false,"above":[]},"confinement":{"tier":0,"network":true,"login":"OWNER","allowance":{}},"vigilance":{"silence":"PT10M","ladder":[],"quotaPatience":"PT6H"}},"craft":{"origin":{"file":"","trusted":true},"greeting":"","kits":[],"team":{"members":[],"successors":[]},"background":{"date":false,"environment":false,"files":[]},"thought":{"sampling":{},"endpoints":[],"fallback":{"models":[],"retries":2,"cooldown":"PT1M","manners":{}},"historyItems":0,"maxTurns":0,"contexts":{}},"commands":{},"hooks":[]}}');
INSERT INTO event VALUES (1, 1, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (2, 1, 2, 1794744000123456, 'queued', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (3, 2, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (4, 3, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (5, 3, 2, 1794744000123456, 'queued', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (6, 3, 3, 1794744000123456, 'started', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (7, 3, 4, 1794744000123456, 'said', 1, '{"at":"2026-11-15T12:00:00.123456Z","text":"hello"}');
INSERT INTO event VALUES (8, 3, 5, 1794744000123456, 'thought', 1, '{"at":"2026-11-15T12:00:00.123456Z","text":"hm"}');
INSERT INTO event VALUES (9, 3, 6, 1794744000123456, 'tool_called', 1, '{"at":"2026-11-15T12:00:00.123456Z","call":"call-1","tool":"grep","input":"{\"a\":1}"}');
INSERT INTO event VALUES (10, 3, 7, 1794744000123456, 'tool_answered', 1, '{"at":"2026-11-15T12:00:00.123456Z","call":"call-1","output":"nothing","failed":true}');
INSERT INTO event VALUES (11, 3, 8, 1794744000123456, 'noted', 1, '{"at":"2026-11-15T12:00:00.123456Z","text":"cut off"}');
INSERT INTO event VALUES (12, 3, 9, 1794744000123456, 'steered', 1, '{"at":"2026-11-15T12:00:00.123456Z","text":"mind the gap"}');
INSERT INTO event VALUES (13, 3, 10, 1794744000123456, 'told', 1, '{"at":"2026-11-15T12:00:00.123456Z","text":"go on"}');
INSERT INTO event VALUES (14, 3, 11, 1794744000123456, 'condensed', 1, '{"at":"2026-11-15T12:00:00.123456Z","summary":"so far"}');
INSERT INTO event VALUES (15, 3, 12, 1794744000123456, 'agent_switching', 1, '{"at":"2026-11-15T12:00:00.123456Z","from":"writer","to":"editor","digest":"4ad1dd76160519f076a98abe9655e5741ab8357f4ca8ff2b9336ebc860cdc3de"}');
INSERT INTO event VALUES (16, 3, 13, 1794744000123456, 'model_fallback', 1, '{"at":"2026-11-15T12:00:00.123456Z","from":"a/model","to":"b/model","why":"busy"}');
INSERT INTO event VALUES (17, 3, 14, 1794744000123456, 'learned', 1, '{"at":"2026-11-15T12:00:00.123456Z","facts":{"model":"a-model-1"}}');
INSERT INTO event VALUES (18, 3, 15, 1794744000123456, 'spent', 1, '{"at":"2026-11-15T12:00:00.123456Z","usage":{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}}');
INSERT INTO event VALUES (19, 3, 16, 1794744000123456, 'delivered', 1, '{"at":"2026-11-15T12:00:00.123456Z","payload":{"file":"aa/sp_x/payload-1.gz","bytes":100,"storedBytes":50,"pieces":2}}');
INSERT INTO event VALUES (20, 3, 17, 1794744000123456, 'printed', 1, '{"at":"2026-11-15T12:00:00.123456Z","output":{"file":"aa/sp_x/output-1.gz","bytes":100,"storedBytes":50,"pieces":1}}');
INSERT INTO event VALUES (21, 3, 18, 1794744000123456, 'checked', 1, '{"at":"2026-11-15T12:00:00.123456Z","check":"tests","passed":false,"detail":"2 of 3"}');
INSERT INTO event VALUES (22, 4, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (23, 4, 2, 1794744000123456, 'queued', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (24, 4, 3, 1794744000123456, 'started', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (25, 4, 4, 1794744000123456, 'asked', 1, '{"at":"2026-11-15T12:00:00.123456Z","need":{"id":"n1","kind":"PERMISSION","text":"May I?","schema":"{}"}}');
INSERT INTO event VALUES (26, 5, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (27, 5, 2, 1794744000123456, 'queued', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (28, 5, 3, 1794744000123456, 'started', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (29, 5, 4, 1794744000123456, 'asked', 1, '{"at":"2026-11-15T12:00:00.123456Z","need":{"id":"n1","kind":"BUDGET","text":"More?"}}');
INSERT INTO event VALUES (30, 5, 5, 1794744000123456, 'budget_raised', 1, '{"at":"2026-11-15T12:00:00.123456Z","budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5}}');
INSERT INTO event VALUES (31, 5, 6, 1794744000123456, 'answered', 1, '{"at":"2026-11-15T12:00:00.123456Z","need":"n1","answer":"raised"}');
INSERT INTO event VALUES (32, 5, 7, 1794744000123456, 'completed', 1, '{"at":"2026-11-15T12:00:00.123456Z","summary":"done","evidence":"VERIFIED"}');
INSERT INTO event VALUES (33, 5, 8, 1794744000123456, 'released', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (34, 6, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (35, 6, 2, 1794744000123456, 'queued', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (36, 6, 3, 1794744000123456, 'started', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (37, 6, 4, 1794744000123456, 'requeued', 1, '{"at":"2026-11-15T12:00:00.123456Z","why":"restarted"}');
INSERT INTO event VALUES (38, 6, 5, 1794744000123456, 'failed', 1, '{"at":"2026-11-15T12:00:00.123456Z","reason":"INTERRUPTED","message":"restarted again"}');
INSERT INTO event VALUES (39, 7, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (40, 7, 2, 1794744000123456, 'queued', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (41, 7, 3, 1794744000123456, 'started', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (42, 7, 4, 1794744000123456, 'stopped', 1, '{"at":"2026-11-15T12:00:00.123456Z","why":"enough"}');
INSERT INTO event VALUES (43, 7, 5, 1794744000123456, 'released', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (44, 7, 6, 1794744000123456, 'result_came_late', 1, '{"at":"2026-11-15T12:00:00.123456Z","summary":"after all"}');
INSERT INTO event VALUES (45, 8, 1, 1794744000123456, 'created', 1, '{"at":"2026-11-15T12:00:00.123456Z","agent":"writer"}');
INSERT INTO event VALUES (46, 8, 2, 1794744000123456, 'queued', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (47, 8, 3, 1794744000123456, 'started', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO event VALUES (48, 8, 4, 1794744000123456, 'asked', 1, '{"at":"2026-11-15T12:00:00.123456Z","need":{"id":"n1","kind":"BUDGET","text":"More?"}}');
INSERT INTO event VALUES (49, 8, 5, 1794744000123456, 'budget_raised', 1, '{"at":"2026-11-15T12:00:00.123456Z","budget":{"maxCost":1500000000,"maxTokens":1000,"maxTurns":10,"maxSeconds":60,"maxRuns":5}}');
INSERT INTO event VALUES (50, 8, 6, 1794744000123456, 'answered', 1, '{"at":"2026-11-15T12:00:00.123456Z","need":"n1","answer":"raised"}');
INSERT INTO event VALUES (51, 8, 7, 1794744000123456, 'completed', 1, '{"at":"2026-11-15T12:00:00.123456Z","summary":"done","evidence":"VERIFIED"}');
INSERT INTO event VALUES (52, 8, 8, 1794744000123456, 'released', 1, '{"at":"2026-11-15T12:00:00.123456Z"}');
INSERT INTO account VALUES ('sp_dutwpidctsajsqcicivuilte3l', 1500000000, 1000, 10, 60, 5, 0, 0, 0, 0, 0, 0, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO account VALUES ('sp_fhrzrdsqzqwlgoiwyfhw75zx2c', 1500000000, 1000, 10, 60, 5, 0, 0, 0, 0, 0, 0, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO account VALUES ('sp_fnukauulg54jwzxnqb7eetw62q', 1500000000, 1000, 10, 60, 5, 0, 0, 0, 0, 0, 0, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO account VALUES ('sp_gnn6hq4mbisduhd7us76gillo4', 1500000000, 1000, 10, 60, 5, 0, 0, 0, 0, 0, 0, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO account VALUES ('sp_kjobqf7uui5kqipdnejrwp6agl', 1500000000, 1000, 10, 60, 5, 0, 0, 0, 0, 0, 0, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO account VALUES ('sp_pcrts6gitgfaavfpfpre7ehgm3', 1500000000, 1000, 10, 60, 5, 250000000, 1, 10, 20, 5, 1, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO account VALUES ('sp_q3drysvbfymte4wozaa3qaxwei', 1500000000, 1000, 10, 60, 5, 0, 0, 0, 0, 0, 0, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO account VALUES ('sp_xdnngbkv6wae6f6r655pm5lfjl', 1500000000, 1000, 10, 60, 5, 0, 0, 0, 0, 0, 0, '{"cost":250000000,"unpriced":true,"inputTokens":10,"outputTokens":20,"cachedTokens":5,"turns":1}', 0);
INSERT INTO session VALUES ('session-1', 'anna', 1794744000123456, 1794744001123456, NULL, '{"id":"session-1","caller":"anna","agent":"writer","name":"Chat","times":{"createdAt":"2026-11-15T12:00:00.123456Z","usedAt":"2026-11-15T12:00:01.123456Z"},"turn":"sp_xdnngbkv6wae6f6r655pm5lfjl","terms":{"budget":{},"once":false},"past":{"turns":0,"bytes":0,"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"millis":0,"transfers":[],"former":[],"background":["sp_dutwpidctsajsqcicivuilte3l"],"runs":0},"queue":[]}');
INSERT INTO session VALUES ('session-2', 'anna', 1794744000123456, 1794744001123456, 1794744002123456, '{"id":"session-2","caller":"anna","agent":"writer","times":{"createdAt":"2026-11-15T12:00:00.123456Z","usedAt":"2026-11-15T12:00:01.123456Z","closedAt":"2026-11-15T12:00:02.123456Z"},"terms":{"budget":{},"once":false},"past":{"turns":0,"bytes":0,"usage":{"cost":0,"unpriced":false,"inputTokens":0,"outputTokens":0,"cachedTokens":0,"turns":0},"millis":0,"transfers":[],"former":[],"background":[],"runs":0},"queue":[]}');
INSERT INTO call_task VALUES ('task-cancelled', 'anna', 'cancelled', 1, 1794744000123456, 1794747600123456, '{"id":"task-cancelled","caller":"anna","call":{"tool":"spawn_claude","digest":"digest","arguments":"{\"a\":1}","memory":"{\"b\":2}","runs":[]},"status":"CANCELLED","span":{"createdAt":"2026-11-15T12:00:00.123456Z","updatedAt":"2026-11-15T12:00:00.123456Z","ttl":"PT1H"},"questions":"{}","outcome":"{}"}');
INSERT INTO call_task VALUES ('task-completed', 'anna', 'completed', 1, 1794744000123456, 1794747600123456, '{"id":"task-completed","caller":"anna","call":{"tool":"spawn_claude","digest":"digest","arguments":"{\"a\":1}","memory":"{\"b\":2}","runs":[]},"status":"COMPLETED","span":{"createdAt":"2026-11-15T12:00:00.123456Z","updatedAt":"2026-11-15T12:00:00.123456Z","ttl":"PT1H"},"questions":"{}","outcome":"{}"}');
INSERT INTO call_task VALUES ('task-failed', 'anna', 'failed', 1, 1794744000123456, 1794747600123456, '{"id":"task-failed","caller":"anna","call":{"tool":"spawn_claude","digest":"digest","arguments":"{\"a\":1}","memory":"{\"b\":2}","runs":[]},"status":"FAILED","span":{"createdAt":"2026-11-15T12:00:00.123456Z","updatedAt":"2026-11-15T12:00:00.123456Z","ttl":"PT1H"},"questions":"{}","outcome":"{}"}');
INSERT INTO call_task VALUES ('task-input_required', 'anna', 'input_required', 0, 1794744000123456, 1794747600123456, '{"id":"task-input_required","caller":"anna","call":{"tool":"spawn_claude","digest":"digest","arguments":"{\"a\":1}","memory":"{\"b\":2}","runs":[]},"status":"INPUT_REQUIRED","span":{"createdAt":"2026-11-15T12:00:00.123456Z","updatedAt":"2026-11-15T12:00:00.123456Z","ttl":"PT1H"},"questions":"{}","outcome":"{}"}');
INSERT INTO call_task VALUES ('task-working', 'anna', 'working', 0, 1794744000123456, 1794747600123456, '{"id":"task-working","caller":"anna","call":{"tool":"spawn_claude","digest":"digest","arguments":"{\"a\":1}","memory":"{\"b\":2}","runs":[]},"status":"WORKING","span":{"createdAt":"2026-11-15T12:00:00.123456Z","updatedAt":"2026-11-15T12:00:00.123456Z","ttl":"PT1H"},"questions":"{}","outcome":"{}"}');
INSERT INTO credential VALUES ('anna', 'anna', 'run', 'ab', 1794744000123456, NULL, NULL, NULL);
INSERT INTO credential VALUES ('bert', 'bert', 'read', 'cd', 1794744000123456, 1794744000123456, NULL, NULL);
INSERT INTO credential VALUES ('carl', 'carl', 'run', 'ef', 1794744000123456, NULL, 1794744060123456, '{"toolsets":["sessions"],"agents":["writer"],"roots":["/somewhere"],"rate":5,"concurrency":2,"perDay":1500000000,"perMonth":20000000000}');
INSERT INTO start_key VALUES ('anna', 'agent_start', 'k 1', 'digest', 'sp_xdnngbkv6wae6f6r655pm5lfjl', 1794744000123456);
INSERT INTO start_key VALUES ('anna', 'agent_start', 'k 2', 'digest', 'sp_dutwpidctsajsqcicivuilte3l', 1794744000123456);
INSERT INTO start_key VALUES ('anna', 'create_session', 'k 3', 'digest', 'session-1', 1794744000123456);
INSERT INTO memory VALUES ('anna', 'writer', 'mem_1', 1794744000123456, 'fact', 'It''s "so"; ünd – so on.');
INSERT INTO session_origin VALUES ('session-2', 'session-1');
INSERT INTO session_successor VALUES ('session-2', 'session-1');
INSERT INTO spend VALUES ('2026-11-15', 'anna', 'editor', 'a-model', 250000000, 250000000, 10, 20, 5, 30, 1);
INSERT INTO spend VALUES ('2026-11-15', 'anna', 'writer', 'a-model', 0, 0, 0, 0, 0, 0, 7);
INSERT INTO promise VALUES ('anna', 2000000000);
INSERT INTO audit VALUES (1, 1794744000123456, 'owner', NULL, 'run.start', 'run', 'sp_x', 'session-1', 'writer', 'refused', 'CONFLICT', 'mcp', '::1', 'a client', 'a_tool', 't1', '{"fact":"It''s \"so\""}', '7dec92f0d588b4d8f12da7fed8b566a8148b087683b332866165c2fe63e68c69');
PRAGMA user_version = 9;
