-- The metrics find the oldest build that waits for a dependency, without reading the table.
-- up
CREATE INDEX builds_blocked ON builds (requested_at) WHERE waits > 0 AND state IN ('queued', 'running');
-- down
DROP INDEX builds_blocked;
