-- A page of guidebooks must not read the titles of all its rows only to know their size.
-- up
ALTER TABLE guidebooks ADD COLUMN title_bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(titles::text)) STORED;
-- down
ALTER TABLE guidebooks DROP COLUMN title_bytes;
