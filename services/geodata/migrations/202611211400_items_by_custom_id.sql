-- A list is asked for one custom ID across all libraries, and must not read every item of the account for it.
-- up
CREATE INDEX items_by_custom_id ON items (account, custom_id) WHERE custom_id IS NOT NULL;
-- down
DROP INDEX items_by_custom_id;
