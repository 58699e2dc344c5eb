-- A key is shown once and kept as its hash only; a revoked one stays, so that it can be told from one that never was.
-- up
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id),
  -- SHA-256 of the whole key: it has so many random bits that no slower hash is needed.
  hash bytea NOT NULL CONSTRAINT api_keys_hash UNIQUE,
  prefix text NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX api_keys_account ON api_keys (account);
-- down
DROP TABLE api_keys;
