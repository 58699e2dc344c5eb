-- Runs in quarantine have no end and expire by their beginning: the oldest must be found without reading the table.
-- up
CREATE INDEX runs_in_quarantine ON runs (created_at) WHERE state = 'quarantined';
-- down
DROP INDEX runs_in_quarantine;
