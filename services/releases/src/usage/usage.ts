import type { UsageCounts } from '@guidebook/contracts'
import { type Clock, type Component, claimLoop, type Database, type Logger } from '@guidebook/service-kit'
import { dayAt } from '../release/calendar.ts'
import type { FullRelease } from '../release/queries.ts'
import { addUsage, type Counted, type UsageDay } from './queries.ts'

/** Counts what travellers do. A count must not cost anyone a moment: it is written behind the requests, by the handful. */
export interface Usage {
  note(full: FullRelease, what: Counted): void
  component: Component
}

const writeEveryMs = 1_000
/** Days and guidebooks that wait at most; only while the database is away can there be so many, and further ones are not counted. */
const mostWaiting = 10_000

const nothing: UsageCounts = { pageViews: 0, roadbookDownloads: 0, gpxDownloads: 0, appDownloads: 0, devices: 0 }

/** What was counted within the last second is lost with a process that is killed: counts are no accounts. */
export function usage({ database, clock, log }: { database: Database; clock: Clock; log: Logger }): Usage {
  let waiting = new Map<string, UsageDay & UsageCounts>()

  const add = (row: UsageDay & UsageCounts) => {
    const name = `${row.account} ${row.guidebook} ${row.day}`
    const known = waiting.get(name)
    if (known === undefined && waiting.size >= mostWaiting) return
    const fields = Object.keys(nothing) as Counted[]
    const sum = fields.map((field) => [field, (known?.[field] ?? 0) + row[field]])
    waiting.set(name, { ...row, ...Object.fromEntries(sum) })
  }
  const write = async (): Promise<void> => {
    const rows = [...waiting.values()]
    if (rows.length === 0) return
    waiting = new Map()
    try {
      await addUsage(database.knex, rows)
    } catch (error) {
      for (const row of rows) add(row)
      throw error
    }
  }
  const loop = claimLoop({
    name: 'usage counts',
    pollMs: writeEveryMs,
    log,
    run: async () => {
      await write()
      return 0
    },
  })

  return {
    note({ release: { account, sourceGuidebook }, parties }, what) {
      if (sourceGuidebook === null) return
      const day = dayAt(clock.now(), parties.provider.timeZone)
      add({ account, guidebook: sourceGuidebook, day, ...nothing, [what]: 1 })
    },
    component: {
      ...loop,
      async stop() {
        await loop.stop()
        await write()
      },
    },
  }
}
