-- An account's own key opens a session for an address that nobody has proved. Until its person proves it, the account learns nothing of them.
-- up
ALTER TABLE memberships ADD COLUMN proven_at timestamptz;
-- A sign-in with a proof also sets `last_sign_in_at`, to the same time; one with a key does not.
UPDATE memberships m SET proven_at = m.accepted_at FROM users u WHERE u.id = m.user_id AND u.last_sign_in_at >= m.accepted_at;
-- down
ALTER TABLE memberships DROP COLUMN proven_at;
