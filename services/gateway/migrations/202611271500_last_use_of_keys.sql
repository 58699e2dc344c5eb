-- An admin sees which keys are no longer used, before revoking them.
-- up
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz;
-- down
ALTER TABLE api_keys DROP COLUMN last_used_at;
