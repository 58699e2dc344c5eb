-- Several people do support: each has a token with a name, and the log of changes says whose it was.
-- up
CREATE TABLE admin_tokens (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- SHA-256 of the whole token: it has so many random bits that no slower hash is needed.
  hash bytea NOT NULL CONSTRAINT admin_tokens_hash UNIQUE,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX admin_tokens_name ON admin_tokens (name) WHERE revoked_at IS NULL;
CREATE TABLE admin_actions (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  operation text NOT NULL,
  account uuid,
  -- Of the path, without links, which are secrets.
  parameters jsonb NOT NULL,
  request_id text NOT NULL,
  -- Null: under way, or cut off.
  status integer
);
CREATE INDEX admin_actions_at ON admin_actions (at);
CREATE INDEX admin_actions_of_account ON admin_actions (account, id) WHERE account IS NOT NULL;
CREATE INDEX admin_actions_of_actor ON admin_actions (actor, id);
-- down
DROP TABLE admin_actions;
DROP TABLE admin_tokens;
