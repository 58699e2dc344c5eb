/** Candidates per account: as many loops can claim builds of one account at the same moment without waiting for one another. */
const candidatesPerAccount = 16

/**
 * Claims the next build, fairly between accounts: the account with the fewest running builds first, among those the one served least
 * recently, and within an account the oldest build. So an account with a thousand queued builds takes turns with the others.
 *
 * A loose index scan finds the accounts with queued builds, so the cost grows with the number of accounts and not of builds. Rows locked by
 * another claim are skipped. Bindings: most running builds of the account including this one, lease (uuid), length of the lease
 * (milliseconds). Some slots of a process claim only builds of accounts without a running one (1), so no account ever holds all slots.
 */
export const claimBuild = `
WITH RECURSIVE waiting AS (
  (SELECT account FROM builds WHERE state = 'queued' AND due_at <= now() ORDER BY account LIMIT 1)
  UNION ALL
  SELECT (
    SELECT next.account FROM builds next
    WHERE next.state = 'queued' AND next.due_at <= now() AND next.account > waiting.account
    ORDER BY next.account LIMIT 1
  )
  FROM waiting WHERE waiting.account IS NOT NULL
), busy AS (
  SELECT account, count(*) AS running FROM builds WHERE state = 'running' GROUP BY account
), candidates AS (
  SELECT head.account, head.release, head.generation, head.due_at, turns.served_at,
    coalesce(busy.running, 0) + head.place AS share
  FROM waiting
  CROSS JOIN LATERAL (
    SELECT account, release, generation, due_at, row_number() OVER (ORDER BY due_at, release, generation) - 1 AS place
    FROM builds
    WHERE builds.account = waiting.account AND state = 'queued' AND due_at <= now()
    ORDER BY due_at, release, generation LIMIT ${candidatesPerAccount}
  ) head
  LEFT JOIN busy ON busy.account = head.account
  LEFT JOIN turns ON turns.account = head.account
  WHERE waiting.account IS NOT NULL
), chosen AS (
  SELECT builds.account, builds.release, builds.generation
  FROM candidates JOIN builds USING (account, release, generation)
  WHERE builds.state = 'queued' AND candidates.share < ?::bigint
  ORDER BY candidates.share, candidates.served_at NULLS FIRST, candidates.due_at, builds.account, builds.release
  LIMIT 1
  FOR UPDATE OF builds SKIP LOCKED
), turn AS (
  INSERT INTO turns (account, served_at) SELECT account, clock_timestamp() FROM chosen
  ON CONFLICT (account) DO UPDATE SET served_at = excluded.served_at
)
UPDATE builds SET state = 'running', lease = ?, lease_until = now() + ? * interval '1 millisecond',
  started_at = coalesce(started_at, now())
FROM chosen
WHERE builds.account = chosen.account AND builds.release = chosen.release AND builds.generation = chosen.generation
RETURNING builds.account, builds.release, builds.generation, builds.link, builds.kind, builds.lease, builds.attempts,
  builds.waits, builds.sequence, builds.requested_at AS "requestedAt", builds.traceparent, builds.request_id AS "requestId"`

/**
 * Returns builds with an expired lease to the queue. Builds that lost their process too often fail, since most likely they crash it.
 * Bindings: most losses, twice.
 */
export const reclaimBuilds = `
UPDATE builds SET losses = losses + 1, due_at = now(), lease = NULL, lease_until = NULL,
  state = CASE WHEN losses + 1 < ?::integer THEN 'queued' ELSE 'failed' END,
  settled_at = CASE WHEN losses + 1 < ?::integer THEN NULL ELSE now() END
WHERE (account, release, generation) IN (
  SELECT account, release, generation FROM builds
  WHERE state = 'running' AND lease_until < now()
  LIMIT 100 FOR UPDATE SKIP LOCKED
)
RETURNING account, release, generation, link, state, traceparent, request_id AS "requestId"`

/**
 * Records a requested build and supersedes older generations of the release. A request that arrives after a newer one is recorded as
 * superseded; a repeated one changes nothing.
 */
export const acceptBuild = `
WITH wanted AS (
  SELECT ?::text AS account, ?::bigint AS release, ?::integer AS generation
), older AS (
  UPDATE builds SET state = 'superseded', settled_at = now(), lease = NULL, lease_until = NULL
  FROM wanted
  WHERE builds.account = wanted.account AND builds.release = wanted.release
    AND builds.generation < wanted.generation AND state IN ('queued', 'running')
)
INSERT INTO builds (account, release, generation, link, kind, state, settled_at, traceparent, request_id)
SELECT account, release, generation, ?, ?, CASE WHEN late THEN 'superseded' ELSE 'queued' END,
  CASE WHEN late THEN now() END, ?, ?
FROM wanted CROSS JOIN LATERAL (
  SELECT EXISTS (
    SELECT FROM builds newer WHERE newer.account = wanted.account AND newer.release = wanted.release
      AND newer.generation > wanted.generation
  ) AS late
) comparison
ON CONFLICT (account, release, generation) DO NOTHING
RETURNING state`
