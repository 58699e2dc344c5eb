import { performance } from 'node:perf_hooks'
import { isOutage, uuidv7 } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { leaseMs, whileLeased } from '../../lease.ts'
import { type SeveralLoops, severalLoops } from '../../several-loops.ts'
import type { RunRow } from '../../run/queries.ts'
import { readRun } from './read-run.ts'
import { createRecordQueries } from './record-queries.ts'
import { fileSentences } from '../../row/sentences.ts'
import { createTurnQueries } from './account-turns.ts'

/** After it an account makes room if another one waits: a long file must not hold up everybody's. Milliseconds. */
const turnMs = 20_000

export interface ReaderOptions {
  /** Runs that this process reads at once, each of another account. */
  atOnce: number
  /** Delays before a run that failed by itself is read on, milliseconds; after the last it is given up. */
  retrySchedule: readonly number[]
}

/** Reads the files of runs, account by account. */
export const createReader = (context: Context, { atOnce, retrySchedule }: ReaderOptions): SeveralLoops =>
  severalLoops(atOnce, {
    name: 'file reader',
    pollMs: 1_000,
    log: context.log,
    run: async (stopping) => {
      const turns = createTurnQueries(context.database.knex)
      const reader = uuidv7()
      const until = () => new Date(context.clock.now().getTime() + leaseMs)
      const account = await turns.take(reader, context.clock.now(), until())
      if (account === undefined) return 0
      try {
        const lease = { extend: () => turns.extend(account, reader, until()), log: context.log }
        await whileLeased(lease, (lost) =>
          readFirst(context, account, AbortSignal.any([stopping, lost]), retrySchedule),
        )
      } finally {
        await turns.end(account, reader)
      }
      return 1
    },
  })

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
    const ended = await readRun(context, run, account, async () => ending.aborted || (await isOver()))
    if (ended) context.wakeFinisher()
  } catch (error) {
    // What every file needs is away: the loop pauses, and this was no attempt.
    if (isOutage(error)) throw error
    await putOff(context, run, error, retrySchedule)
  }
}

const putOff = async (
  context: Context,
  run: RunRow,
  error: unknown,
  retrySchedule: readonly number[],
): Promise<void> => {
  const records = createRecordQueries(context.database.knex)
  const delay = retrySchedule[run.attempts]
  context.log.error({ err: error, run: run.id, attempt: run.attempts + 1 }, 'file could not be read')
  if (delay !== undefined) return await records.putOff(run.id, new Date(context.clock.now().getTime() + delay))
  await records.endReading(run.id, fileSentences['given-up'])
  context.wakeFinisher()
}

/** Whether a turn has lasted long enough for others who wait; they are asked about at most once a second. */
const turnOf = (ms: number, othersWait: () => Promise<boolean>): (() => Promise<boolean>) => {
  let askAt = performance.now() + ms
  return async () => {
    if (performance.now() < askAt) return false
    askAt = performance.now() + 1_000
    return await othersWait()
  }
}
