-- What a token allows, as JSON; nothing where it allows everything. A token may end by itself.
ALTER TABLE credential ADD COLUMN expires_at INTEGER;
ALTER TABLE credential ADD COLUMN allowed TEXT;
CREATE INDEX credential_caller ON credential (caller, created_at);

-- The spend book: what was spent on which day (UTC), by whom, through which agent and model. It outlives the runs.
-- Money is in billionths of a dollar, as in the accounts.
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

-- What the calls in flight of a caller's runs were promised.
CREATE TABLE promise (
  caller  TEXT    PRIMARY KEY,
  cost    INTEGER NOT NULL
) WITHOUT ROWID;

-- What is known of the time before there was a book.
INSERT INTO spend
  SELECT date(e.at / 1000000, 'unixepoch'), r.caller,
    coalesce(json_extract(r.progress, '$.dossier.facts.speaker'), json_extract(r.commission, '$.agent.name')),
    coalesce(json_extract(r.commission, '$.agent.model'), json_extract(r.progress, '$.dossier.facts.model_answered'), ''),
    sum(json_extract(e.body, '$.usage.cost')),
    sum(CASE WHEN json_extract(r.commission, '$.agent.runtime') = 'scripted'
      OR json_extract(r.commission, '$.agent.model') LIKE 'scripted/%'
      THEN json_extract(e.body, '$.usage.cost') ELSE 0 END),
    sum(json_extract(e.body, '$.usage.inputTokens')),
    sum(json_extract(e.body, '$.usage.outputTokens')),
    sum(json_extract(e.body, '$.usage.cachedTokens')),
    sum(CASE WHEN json_extract(e.body, '$.usage.unpriced')
      THEN json_extract(e.body, '$.usage.inputTokens') + json_extract(e.body, '$.usage.outputTokens') ELSE 0 END),
    0
  FROM event e JOIN run r ON r.number = e.run WHERE e.kind = 'spent' GROUP BY 1, 2, 3, 4;
INSERT INTO spend
  SELECT date(r.created_at / 1000000, 'unixepoch'), r.caller, json_extract(r.commission, '$.agent.name'),
    coalesce(json_extract(r.commission, '$.agent.model'), ''), 0, 0, 0, 0, 0, 0, count(*)
  FROM run r WHERE true GROUP BY 1, 2, 3, 4
  ON CONFLICT (caller, day, agent, model) DO UPDATE SET runs = runs + excluded.runs;
