-- Lists find the releases whose newest build waits or runs. The index has only these: a build enters it when it is requested, and leaves it when it
-- ends. While a build waits, its row has generation 0, which no build has, so the row is no report, also for the services of the previous version.
-- up
CREATE INDEX builds_unfinished ON builds (account, release_id) WHERE state = 'running';
-- down
DROP INDEX builds_unfinished;
