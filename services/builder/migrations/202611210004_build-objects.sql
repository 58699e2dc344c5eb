-- A file in the object store is kept as long as a release shows it or another build may want it, and then removed.
-- up
-- What the newest finished build of each release consists of, and for a day what the one before did.
CREATE TABLE build_objects (
  account text NOT NULL,
  release bigint NOT NULL,
  key text NOT NULL,
  dropped_at timestamptz,
  PRIMARY KEY (account, release, key)
);
CREATE INDEX build_objects_key ON build_objects (account, key);
CREATE INDEX build_objects_dropped ON build_objects (dropped_at) WHERE dropped_at IS NOT NULL;
-- All files of an artifact; a set of GPX files has many.
ALTER TABLE artifacts ADD COLUMN keys text[] NOT NULL DEFAULT '{}', ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
UPDATE artifacts SET keys = array_append(ARRAY(SELECT jsonb_array_elements(facts -> 'files') ->> 'key'), key);
CREATE INDEX artifacts_keys ON artifacts USING gin (keys);
CREATE INDEX artifacts_used_at ON artifacts (used_at);
-- down
ALTER TABLE artifacts DROP COLUMN keys, DROP COLUMN used_at;
DROP TABLE build_objects;
