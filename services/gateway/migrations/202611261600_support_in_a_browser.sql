-- Support works in a browser, and opens the portal of an account in the place of its people.
-- up
CREATE TABLE support_sessions (
  id uuid PRIMARY KEY,
  -- The personal token that signed in: when it is revoked, the session is over.
  admin_token uuid NOT NULL REFERENCES admin_tokens (id),
  -- SHA-256 of the session's own token, which has 256 random bits.
  token_hash bytea NOT NULL CONSTRAINT support_sessions_token UNIQUE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX support_sessions_expiry ON support_sessions (expires_at);
CREATE INDEX support_sessions_of_token ON support_sessions (admin_token);

-- Each is a link that works once, then a session of the portal, and afterwards an entry in the log of the account.
CREATE TABLE impersonations (
  id uuid PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id),
  admin_token uuid NOT NULL REFERENCES admin_tokens (id),
  role text NOT NULL CHECK (role IN ('viewer', 'office', 'editor', 'admin')),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  -- SHA-256 of the token of the link; null once it was used.
  link_hash bytea CONSTRAINT impersonations_link UNIQUE,
  link_expires_at timestamptz NOT NULL,
  -- SHA-256 of the session's token; null before the link is used.
  token_hash bytea CONSTRAINT impersonations_token UNIQUE,
  opened_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX impersonations_of_account ON impersonations (account, id);
CREATE INDEX impersonations_at ON impersonations (created_at);
-- down
DROP TABLE impersonations;
DROP TABLE support_sessions;
