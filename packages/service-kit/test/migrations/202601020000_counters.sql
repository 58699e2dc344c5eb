-- A table for the kit's own tests: what a handler does must show.
-- up
CREATE TABLE counters (name text PRIMARY KEY, value integer NOT NULL DEFAULT 0);
-- down
DROP TABLE counters;
