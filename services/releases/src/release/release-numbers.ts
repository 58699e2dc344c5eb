import type { Clock, Database } from '@guidebook/service-kit'

/** Gives each release its number before it is written, so that everything about it goes into one statement. */
export interface ReleaseNumbers {
  next(): Promise<number>
}

/**
 * A number is a Snowflake ID within the 53 bits that JavaScript and JSON hold exactly: 43 bits of time, in quarters of a millisecond
 * from 2020 to 2089, and below them 10 bits of the worker's id. Numbers grow with time and count nothing.
 */
const epoch = Date.UTC(2020, 0, 1)
const ticksPerMs = 4
/** As many as the sequence has. */
const workerIds = 1_024
/**
 * How long a process uses a worker id before it takes another, milliseconds. Two processes share one only when all 1,024 were
 * handed out within this time; one process never uses a tick twice, so numbers are unique without asking the database for each.
 */
const workerIdLifetime = 60_000

export function releaseNumbers(
  { knex }: Pick<Database, 'knex'>,
  clock: Clock,
  monotonicNow: () => number = () => performance.now(),
): ReleaseNumbers {
  let lastTick = 0
  let workerId: Promise<number> | undefined
  let expiresAt = 0

  async function takeWorkerId(): Promise<number> {
    try {
      const { rows } = await knex.raw("SELECT nextval('release_number_workers') AS id")
      return Number(rows[0].id)
    } catch (error) {
      workerId = undefined
      throw error
    }
  }

  function currentWorkerId(): Promise<number> {
    if (workerId === undefined || monotonicNow() >= expiresAt) {
      expiresAt = monotonicNow() + workerIdLifetime
      workerId = takeWorkerId()
    }
    return workerId
  }

  return {
    async next() {
      const worker = await currentWorkerId()
      // The clock may stand still or step back, and many numbers may be asked for at one time.
      lastTick = Math.max(lastTick + 1, (clock.now().getTime() - epoch) * ticksPerMs)
      return lastTick * workerIds + worker
    },
  }
}
