-- Items live in libraries, which accounts name by custom IDs of their own.
-- up
-- Every table begins with the account: it is in every condition, and the key to distribute by one day.
CREATE TABLE libraries (
  account text NOT NULL,
  id uuid NOT NULL,
  custom_id text NOT NULL,
  names json NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, id),
  CONSTRAINT libraries_custom_id UNIQUE (account, custom_id)
);
-- down
DROP TABLE libraries;
