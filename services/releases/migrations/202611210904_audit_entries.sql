-- Everything that happens to a release can be read afterwards: who, what, when, by which request, before and after.
-- up
CREATE TABLE audit_entries (
  account uuid NOT NULL,
  release_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'error')),
  message text NOT NULL,
  code text,
  request_id text,
  before jsonb,
  after jsonb,
  PRIMARY KEY (account, release_id, id),
  FOREIGN KEY (account, release_id) REFERENCES releases (account, id)
);
CREATE INDEX audit_entries_of_request ON audit_entries (request_id) WHERE request_id IS NOT NULL;
-- down
DROP TABLE audit_entries;
