-- A build outlives the process that works on it: what is asked for, who works on it until when, and how it ended.
-- up
CREATE TABLE builds (
  account text NOT NULL,
  release bigint NOT NULL,
  generation integer NOT NULL,
  link text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('plain', 'customized', 'on-demand')),
  state text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'superseded')),
  step text,
  percent smallint NOT NULL DEFAULT 0,
  -- Counts the messages about this build, so that a receiver can tell an older from a newer one.
  sequence integer NOT NULL DEFAULT 0,
  -- How often it ended with an error of its own, how often its worker died, how often something it needs was away.
  attempts integer NOT NULL DEFAULT 0,
  losses integer NOT NULL DEFAULT 0,
  waits integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Whoever holds the lease works on the build; only the holder may settle it.
  lease uuid,
  lease_until timestamptz,
  traceparent text,
  request_id text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  settled_at timestamptz,
  -- [{"step", "ms"}] of the attempt that settled it.
  steps jsonb NOT NULL DEFAULT '[]',
  warnings jsonb NOT NULL DEFAULT '[]',
  content_version text,
  failure jsonb,
  PRIMARY KEY (account, release, generation),
  CHECK ((state = 'running') = (lease IS NOT NULL AND lease_until IS NOT NULL))
);
CREATE INDEX builds_queued ON builds (account, due_at) WHERE state = 'queued';
CREATE INDEX builds_running ON builds (lease_until) WHERE state = 'running';
-- down
DROP TABLE builds;
