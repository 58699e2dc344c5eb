-- The indexes with the days of the trip replace those without.
-- up
DROP INDEX releases_listed, releases_of_seller;
ALTER INDEX releases_listed_with_trip RENAME TO releases_listed;
ALTER INDEX releases_of_seller_with_trip RENAME TO releases_of_seller;
-- down
ALTER INDEX releases_listed RENAME TO releases_listed_with_trip;
ALTER INDEX releases_of_seller RENAME TO releases_of_seller_with_trip;
CREATE INDEX releases_listed ON releases (account, id)
  INCLUDE (start_date, end_date, disabled, locked, generation, seller, source_custom_id, listed_title) WHERE revoked_at IS NULL;
CREATE INDEX releases_of_seller ON releases (seller, id)
  INCLUDE (account, start_date, end_date, disabled, locked, generation, source_custom_id, listed_title) WHERE seller IS NOT NULL AND revoked_at IS NULL;
