-- "My booking never became a release": the refused request is found by its download code, with the error that it got.
-- up
-- Null and empty in rows of older versions, and where the request named no code.
ALTER TABLE requests ADD COLUMN error text, ADD COLUMN download_code bigint, ADD COLUMN faults jsonb;
CREATE INDEX requests_download_code ON requests (download_code, account, at) WHERE download_code IS NOT NULL;
-- down
DROP INDEX requests_download_code;
ALTER TABLE requests DROP COLUMN error, DROP COLUMN download_code, DROP COLUMN faults;
