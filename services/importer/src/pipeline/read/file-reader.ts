import { performance } from 'node:perf_hooks'
import { type ClaimLoop, claimLoop, isOutage, workerLoops } from '@guidebook/service-kit'
import { after, type Context } from '../../context.ts'
import { doOthersWait, firstRun, withTurn } from './account-turns.ts'
import { readRun } from './read-run.ts'
import { endReading } from './record-queries.ts'

/** Time after which an account makes room for a waiting one, so that a long file does not block other accounts. Milliseconds. */
const turnMs = 20_000
/** Time between two queries whether others wait, milliseconds. */
const askEveryMs = 1_000

/** Reads the files of runs; accounts take turns. */
export const createFileReader = (context: Context): ClaimLoop => {
  const name = 'file reader'
  const run = async (stopping: AbortSignal) => {
    const isServed = await withTurn(context, (account, lost) =>
      readFirst(context, account, AbortSignal.any([stopping, lost])),
    )
    return isServed ? 1 : 0
  }
  const { log, wake, settings } = context
  const loops = workerLoops(name, settings.IMPORT_READERS, () => claimLoop({ name, pollMs: 1_000, log, run }))
  wake.on('runsBegun', loops.wakeOne)
  return loops
}

const readFirst = async (context: Context, account: string, ending: AbortSignal): Promise<void> => {
  const { log, wake, clock, retrySchedule } = context
  const { knex } = context.database
  const run = await firstRun(knex, account)
  if (run === undefined) return
  let askAt = performance.now() + turnMs
  const isOver = async () => {
    if (performance.now() < askAt) return ending.aborted
    askAt = performance.now() + askEveryMs
    return ending.aborted || (await doOthersWait(knex, clock.now()))
  }
  const runRow = () => knex('runs').where({ id: run.id })
  const giveUp = async () => {
    await endReading(knex, run.id, { id: 'file.given-up' })
    wake.emit('runDecided')
  }
  if (run.attempts > retrySchedule.length) {
    log.error({ run: run.id }, 'file given up: no attempt came to a result')
    return await giveUp()
  }
  // Counted before it begins: a file that ends the process must not be read forever.
  await runRow().update({ attempts: knex.raw('attempts + 1') })
  try {
    if (await readRun(context, run, account, isOver)) wake.emit('runDecided')
  } catch (error) {
    // The loop pauses during an outage, and the attempt is not counted.
    if (isOutage(error)) {
      await runRow().update({ attempts: knex.raw('greatest(attempts - 1, 0)') })
      throw error
    }
    // None is counted since rows were recorded.
    const [counted] = await runRow()
      .update({ attempts: knex.raw('greatest(attempts, 1)') })
      .returning('attempts')
    const attempt: number = counted?.attempts ?? 1
    const delayMs = retrySchedule[attempt - 1]
    log.error({ err: error, run: run.id, attempt }, 'file could not be read')
    if (delayMs === undefined) await giveUp()
    else await runRow().update({ retry_at: after(context, delayMs) })
  }
}
