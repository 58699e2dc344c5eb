-- A page of a list or a guidebook may name gigabytes of legal texts. Stored sizes tell that without reading the texts.
-- up
ALTER TABLE items
  ADD COLUMN name_bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(names::text)) STORED,
  ADD COLUMN text_bytes integer NOT NULL GENERATED ALWAYS AS (
    octet_length(names::text) + octet_length(descriptions::text) + coalesce(octet_length(remark), 0)
      + coalesce(octet_length(attributes::text), 0) + coalesce(octet_length(category::text), 0)
      + coalesce(octet_length(tags::text), 0)) STORED;
ALTER TABLE libraries ADD COLUMN name_bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(names::text)) STORED;
-- down
ALTER TABLE libraries DROP COLUMN name_bytes;
ALTER TABLE items DROP COLUMN text_bytes, DROP COLUMN name_bytes;
