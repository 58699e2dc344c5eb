-- Customized releases follow their guidebook too, and an imported row that is repeated keeps the guidebook that it named at first.
-- up
-- null in rows of older versions: then the guidebook is the one that has the custom ID now.
ALTER TABLE releases ADD COLUMN source_custom_id text;
CREATE INDEX releases_live_of_guidebook ON releases (account, source_guidebook, id)
  WHERE kind IN ('plain', 'customized') AND revoked_at IS NULL;
DROP INDEX releases_live_on_guidebook;
-- down
CREATE INDEX releases_live_on_guidebook ON releases (account, source_guidebook, id) WHERE kind = 'plain' AND revoked_at IS NULL;
DROP INDEX releases_live_of_guidebook;
ALTER TABLE releases DROP COLUMN source_custom_id;
