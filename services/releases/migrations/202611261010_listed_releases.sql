-- Office staff search and sort all releases of their account: one narrow index has what a list filters and sorts by, so that the wide rows are
-- read only for the page.
-- up
ALTER TABLE releases ADD COLUMN listed_title text NOT NULL GENERATED ALWAYS AS (lower(left(title, 200))) STORED;
CREATE INDEX releases_listed ON releases (account, id)
  INCLUDE (start_date, end_date, disabled, locked, generation, seller, source_custom_id, listed_title) WHERE revoked_at IS NULL;
DROP INDEX releases_of_seller;
CREATE INDEX releases_of_seller ON releases (seller, id)
  INCLUDE (account, start_date, end_date, disabled, locked, generation, source_custom_id, listed_title) WHERE seller IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX builds_failed ON builds (account, release_id, generation) WHERE state = 'failed';
-- down
DROP INDEX builds_failed;
DROP INDEX releases_of_seller;
CREATE INDEX releases_of_seller ON releases (seller, id) WHERE seller IS NOT NULL;
DROP INDEX releases_listed;
ALTER TABLE releases DROP COLUMN listed_title;
