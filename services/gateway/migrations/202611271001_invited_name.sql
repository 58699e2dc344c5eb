-- A gateway of the previous version joins memberships with users and reads "name": only one of the two tables may have that column.
-- up
ALTER TABLE memberships RENAME COLUMN name TO invited_name;
-- down
ALTER TABLE memberships RENAME COLUMN invited_name TO name;
