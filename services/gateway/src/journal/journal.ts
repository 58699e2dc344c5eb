import { type ClaimLoop, type Clock, claimLoop, type Logger } from '@guidebook/service-kit'
import type { createJournalQueries, JournalRow } from './queries.ts'

/** Written in batches behind the requests: a note must not cost a request anything. */
const batch = 500
/** More than that wait only while the database is away; then the newest are not noted. */
const mostWaiting = 20_000
const flushEveryMs = 250
const keptDays = 14
const sweepEveryMs = 600_000

export interface Journal {
  note(row: JournalRow): void
  components: ClaimLoop[]
}

/** Notes what became of requests, so that support can find one by its id. What waits in memory is lost with the process. */
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
      if (dropped > 0) log.warn({ dropped }, 'requests were not noted while the database was away')
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
