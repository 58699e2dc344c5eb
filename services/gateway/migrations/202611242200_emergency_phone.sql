-- The number that travellers of an account call at night; accounts from before have none.
-- up
ALTER TABLE accounts ADD COLUMN emergency_phone text;
-- down
ALTER TABLE accounts DROP COLUMN emergency_phone;
