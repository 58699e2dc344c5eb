-- The sweeper asks which images no item has, and must not read every item of the account for it.
-- up
CREATE INDEX items_by_image ON items (account, (image->>'key')) WHERE image IS NOT NULL;
-- down
DROP INDEX items_by_image;
