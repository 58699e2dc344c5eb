-- Routes, POIs and texts share one table: a reference names one by library and custom ID, whatever its kind.
-- up
CREATE TABLE items (
  account text NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('route', 'poi', 'text')),
  library_id uuid,
  guidebook_id uuid,
  custom_id text,
  -- Made by the builder for one release: not to be seen, listed or referred to by the account.
  generated boolean NOT NULL DEFAULT false,
  names json NOT NULL,
  descriptions json NOT NULL,
  image json,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Of routes. What was measured is kept as it is; figures and times are made of it when they are asked for.
  remark text,
  color text,
  icon text,
  overrides json,
  measures json,
  bounds json,
  point_count integer,
  track_sha256 text,
  -- Of POIs.
  lat double precision,
  lng double precision,
  attributes json,
  category json,
  tags json,
  PRIMARY KEY (account, id),
  FOREIGN KEY (account, library_id) REFERENCES libraries (account, id),
  FOREIGN KEY (account, guidebook_id) REFERENCES guidebooks (account, id),
  CONSTRAINT items_one_container CHECK (num_nonnulls(library_id, guidebook_id) = 1),
  CONSTRAINT items_route CHECK (kind <> 'route' OR num_nulls(remark, overrides, measures, point_count, track_sha256) = 0),
  CONSTRAINT items_poi CHECK (kind <> 'poi' OR num_nulls(lat, lng, icon, attributes, tags) = 0)
);
CREATE UNIQUE INDEX items_library_custom_id ON items (account, library_id, custom_id) WHERE library_id IS NOT NULL;
CREATE UNIQUE INDEX items_guidebook_custom_id ON items (account, guidebook_id, custom_id) WHERE guidebook_id IS NOT NULL;
-- Lists go by id and skip what was generated, which is the most.
CREATE INDEX items_listed ON items (account, id) WHERE NOT generated;
CREATE INDEX items_listed_library ON items (account, library_id, id) WHERE library_id IS NOT NULL;
-- down
DROP TABLE items;
