-- A guidebook as travellers will see it, in one language, before there is a release of it. It is built like a release and removed after a day.
-- up
CREATE TABLE previews (
  account uuid NOT NULL,
  guidebook text NOT NULL,
  lang text NOT NULL,
  -- Its number in messages about its builds, among those of releases.
  id bigint NOT NULL,
  title text NOT NULL,
  -- Counts the requested builds; reports about an older one are ignored.
  generation integer NOT NULL,
  build_requested_at timestamptz NOT NULL,
  -- The last report about the newest build.
  sequence integer NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'completed', 'failed')),
  step text,
  percent real NOT NULL,
  message text,
  warnings jsonb NOT NULL,
  finished_at timestamptz,
  -- What a completed build has made.
  artifacts jsonb,
  PRIMARY KEY (account, guidebook, lang),
  UNIQUE (account, id)
);
CREATE INDEX previews_build_requested_at ON previews (build_requested_at);
-- down
DROP TABLE previews;
