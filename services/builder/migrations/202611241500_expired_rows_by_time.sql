-- Old builds and logos are deleted: the oldest must be found without reading the tables.
-- up
CREATE INDEX builds_settled_at ON builds (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX logos_asked_at ON logos (asked_at);
-- down
DROP INDEX logos_asked_at;
DROP INDEX builds_settled_at;
