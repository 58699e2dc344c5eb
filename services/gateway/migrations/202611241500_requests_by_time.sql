-- A sweep must find the oldest rows without reading the table. A BRIN index cannot: new rows fill the pages of deleted ones.
-- up
DROP INDEX requests_at;
CREATE INDEX requests_at ON requests (at);
-- down
DROP INDEX requests_at;
CREATE INDEX requests_at ON requests USING brin (at);
