-- Why the newest build failed, as a code besides the English message: readers get it in their language. Null for older reports.
-- up
ALTER TABLE builds ADD COLUMN code text;
ALTER TABLE previews ADD COLUMN code text;
-- down
ALTER TABLE previews DROP COLUMN code;
ALTER TABLE builds DROP COLUMN code;
