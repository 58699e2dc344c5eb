-- Whether a seller got a release is asked for each release: its deliveries must be found without reading all those of the account.
-- up
CREATE INDEX deliveries_of_release ON deliveries (account, release, id) WHERE release IS NOT NULL;
-- down
DROP INDEX deliveries_of_release;
