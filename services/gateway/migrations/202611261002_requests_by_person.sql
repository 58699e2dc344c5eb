-- Support sees who of an account made a request: a person of the portal has no key.
-- up
ALTER TABLE requests ADD COLUMN person text;
-- down
ALTER TABLE requests DROP COLUMN person;
