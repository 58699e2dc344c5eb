-- A release is one booking's access to a guidebook; one row holds all that its record shows, so that it is written and read at once.
-- up
-- Numbers are taken fifty at a time by each process, so that a release knows its number before it is written.
CREATE SEQUENCE release_numbers INCREMENT BY 50;
CREATE TABLE releases (
  account uuid NOT NULL,
  id bigint NOT NULL,
  key uuid NOT NULL,
  link text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('plain', 'customized', 'on-demand')),
  customized boolean NOT NULL,
  download_code bigint NOT NULL,
  seller uuid,
  seller_download_code bigint,
  title text NOT NULL,
  -- The guidebook that the builds start from: the released one, the template of an on-demand release, or none.
  source_guidebook text,
  -- The state of it which was last asked to be built.
  source_version bigint NOT NULL,
  -- The guidebook that is shown: the source of a plain release, the builder's own of the others.
  guidebook text,
  start_date date NOT NULL,
  end_date date NOT NULL,
  arrival_date date,
  departure_date date,
  lang text NOT NULL,
  devices integer NOT NULL,
  positioning boolean NOT NULL,
  app_enabled boolean NOT NULL,
  pdf_enabled boolean NOT NULL,
  gpx_enabled boolean NOT NULL,
  app_available boolean NOT NULL,
  pdf_available boolean NOT NULL,
  gpx_available boolean NOT NULL,
  disabled boolean NOT NULL,
  locked boolean NOT NULL,
  accommodation jsonb NOT NULL,
  texts jsonb NOT NULL,
  assets jsonb NOT NULL,
  -- Receives the background errors of a customization.
  email text,
  -- Counts the changes of the record.
  revision integer NOT NULL,
  -- Counts the builds asked for; what an older one reports is ignored.
  generation integer NOT NULL,
  build_requested_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (account, id),
  CHECK (start_date <= end_date),
  CHECK ((seller IS NULL) = (seller_download_code IS NULL))
);
CREATE INDEX releases_of_seller ON releases (seller, id) WHERE seller IS NOT NULL;
CREATE INDEX releases_live_on_guidebook ON releases (account, source_guidebook, id) WHERE kind = 'plain' AND revoked_at IS NULL;
-- down
DROP TABLE releases;
DROP SEQUENCE release_numbers;
