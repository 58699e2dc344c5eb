import { type ClaimLoop, type Clock, claimLoop, type Logger } from '@guidebook/service-kit'
import type { createJournalQueries, JournalRow } from './queries.ts'

/** Rows per statement. Rows are written in batches in the background, so that requests do not wait. */
const batch = 500
/** Largest number of waiting rows. Only reached while the database is unavailable; further rows are dropped. */
const mostWaiting = 20_000
const flushEveryMs = 250
const keptDays = 14
const sweepEveryMs = 600_000

export interface Journal {
  note(row: JournalRow): void
  components: ClaimLoop[]
}

/** Records the results of requests, so that support can find them by request id. Rows that wait in memory are lost when the process dies. */
export function createJournal(
  queries: ReturnType<typeof createJournalQueries>,
  options: { clock: Clock; log: Logger },
): Journal {
  const { clock, log } = options
  const waiting: JournalRow[] = []
  let dropped = 0

  const writer = claimLoop({
    name: 'request journal',
    pollMs: flushEveryMs,
    log,
    async run() {
      const rows = waiting.slice(0, batch)
      if (rows.length === 0) return 0
      await queries.insert(rows)
      waiting.splice(0, rows.length)
      if (dropped > 0) log.warn({ dropped }, 'journal rows dropped, database unavailable')
      dropped = 0
      return waiting.length
    },
  })
  const sweeper = claimLoop({
    name: 'request journal sweeper',
    pollMs: sweepEveryMs,
    log,
    run: () => queries.forgetBefore(new Date(clock.now().getTime() - keptDays * 86_400_000)),
  })

  return {
    note(row) {
      if (waiting.length < mostWaiting) waiting.push(row)
      else dropped++
    },
    components: [
      {
        ...writer,
        async stop() {
          await writer.stop()
          if (waiting.length > 0) await queries.insert(waiting.splice(0))
        },
      },
      sweeper,
    ],
  }
}
