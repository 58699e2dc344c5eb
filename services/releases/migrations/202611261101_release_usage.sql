-- "My guests did not get the roadbook": support and operators ask whether anybody has opened this one link. Totals, of nobody in particular.
-- up
CREATE TABLE release_usage (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  -- The first and the last day with a count, in the time zone of the account.
  first_day date NOT NULL,
  last_day date NOT NULL,
  page_views bigint NOT NULL,
  roadbook_downloads bigint NOT NULL,
  gpx_downloads bigint NOT NULL,
  app_downloads bigint NOT NULL,
  devices bigint NOT NULL,
  PRIMARY KEY (account, release_id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
CREATE INDEX release_usage_last_day ON release_usage (last_day);
-- Releases from before were used without being counted: nothing can be said of those that have no row.
CREATE TABLE release_usage_start (at timestamptz NOT NULL);
INSERT INTO release_usage_start (at) VALUES (now());
-- down
DROP TABLE release_usage_start;
DROP TABLE release_usage;
