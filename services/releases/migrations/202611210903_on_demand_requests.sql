-- The body of an on-demand request is large and only the builder reads it: it stays apart from the release's row.
-- up
CREATE TABLE on_demand_requests (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  -- As it was sent, every picture replaced by a reference into the object store. json keeps numbers and the order as they were.
  request json NOT NULL,
  PRIMARY KEY (account, release_id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
-- down
DROP TABLE on_demand_requests;
