-- Builds are taken in turns between accounts: the one that was served least recently comes first.
-- up
CREATE TABLE turns (
  account text PRIMARY KEY,
  served_at timestamptz NOT NULL
);
-- down
DROP TABLE turns;
