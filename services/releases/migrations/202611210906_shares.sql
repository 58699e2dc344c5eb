-- A seller is told of a release once, also when an update takes it away from the seller and names the seller again.
-- up
CREATE TABLE shares (
  seller uuid NOT NULL,
  operator uuid NOT NULL,
  release_id bigint NOT NULL,
  shared_at timestamptz NOT NULL,
  PRIMARY KEY (operator, release_id, seller),
  FOREIGN KEY (operator, release_id) REFERENCES releases (account, id)
);
-- down
DROP TABLE shares;
