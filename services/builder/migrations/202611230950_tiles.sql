-- Tiles that lie beneath the maps in print are their provider's: each is fetched once a month, for all accounts together.
-- up
CREATE TABLE tiles (
  -- Hash of the address with its blanks: tiles of another provider are other tiles.
  source text NOT NULL,
  z smallint NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  -- Null: the provider has none here, as on the sea.
  key text,
  -- Width and height.
  pixels smallint,
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (source, z, x, y),
  CHECK ((key IS NULL) = (pixels IS NULL))
);
CREATE INDEX tiles_key ON tiles (key);
CREATE INDEX tiles_fetched_at ON tiles (fetched_at);
-- down
DROP TABLE tiles;
