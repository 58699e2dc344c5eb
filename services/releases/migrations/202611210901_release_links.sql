-- The traveller's link is the one thing that is looked up without an account: a table of its own can be spread by link alone.
-- up
CREATE TABLE release_links (
  link text PRIMARY KEY,
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
-- down
DROP TABLE release_links;
