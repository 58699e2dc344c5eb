-- Office staff list the trips that begin today, and the travellers on tour: the indexes of lists get the days of the trip.
-- `lists_use_trip_days` puts them in the place of the old ones, in its own transaction: in one transaction, the two could deadlock with changes.
-- up
CREATE INDEX releases_listed_with_trip ON releases (account, id)
  INCLUDE (start_date, end_date, arrival_date, departure_date, disabled, locked, generation, seller, source_custom_id, listed_title)
  WHERE revoked_at IS NULL;
CREATE INDEX releases_of_seller_with_trip ON releases (seller, id)
  INCLUDE (account, start_date, end_date, arrival_date, departure_date, disabled, locked, generation, source_custom_id, listed_title)
  WHERE seller IS NOT NULL AND revoked_at IS NULL;
-- down
DROP INDEX releases_listed_with_trip, releases_of_seller_with_trip;
