-- An account sees the name that its invitation gave a person, not the one that the person has elsewhere, until the person accepts.
-- up
ALTER TABLE memberships ADD COLUMN name text;
UPDATE memberships SET name = users.name FROM users
 WHERE users.id = user_id AND accepted_at IS NULL
   AND NOT EXISTS (SELECT FROM memberships others WHERE others.user_id = users.id AND others.account <> memberships.account);
-- down
ALTER TABLE memberships DROP COLUMN name;
