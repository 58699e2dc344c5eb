-- A brand's logo is at an address of someone else's: what was fetched from there is kept, so that a build neither asks each time nor fails with it.
-- up
CREATE TABLE logos (
  account text NOT NULL,
  address text NOT NULL,
  -- The last good copy; none when there never was one.
  key text,
  bytes bigint,
  name text,
  width integer,
  height integer,
  color text,
  asked_at timestamptz NOT NULL,
  -- Why the last question had no good answer.
  fault text,
  PRIMARY KEY (account, address)
);
CREATE INDEX logos_key ON logos (account, key);
-- down
DROP TABLE logos;
