-- Office staff list the trips that begin today, and the travellers on tour: the indexes of lists get the days of the trip.
-- up
DROP INDEX releases_listed;
CREATE INDEX releases_listed ON releases (account, id)
  INCLUDE (start_date, end_date, arrival_date, departure_date, disabled, locked, generation, seller, source_custom_id, listed_title)
  WHERE revoked_at IS NULL;
DROP INDEX releases_of_seller;
CREATE INDEX releases_of_seller ON releases (seller, id)
  INCLUDE (account, start_date, end_date, arrival_date, departure_date, disabled, locked, generation, source_custom_id, listed_title)
  WHERE seller IS NOT NULL AND revoked_at IS NULL;
-- down
DROP INDEX releases_of_seller;
CREATE INDEX releases_of_seller ON releases (seller, id)
  INCLUDE (account, start_date, end_date, disabled, locked, generation, source_custom_id, listed_title) WHERE seller IS NOT NULL AND revoked_at IS NULL;
DROP INDEX releases_listed;
CREATE INDEX releases_listed ON releases (account, id)
  INCLUDE (start_date, end_date, disabled, locked, generation, seller, source_custom_id, listed_title) WHERE revoked_at IS NULL;
