import { countLimit } from '@guidebook/service-kit'

/** Candidates per account: as many loops can claim builds of one account at the same moment without waiting for one another. */
const candidatesPerAccount = 16

/**
 * Claims the next build, fairly between accounts: the account with the fewest running builds first, among those the one served least
 * recently, and within an account the oldest build. So an account with a thousand queued builds takes turns with the others.
 *
 * A loose index scan finds the accounts with queued builds, so the cost grows with the number of accounts and not of builds. Rows locked by
 * another claim are skipped. `mostOfAccount`: most running builds of the account including this one. Some slots of a process claim only
 * builds of accounts without a running one (1), so no account ever holds all slots.
 */
export const claimBuild = `
with recursive waiting as (
  (select account from builds where state = 'queued' and due_at <= now() order by account limit 1)
  union all
  select (
    select next.account from builds next
    where next.state = 'queued' and next.due_at <= now() and next.account > waiting.account
    order by next.account limit 1
  )
  from waiting where waiting.account is not null
), busy as (
  select account, count(*) as running from builds where state = 'running' group by account
), candidates as (
  select head.account, head.release, head.generation, head.due_at, turns.served_at,
    coalesce(busy.running, 0) + head.place as share
  from waiting
  cross join lateral (
    select account, release, generation, due_at, row_number() over (order by due_at, release, generation) - 1 as place
    from builds
    where builds.account = waiting.account and state = 'queued' and due_at <= now()
    order by due_at, release, generation limit ${candidatesPerAccount}
  ) head
  left join busy on busy.account = head.account
  left join turns on turns.account = head.account
  where waiting.account is not null
), chosen as (
  select builds.account, builds.release, builds.generation
  from candidates join builds using (account, release, generation)
  where builds.state = 'queued' and candidates.share < cast(:mostOfAccount as bigint)
  order by candidates.share, candidates.served_at nulls first, candidates.due_at, builds.account, builds.release
  limit 1
  for update of builds skip locked
), turn as (
  insert into turns (account, served_at) select account, clock_timestamp() from chosen
  on conflict (account) do update set served_at = excluded.served_at
)
update builds set state = 'running', lease = :lease, lease_until = now() + :leaseMs * interval '1 millisecond',
  started_at = coalesce(started_at, now())
from chosen
where builds.account = chosen.account and builds.release = chosen.release and builds.generation = chosen.generation
returning builds.account, builds.release, builds.generation, builds.link, builds.kind, builds.lease, builds.attempts,
  builds.waits, builds.sequence, builds.requested_at as "requestedAt", builds.traceparent, builds.request_id as "requestId"`

/**
 * Returns builds with an expired lease to the queue, with the failure `lost`. Builds that lost their process `mostLosses` times fail with
 * `lostTooOften`, since most likely they crash it.
 */
export const reclaimBuilds = `
update builds set losses = losses + 1, due_at = now(), lease = null, lease_until = null,
  state = case when losses + 1 < cast(:mostLosses as integer) then 'queued' else 'failed' end,
  failure = cast(case when losses + 1 < cast(:mostLosses as integer) then :lost else :lostTooOften end as jsonb),
  settled_at = case when losses + 1 >= cast(:mostLosses as integer) then now() end
where (account, release, generation) in (
  select account, release, generation from builds
  where state = 'running' and lease_until < now()
  limit 100 for update skip locked
)
returning account, release, generation, link, state, failure, traceparent, request_id as "requestId"`

/**
 * Records a requested build and supersedes older generations of the release. A request that arrives after a newer one is recorded as
 * superseded; a repeated one changes nothing.
 */
export const acceptBuild = `
with older as (
  update builds set state = 'superseded', settled_at = now(), lease = null, lease_until = null
  where account = :account and release = :release and generation < :generation and state in ('queued', 'running')
), newer as (
  select exists (
    select from builds where account = :account and release = :release and generation > :generation
  ) as exists
)
insert into builds (account, release, generation, link, kind, state, settled_at, traceparent, request_id)
select :account, :release, :generation, :link, :kind, case when newer.exists then 'superseded' else 'queued' end,
  case when newer.exists then now() end, :traceparent, :requestId
from newer
on conflict (account, release, generation) do nothing
returning state`

/**
 * The queue in numbers. Its cost grows with the number of accounts and not of builds; see `claimBuild`. `due_at` of a build that waits for
 * a dependency moves with each attempt, so its age counts from the request.
 */
export const readLoad = `
with recursive waiting as (
  (select account from builds where state = 'queued' order by account limit 1)
  union all
  select (
    select next.account from builds next where next.state = 'queued' and next.account > waiting.account
    order by next.account limit 1
  )
  from waiting where waiting.account is not null
)
select
  (select count(*)::integer from (select from builds where state = 'queued' limit ${countLimit}) counted) as waiting,
  (select count(*)::integer from builds where state = 'running') as running,
  (
    select greatest(0, coalesce(extract(epoch from now() - min(head.due_at)), 0))::float8
    from waiting cross join lateral (
      select due_at from builds where builds.account = waiting.account and state = 'queued' and due_at <= now()
      order by due_at limit 1
    ) head
  ) as "oldestSeconds",
  (
    select greatest(0, coalesce(extract(epoch from now() - min(requested_at)), 0))::float8
    from builds where waits > 0 and state in ('queued', 'running')
  ) as "blockedSeconds"`
