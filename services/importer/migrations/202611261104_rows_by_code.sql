-- Support and operators ask what became of a booking: its rows are found by their download code, and mails by their sender.
-- up
-- Runs are ordered by their time. With a run, the index also finds the rows of one account: its runs are known.
CREATE INDEX rows_by_code ON rows (download_code, run) WHERE download_code IS NOT NULL;
CREATE INDEX mails_of_sender ON mails (sender, id) WHERE sender IS NOT NULL;
-- down
DROP INDEX mails_of_sender;
DROP INDEX rows_by_code;
