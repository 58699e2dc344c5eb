-- What the builder said last about a release, and what its link shows now: a newer build may run while an older result is shown.
-- up
CREATE TABLE builds (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  generation integer NOT NULL,
  -- Orders the reports of one generation, which may arrive in any order.
  sequence integer NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'completed', 'failed')),
  step text,
  percent real NOT NULL,
  message text,
  warnings jsonb NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (account, release_id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
CREATE TABLE publications (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  generation integer NOT NULL,
  content_version text NOT NULL,
  artifacts jsonb NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (account, release_id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
-- down
DROP TABLE publications;
DROP TABLE builds;
