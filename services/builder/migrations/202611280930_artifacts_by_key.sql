-- A build finds the artifacts of the objects that its release no longer has.
-- up
CREATE INDEX artifacts_key ON artifacts (account, key);
-- down
DROP INDEX artifacts_key;
