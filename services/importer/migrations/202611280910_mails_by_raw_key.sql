-- The sweeper asks which raw mails are still needed, and must not read all mails for it.
-- up
CREATE INDEX mails_by_raw_key ON mails (raw_key);
-- down
DROP INDEX mails_by_raw_key;
