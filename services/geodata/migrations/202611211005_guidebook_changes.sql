-- Changes of a guidebook are collected for a while before they are made known, so that a nightly synchronisation asks for one build.
-- up
-- One row for each change and no counter: changes of many items of one guidebook never wait for each other, and one that commits
-- while an announcement is being made is simply there for the next.
CREATE TABLE guidebook_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text NOT NULL,
  guidebook_id uuid NOT NULL,
  -- An item changed, so that the guidebook's version has still to grow.
  by_item boolean NOT NULL,
  due_at timestamptz NOT NULL,
  request_id text,
  traceparent text
);
CREATE INDEX guidebook_changes_due ON guidebook_changes (due_at);
CREATE INDEX guidebook_changes_guidebook ON guidebook_changes (account, guidebook_id);
-- Rows live for a minute: without this the table would be swept only after it has grown by a fifth.
ALTER TABLE guidebook_changes SET (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 2000);
-- down
DROP TABLE guidebook_changes;
