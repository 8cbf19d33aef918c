-- The conversations of everybody, as the console of the owner lists them again and again: in their order, without sorting all of them.
CREATE INDEX session_used ON session (used_at DESC, id);
CREATE INDEX session_used_open ON session (used_at DESC, id) WHERE closed_at IS NULL;
