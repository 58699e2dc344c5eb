-- A sweep must find the oldest rows without reading the table. A BRIN index cannot: new rows fill the pages of deleted ones.
-- up
-- The old index is dropped last: from then on, readers wait too.
ALTER INDEX requests_at RENAME TO old_requests_at;
CREATE INDEX requests_at ON requests (at);
DROP INDEX old_requests_at;
-- down
DROP INDEX requests_at;
CREATE INDEX requests_at ON requests USING brin (at);
