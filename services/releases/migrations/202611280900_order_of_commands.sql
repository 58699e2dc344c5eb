-- A command that arrives late must not undo a later one about the same code. The index is of new rows only, so it is built without delay.
-- up
ALTER TABLE settled_commands ADD COLUMN download_code bigint, ADD COLUMN requested_at timestamptz;
CREATE INDEX settled_commands_download_code ON settled_commands (account, download_code, requested_at) WHERE download_code IS NOT NULL;
-- down
DROP INDEX settled_commands_download_code;
ALTER TABLE settled_commands DROP COLUMN download_code, DROP COLUMN requested_at;
