-- A key that leaked may have made others: each names the key that made it, so that they can be revoked together.
-- up
-- Null: support made the key, or it is older than this column.
ALTER TABLE api_keys ADD COLUMN parent uuid REFERENCES api_keys (id);
CREATE INDEX api_keys_parent ON api_keys (parent) WHERE parent IS NOT NULL;
-- down
DROP INDEX api_keys_parent;
ALTER TABLE api_keys DROP COLUMN parent;
