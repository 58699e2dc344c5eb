-- An account that does not pay, or whose keys were stolen, is stopped without losing anything.
-- up
ALTER TABLE accounts ADD COLUMN suspended_at timestamptz, ADD COLUMN suspended_reason text;
-- down
ALTER TABLE accounts DROP COLUMN suspended_at, DROP COLUMN suspended_reason;
