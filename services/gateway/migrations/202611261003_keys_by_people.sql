-- A person of the portal creates keys too: they have no parent key, but count for the account like those that keys created.
-- up
ALTER TABLE api_keys ADD COLUMN created_by text;
-- down
ALTER TABLE api_keys DROP COLUMN created_by;
