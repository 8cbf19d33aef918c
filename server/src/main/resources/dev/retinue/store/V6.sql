-- Those that are open are counted whenever one more is opened: from the index alone, without a look at each of them.
DROP INDEX session_open;
CREATE INDEX session_open ON session (caller, closed_at, used_at) WHERE closed_at IS NULL;
