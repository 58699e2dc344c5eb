-- Operators want to know whether travellers use what they write. Counted by day and guidebook; of nobody in particular.
-- up
CREATE TABLE guidebook_usage (
  account uuid NOT NULL,
  -- The one that releases start from: the released guidebook, or the template.
  guidebook text NOT NULL,
  -- In the time zone of the account.
  day date NOT NULL,
  page_views bigint NOT NULL,
  roadbook_downloads bigint NOT NULL,
  gpx_downloads bigint NOT NULL,
  app_downloads bigint NOT NULL,
  devices bigint NOT NULL,
  PRIMARY KEY (account, guidebook, day)
);
-- down
DROP TABLE guidebook_usage;
