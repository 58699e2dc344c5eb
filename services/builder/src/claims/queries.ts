import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { BuildId, BuildKind, ClaimedBuild } from '../outcome/build.ts'
import { acceptBuild, claimBuild, reclaimBuilds } from './claim-sql.ts'

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

/** Whoever says something of a running build must still hold it. */
export const held = `account = ? AND release = ? AND generation = ? AND state = 'running' AND lease = ?`
export const holder = ({ account, release, generation, lease }: ClaimedBuild) => [account, release, generation, lease]

/** The SQL of builds: how they come, are taken and given back. What is reported of them is in `report-queries.ts`. */
export const buildQueries = (db: Knex | Knex.Transaction) => ({
  /** The state it was noted in; undefined when it had been noted before. */
  async accept(build: RequestedBuild): Promise<'queued' | 'superseded' | undefined> {
    const { account, release, generation, link, kind, traceparent, requestId } = build
    const bindings = [account, release, generation, link, kind, traceparent, requestId]
    const [row] = await prepared<{ state: 'queued' | 'superseded' }>(db, 'builder/accept', acceptBuild, bindings)
    return row?.state
  },

  /** Takes the next build of an account that then has at most `mostOfAccount` at work. */
  async claim(
    lease: string,
    leaseMs: number,
    mostOfAccount = Number.MAX_SAFE_INTEGER,
  ): Promise<ClaimedBuild | undefined> {
    const [build] = await prepared<ClaimedBuild>(db, 'builder/claim', claimBuild, [mostOfAccount, lease, leaseMs])
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
