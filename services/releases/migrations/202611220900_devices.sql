-- A trip is on a number of devices; each is registered by the app and keeps its place until the operator frees it.
-- up
CREATE TABLE devices (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  -- Ascending in time, so that it orders them; it is what the operator sees.
  id uuid NOT NULL,
  -- What the app calls itself. With the link it opens the trip's content, so that nobody but the app is shown it.
  device_id text NOT NULL,
  name text NOT NULL,
  registered_at timestamptz NOT NULL,
  PRIMARY KEY (account, release_id, id),
  UNIQUE (account, release_id, device_id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
-- down
DROP TABLE devices;
