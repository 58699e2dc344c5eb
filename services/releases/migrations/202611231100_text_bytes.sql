-- A page of releases or of an audit log may be hundreds of megabytes. Stored sizes tell that without reading the texts.
-- up
ALTER TABLE releases ADD COLUMN text_bytes integer NOT NULL GENERATED ALWAYS AS (
  octet_length(title) + octet_length(accommodation::text) + octet_length(texts::text) + octet_length(assets::text)) STORED;
ALTER TABLE audit_entries ADD COLUMN text_bytes integer NOT NULL GENERATED ALWAYS AS (
  octet_length(message) + coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) STORED;
-- down
ALTER TABLE audit_entries DROP COLUMN text_bytes;
ALTER TABLE releases DROP COLUMN text_bytes;
