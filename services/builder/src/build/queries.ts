import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { BuildId, BuildKind, ClaimedBuild } from './build.ts'
import { acceptBuild, claimBuild, reclaimBuilds } from './claim-sql.ts'
import type { BuildWarning } from './warnings.ts'

export type ReclaimedBuild = BuildId & {
  link: string
  state: 'queued' | 'failed'
  traceparent: string | null
  requestId: string | null
}

export interface RequestedBuild extends BuildId {
  link: string
  kind: BuildKind
  traceparent: string | null
  requestId: string | null
}

export interface StepTime {
  step: string
  ms: number
}

const held = `account = ? AND release = ? AND generation = ? AND state = 'running' AND lease = ?`
const holder = ({ account, release, generation, lease }: ClaimedBuild) => [account, release, generation, lease]

/** The SQL of builds. Whatever is said of a running build is conditional on its lease and answers whether it was still held. */
export const buildQueries = (db: Knex | Knex.Transaction) => ({
  /** The state it was noted in; undefined when it had been noted before. */
  async accept(build: RequestedBuild): Promise<'queued' | 'superseded' | undefined> {
    const { account, release, generation, link, kind, traceparent, requestId } = build
    const bindings = [account, release, generation, link, kind, traceparent, requestId]
    const [row] = await prepared<{ state: 'queued' | 'superseded' }>(db, 'builder/accept', acceptBuild, bindings)
    return row?.state
  },

  async claim(lease: string, leaseMs: number): Promise<ClaimedBuild | undefined> {
    const [build] = await prepared<ClaimedBuild>(db, 'builder/claim', claimBuild, [lease, leaseMs])
    return build
  },

  reclaim: (mostLosses: number): Promise<ReclaimedBuild[]> =>
    prepared<ReclaimedBuild>(db, 'builder/reclaim', reclaimBuilds, [mostLosses, mostLosses]),

  /** Prolongs the leases of all builds of this worker at once; answers those that it still holds. */
  async renew(leases: readonly string[], leaseMs: number): Promise<string[]> {
    const rows = await prepared<{ lease: string }>(
      db,
      'builder/renew',
      `UPDATE builds SET lease_until = now() + ? * interval '1 millisecond'
       WHERE state = 'running' AND lease = ANY (?::uuid[]) RETURNING lease`,
      [leaseMs, leases],
    )
    return rows.map(({ lease }) => lease)
  },

  /** The number of this report, null when the build is no longer held. */
  async progress(build: ClaimedBuild, step: string, percent: number): Promise<number | null> {
    const [row] = await prepared<{ sequence: number }>(
      db,
      'builder/progress',
      `UPDATE builds SET step = ?, percent = ?, sequence = sequence + 1 WHERE ${held} RETURNING sequence`,
      [step, percent, ...holder(build)],
    )
    return row?.sequence ?? null
  },

  async complete(
    build: ClaimedBuild,
    result: { contentVersion: string; steps: StepTime[]; warnings: BuildWarning[] },
  ): Promise<boolean> {
    const rows = await prepared(
      db,
      'builder/complete',
      `UPDATE builds SET state = 'done', step = 'done', percent = 100, settled_at = now(), lease = NULL, lease_until = NULL,
         content_version = ?, steps = ?, warnings = ? WHERE ${held} RETURNING 1`,
      [result.contentVersion, JSON.stringify(result.steps), JSON.stringify(result.warnings), ...holder(build)],
    )
    return rows.length > 0
  },

  /** An error of its own: to be tried again after `retryInMs`, or failed for good when that is null. */
  async fail(build: ClaimedBuild, failure: { code: string; message: string }, retryInMs: number | null): Promise<boolean> {
    const rows = await prepared(
      db,
      'builder/fail',
      `UPDATE builds SET state = CASE WHEN ?::integer IS NULL THEN 'failed' ELSE 'queued' END, attempts = attempts + 1,
         failure = ?, due_at = now() + coalesce(?::integer, 0) * interval '1 millisecond',
         settled_at = CASE WHEN ?::integer IS NULL THEN now() END, lease = NULL, lease_until = NULL
       WHERE ${held} RETURNING 1`,
      [retryInMs, JSON.stringify(failure), retryInMs, retryInMs, ...holder(build)],
    )
    return rows.length > 0
  },

  /** Back to the queue through no fault of its own; `waited` says that something it needs was away. */
  async release(build: ClaimedBuild, inMs: number, waited: boolean): Promise<boolean> {
    const rows = await prepared(
      db,
      'builder/release',
      `UPDATE builds SET state = 'queued', due_at = now() + ? * interval '1 millisecond', waits = waits + ?,
         lease = NULL, lease_until = NULL WHERE ${held} RETURNING 1`,
      [inMs, waited ? 1 : 0, ...holder(build)],
    )
    return rows.length > 0
  },

  /** The release has moved on: releases itself said so. */
  async supersede(build: ClaimedBuild): Promise<void> {
    await prepared(
      db,
      'builder/supersede',
      `UPDATE builds SET state = 'superseded', settled_at = now(), lease = NULL, lease_until = NULL WHERE ${held}`,
      holder(build),
    )
  },

  /** For the metrics: what waits (and could run), since when, and what runs. */
  async load(): Promise<{ waiting: number; oldestSeconds: number; running: number }> {
    const [row] = await prepared<{ waiting: number; oldestSeconds: number; running: number }>(
      db,
      'builder/load',
      `SELECT count(*) FILTER (WHERE state = 'queued')::integer AS waiting,
         count(*) FILTER (WHERE state = 'running')::integer AS running,
         coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE state = 'queued' AND due_at <= now())), 0)::float8
           AS "oldestSeconds"
       FROM builds WHERE state IN ('queued', 'running')`,
      [],
    )
    return row ?? { waiting: 0, oldestSeconds: 0, running: 0 }
  },
})
