-- The audit log of a release names the person who uploaded the file that created or changed it.
-- up
-- As in the audit log, such as user:anna@account.example; null for a file by mail.
ALTER TABLE mails ADD COLUMN uploaded_by text;
-- down
ALTER TABLE mails DROP COLUMN uploaded_by;
