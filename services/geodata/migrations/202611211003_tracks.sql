-- The points of a route are one packed value in a table of their own: reading or changing a name never touches them.
-- up
CREATE TABLE tracks (
  account text NOT NULL,
  item_id uuid NOT NULL,
  packed bytea NOT NULL,
  PRIMARY KEY (account, item_id),
  FOREIGN KEY (account, item_id) REFERENCES items (account, id) ON DELETE CASCADE
);
-- Packed already: another compression would cost time and gain nothing.
ALTER TABLE tracks ALTER COLUMN packed SET STORAGE EXTERNAL;
-- down
DROP TABLE tracks;
