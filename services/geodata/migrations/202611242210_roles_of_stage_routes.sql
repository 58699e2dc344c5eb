-- A route of a stage may say whether it belongs to the main way; null: its position decides.
-- up
ALTER TABLE guidebook_members ADD COLUMN role text CHECK (role IN ('main', 'leg', 'alternative'));
-- down
ALTER TABLE guidebook_members DROP COLUMN role;
