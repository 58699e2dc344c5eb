import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { BuildRow } from '../generated/rows.ts'
import type { ClaimedBuild, RequestedBuild } from '../outcome/build.ts'
import type { Failure } from '../outcome/failures.ts'
import { acceptBuild, claimBuild, readLoad, reclaimBuilds } from './claim-sql.ts'

export type ReclaimedBuild = Omit<RequestedBuild, 'kind'> & Pick<BuildRow, 'state'> & { failure: Failure }

const processLost = (message: string) => JSON.stringify({ code: 'worker-lost', message } satisfies Failure)
const reclaimFailures = {
  lost: processLost('The process that built the documents ended unexpectedly. The build begins again.'),
  lostTooOften: processLost('The build crashed its process repeatedly. Give support the request id.'),
}

interface BuildLoad {
  waiting: number
  oldestSeconds: number
  blockedSeconds: number
  running: number
}

/** Condition that the caller still holds the running build, which is among the bindings. */
export const held = `account = :account and release = :release and generation = :generation and state = 'running' and lease = :lease`

/** SQL for requesting, claiming and releasing builds. SQL for reporting on them is in `report-queries.ts`. */
export const buildQueries = (db: Knex | Knex.Transaction) => ({
  /** The recorded state; undefined if the build was recorded before. */
  async accept(build: RequestedBuild): Promise<BuildRow['state'] | undefined> {
    const [row] = await prepared<Pick<BuildRow, 'state'>>(db, 'builder/accept', acceptBuild, { ...build })
    return row?.state
  },

  /** Claims the next build of an account that then has at most `mostOfAccount` running. */
  async claim(
    lease: string,
    leaseMs: number,
    mostOfAccount = Number.MAX_SAFE_INTEGER,
  ): Promise<ClaimedBuild | undefined> {
    const [build] = await prepared<ClaimedBuild>(db, 'builder/claim', claimBuild, { lease, leaseMs, mostOfAccount })
    return build
  },

  reclaim: (mostLosses: number): Promise<ReclaimedBuild[]> =>
    prepared(db, 'builder/reclaim', reclaimBuilds, { mostLosses, ...reclaimFailures }),

  /** Whether the lease was still held; it is then renewed. */
  async renew(lease: string, leaseMs: number): Promise<boolean> {
    const rows = await prepared(
      db,
      'builder/renew',
      `update builds set lease_until = now() + :leaseMs * interval '1 millisecond'
       where state = 'running' and lease = :lease returning 1`,
      { leaseMs, lease },
    )
    return rows.length > 0
  },

  /** Returns a build to the queue without counting an attempt; `waited`: a dependency was unavailable. */
  async release(build: ClaimedBuild, inMs: number, waited: boolean): Promise<boolean> {
    const rows = await prepared(
      db,
      'builder/release',
      `update builds set state = 'queued', due_at = now() + :inMs * interval '1 millisecond', waits = waits + :more,
         lease = null, lease_until = null where ${held} returning 1`,
      { ...build, inMs, more: waited ? 1 : 0 },
    )
    return rows.length > 0
  },

  /** Marks a build as superseded, after releases reported a newer generation. */
  async supersede(build: ClaimedBuild): Promise<void> {
    await prepared(
      db,
      'builder/supersede',
      `update builds set state = 'superseded', settled_at = now(), lease = null, lease_until = null where ${held}`,
      { ...build },
    )
  },

  /**
   * For the metrics: queued builds, at most `countLimit`, seconds since the oldest one became due, seconds since the request for the oldest
   * one that a dependency has delayed, and running builds.
   */
  async load(): Promise<BuildLoad> {
    const [load] = await prepared<BuildLoad>(db, 'builder/load', readLoad, {})
    return load ?? { waiting: 0, oldestSeconds: 0, blockedSeconds: 0, running: 0 }
  },
})
