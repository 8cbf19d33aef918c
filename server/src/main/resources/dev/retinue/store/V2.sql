-- Runs can be removed by their callers.

-- 1 once it was: gone for everybody who looks, and let go when nothing of its tree is at work.
ALTER TABLE run ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX run_removed ON run (number) WHERE removed = 1;

-- The key of a start outlives a run that was removed: a retry is told, and starts nothing anew.
CREATE TABLE start_key_of_any (
  caller      TEXT    NOT NULL,
  tool        TEXT    NOT NULL,
  key         TEXT    NOT NULL,
  digest      TEXT    NOT NULL,
  run         TEXT    NOT NULL,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (caller, tool, key)
) WITHOUT ROWID;
INSERT INTO start_key_of_any SELECT caller, tool, key, digest, run, created_at FROM start_key;
DROP TABLE start_key;
ALTER TABLE start_key_of_any RENAME TO start_key;
CREATE INDEX start_key_of_run ON start_key (run);
