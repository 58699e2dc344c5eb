import type { Clock, Database } from '@guidebook/service-kit'

/**
 * A number is a Snowflake ID within the 53 bits that JavaScript and JSON hold exactly: 43 bits of time, in quarters of a millisecond
 * from 2020 to 2089, and below them 10 bits of the worker's id. Numbers grow with time; they are not a count of releases.
 */
const epoch = Date.UTC(2020, 0, 1)
const ticksPerMs = 4
/** Size of the sequence `release_number_workers`. */
const workerIds = 1_024
/**
 * How long a process uses a worker id before it takes another, milliseconds. Two processes share one only when all 1,024 were
 * handed out within this time; one process never uses a tick twice, so numbers are unique without asking the database for each.
 */
const workerIdLifetime = 60_000

/** Returns a function that takes the number of a new release, so that everything about the release can be one statement. */
export function releaseNumbers(
  { knex }: Pick<Database, 'knex'>,
  clock: Clock,
  monotonicNow: () => number = () => performance.now(),
): () => Promise<number> {
  let lastTick = 0
  let workerId: Promise<number> | undefined
  let expiresAt = 0

  async function takeWorkerId(): Promise<number> {
    try {
      const { rows } = await knex.raw("select nextval('release_number_workers') as id")
      return Number(rows[0].id)
    } catch (error) {
      workerId = undefined
      throw error
    }
  }

  return async () => {
    if (workerId === undefined || monotonicNow() >= expiresAt) {
      expiresAt = monotonicNow() + workerIdLifetime
      workerId = takeWorkerId()
    }
    const worker = await workerId
    // The clock may stand still or step back, and concurrent calls may share a tick.
    lastTick = Math.max(lastTick + 1, (clock.now().getTime() - epoch) * ticksPerMs)
    return lastTick * workerIds + worker
  }
}
