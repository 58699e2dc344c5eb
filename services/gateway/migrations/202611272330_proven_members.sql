-- An account's own key opens a session for an address that nobody has proved. Until its person proves it, the account learns nothing of them.
-- up
ALTER TABLE memberships ADD COLUMN proven_at timestamptz;
UPDATE memberships SET proven_at = accepted_at;
-- down
ALTER TABLE memberships DROP COLUMN proven_at;
