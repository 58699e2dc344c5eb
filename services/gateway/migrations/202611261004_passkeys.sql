-- A person may sign in with a passkey, or at the provider of the organisation. An attempt is used up by the first response to it.
-- up
CREATE TABLE passkeys (
  -- The ID of the credential, in Base64url, as authenticators choose it.
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- COSE key.
  public_key bytea NOT NULL,
  -- How often the authenticator was used, if it counts; a number that does not grow shows a copied one.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE sign_in_attempts (
  -- SHA-256 of the challenge, or of the state.
  id bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('enrolment', 'passkey', 'openid')),
  -- The person who enrols a passkey.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  -- What the check of the response needs.
  data jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_expiry ON sign_in_attempts (expires_at);
-- down
DROP TABLE sign_in_attempts;
DROP TABLE passkeys;
