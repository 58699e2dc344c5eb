import { performance } from 'node:perf_hooks'
import { type ClaimLoop, claimLoop, isOutage, uuidv7, withLease, workerLoops } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { leaseMs, renewEveryMs } from '../../lease-times.ts'
import type { RunRow } from '../../run/queries.ts'
import { createTurnQueries } from './account-turns.ts'
import { readRun } from './read-run.ts'
import { createRecordQueries } from './record-queries.ts'

/** Time after which an account makes room for a waiting one, so that a long file does not block other accounts. Milliseconds. */
const turnMs = 20_000

export interface ReaderOptions {
  /** Runs that this process reads at once, each of another account. */
  parallelism: number
  /** Delays before a run that failed is read on, milliseconds; after the last it is given up. */
  retrySchedule: readonly number[]
}

/** Reads the files of runs; accounts take turns. */
export const createFileReader = (context: Context, { parallelism, retrySchedule }: ReaderOptions): ClaimLoop => {
  const name = 'file reader'
  const run = async (stopping: AbortSignal) => {
    const { clock, log, database } = context
    const turns = createTurnQueries(database.knex)
    const reader = uuidv7()
    const until = () => new Date(clock.now().getTime() + leaseMs)
    const account = await turns.take(reader, clock.now(), until())
    if (account === undefined) return 0
    const renew = () => turns.renew(account, reader, until())
    try {
      await withLease({ leaseMs, renewEveryMs, renew, log }, (lost) =>
        readFirst(context, account, AbortSignal.any([stopping, lost]), retrySchedule),
      )
    } finally {
      await turns.end(account, reader)
    }
    return 1
  }
  const loops = workerLoops(name, parallelism, () => claimLoop({ name, pollMs: 1_000, log: context.log, run }))
  context.wake.on('runsBegun', loops.wake)
  return loops
}

const readFirst = async (
  context: Context,
  account: string,
  ending: AbortSignal,
  retrySchedule: readonly number[],
): Promise<void> => {
  const turns = createTurnQueries(context.database.knex)
  const run = await turns.firstRun(account)
  if (run === undefined) return
  const isOver = turnOf(turnMs, () => turns.othersWait(context.clock.now()))
  try {
    const isRead = await readRun(context, run, account, async () => ending.aborted || (await isOver()))
    if (isRead) context.wake.emit('runDecided')
  } catch (error) {
    // The loop pauses during an outage, and the attempt is not counted.
    if (isOutage(error)) throw error
    await deferOrGiveUp(context, run, error, retrySchedule)
  }
}

const deferOrGiveUp = async (
  context: Context,
  run: RunRow,
  error: unknown,
  retrySchedule: readonly number[],
): Promise<void> => {
  const records = createRecordQueries(context.database.knex)
  const delayMs = retrySchedule[run.attempts]
  context.log.error({ err: error, run: run.id, attempt: run.attempts + 1 }, 'file could not be read')
  if (delayMs !== undefined) return await records.defer(run.id, new Date(context.clock.now().getTime() + delayMs))
  await records.endReading(run.id, { id: 'file.given-up' })
  context.wake.emit('runDecided')
}

/** Whether a turn is over because its time has passed and others wait; the database is asked at most once a second. */
const turnOf = (ms: number, othersWait: () => Promise<boolean>): (() => Promise<boolean>) => {
  let askAt = performance.now() + ms
  return async () => {
    if (performance.now() < askAt) return false
    askAt = performance.now() + 1_000
    return await othersWait()
  }
}
