-- Support finds what became of a request by its id: changes and failures are noted, for two weeks.
-- up
CREATE TABLE requests (
  request_id text NOT NULL,
  at timestamptz NOT NULL,
  account uuid,
  key_prefix text,
  method text NOT NULL,
  operation text,
  -- The template, never the path: that may hold a Trip Link.
  path text,
  status integer NOT NULL,
  duration_ms integer NOT NULL
);
CREATE INDEX requests_request_id ON requests (request_id);
CREATE INDEX requests_at ON requests USING brin (at);
-- down
DROP TABLE requests;
