-- The gateway knows whom a key belongs to and who is connected with whom; all others keep a copy of a few fields.
-- up
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  oid text NOT NULL CONSTRAINT accounts_oid UNIQUE,
  name text NOT NULL,
  email text NOT NULL,
  type text NOT NULL CHECK (type IN ('operator', 'reseller')),
  default_lang text NOT NULL,
  time_zone text NOT NULL,
  primary_color text NOT NULL,
  secondary_color text NOT NULL,
  logo text,
  ios_url text,
  android_url text,
  test boolean NOT NULL,
  -- Grows with every change of the account or of its connections: receivers ignore what is older than what they have.
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- A connection is two rows, one for each way, so that one index answers both.
CREATE TABLE connections (
  account uuid NOT NULL REFERENCES accounts (id),
  partner uuid NOT NULL REFERENCES accounts (id),
  PRIMARY KEY (account, partner),
  CHECK (account <> partner)
);
-- down
DROP TABLE connections;
DROP TABLE accounts;
