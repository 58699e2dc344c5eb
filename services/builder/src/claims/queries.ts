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

/** Condition that the caller still holds the running build. */
export const held = `account = ? AND release = ? AND generation = ? AND state = 'running' AND lease = ?`
export const holder = ({ account, release, generation, lease }: ClaimedBuild) => [account, release, generation, lease]

/** SQL for requesting, claiming and releasing builds. SQL for reporting on them is in `report-queries.ts`. */
export const buildQueries = (db: Knex | Knex.Transaction) => ({
  /** The recorded state; undefined if the build was recorded before. */
  async accept(build: RequestedBuild): Promise<'queued' | 'superseded' | undefined> {
    const { account, release, generation, link, kind, traceparent, requestId } = build
    const bindings = [account, release, generation, link, kind, traceparent, requestId]
    const [row] = await prepared<{ state: 'queued' | 'superseded' }>(db, 'builder/accept', acceptBuild, bindings)
    return row?.state
  },

  /** Claims the next build of an account that then has at most `mostOfAccount` running. */
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

  /** Renews leases; returns those that are still held. */
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

  /** Returns a build to the queue without counting an attempt; `waited`: a dependency was unavailable. */
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

  /** Marks a build as superseded, after releases reported a newer generation. */
  async supersede(build: ClaimedBuild): Promise<void> {
    await prepared(
      db,
      'builder/supersede',
      `UPDATE builds SET state = 'superseded', settled_at = now(), lease = NULL, lease_until = NULL WHERE ${held}`,
      holder(build),
    )
  },

  /** For the metrics: queued builds, age of the oldest one that is due, and running builds. */
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
