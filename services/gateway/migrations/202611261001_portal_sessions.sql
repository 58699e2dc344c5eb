-- Sessions of the portal, and the codes and links that open them. Secrets are stored as hashes only.
-- up
CREATE TABLE portal_sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of the token, which has 256 random bits.
  token_hash bytea NOT NULL CONSTRAINT portal_sessions_token UNIQUE,
  -- Set when the session was opened with an API key: it belongs to that account only, because nobody proved the address.
  account uuid REFERENCES accounts (id),
  user_agent text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX portal_sessions_user ON portal_sessions (user_id);
CREATE INDEX portal_sessions_expiry ON portal_sessions (expires_at);

CREATE TABLE sign_in_codes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- SHA-256 of this row's id and the code; null for an invitation, which has a link only. A code has few digits, but lives for minutes.
  code_hash bytea,
  -- SHA-256 of the token of the link.
  link_hash bytea NOT NULL CONSTRAINT sign_in_codes_link UNIQUE,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- An invitation's link lives longer than its code.
  link_expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_codes_user ON sign_in_codes (user_id);
CREATE INDEX sign_in_codes_expiry ON sign_in_codes (link_expires_at);
-- down
DROP TABLE sign_in_codes;
DROP TABLE portal_sessions;
