-- People use the portal: a person has one address and belongs to any number of accounts, with a role in each.
-- up
CREATE TABLE users (
  id uuid PRIMARY KEY,
  -- In lower case: mail servers do not distinguish, and people write it in both ways.
  email text NOT NULL CONSTRAINT users_email UNIQUE CHECK (email = lower(email)),
  name text,
  language text NOT NULL,
  created_at timestamptz NOT NULL,
  last_sign_in_at timestamptz
);

CREATE TABLE memberships (
  account uuid NOT NULL REFERENCES accounts (id),
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('viewer', 'office', 'editor', 'admin')),
  -- Who invited the person, as in the audit log: a key's prefix, a person or support.
  invited_by text NOT NULL,
  invited_at timestamptz NOT NULL,
  accepted_at timestamptz,
  CONSTRAINT memberships_pkey PRIMARY KEY (account, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);
-- down
DROP TABLE memberships;
DROP TABLE users;
