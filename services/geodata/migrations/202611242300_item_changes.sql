-- Releases that name single items must follow their changes, like releases of a guidebook follow the guidebook's.
-- up
-- One row for each change, for the same reasons as in guidebook_changes.
CREATE TABLE item_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text NOT NULL,
  -- An item, also a deleted one, or a guidebook that was changed itself: on-demand releases show the title and cover of their template.
  item_id uuid NOT NULL,
  due_at timestamptz NOT NULL,
  request_id text,
  traceparent text
);
CREATE INDEX item_changes_due ON item_changes (due_at);
CREATE INDEX item_changes_item ON item_changes (account, item_id);
ALTER TABLE item_changes SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 2000);
-- Numbers the announcements, so that a late or repeated one is recognised.
CREATE SEQUENCE content_announcements;
-- down
DROP SEQUENCE content_announcements;
DROP TABLE item_changes;
