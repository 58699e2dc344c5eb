-- Office staff list the trips that begin today, and the travellers on tour: the indexes of lists get the days of the trip.
-- The old ones are dropped last: that locks out readers, while the new ones are built only writers.
-- up
CREATE INDEX releases_listed_with_trip ON releases (account, id)
  INCLUDE (start_date, end_date, arrival_date, departure_date, disabled, locked, generation, seller, source_custom_id, listed_title)
  WHERE revoked_at IS NULL;
CREATE INDEX releases_of_seller_with_trip ON releases (seller, id)
  INCLUDE (account, start_date, end_date, arrival_date, departure_date, disabled, locked, generation, source_custom_id, listed_title)
  WHERE seller IS NOT NULL AND revoked_at IS NULL;
DROP INDEX releases_listed, releases_of_seller;
ALTER INDEX releases_listed_with_trip RENAME TO releases_listed;
ALTER INDEX releases_of_seller_with_trip RENAME TO releases_of_seller;
-- down
CREATE INDEX releases_listed_without_trip ON releases (account, id)
  INCLUDE (start_date, end_date, disabled, locked, generation, seller, source_custom_id, listed_title) WHERE revoked_at IS NULL;
CREATE INDEX releases_of_seller_without_trip ON releases (seller, id)
  INCLUDE (account, start_date, end_date, disabled, locked, generation, source_custom_id, listed_title) WHERE seller IS NOT NULL AND revoked_at IS NULL;
DROP INDEX releases_listed, releases_of_seller;
ALTER INDEX releases_listed_without_trip RENAME TO releases_listed;
ALTER INDEX releases_of_seller_without_trip RENAME TO releases_of_seller;
