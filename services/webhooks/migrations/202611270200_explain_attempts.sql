-- Why an attempt had no usable response, as the name of a message and its values: readers get it in their language. Null for older attempts, which
-- have only the English sentence.
-- up
ALTER TABLE attempts ADD COLUMN explanation jsonb;
-- down
ALTER TABLE attempts DROP COLUMN explanation;
