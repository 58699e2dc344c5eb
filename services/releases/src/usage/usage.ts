import { claimLoop, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import type { GuidebookUsageRow } from '../generated/rows.ts'
import { dayAt } from '../release/calendar.ts'
import type { Release } from '../release/release.ts'

/** Counts of nothing, by their columns. */
const none = { page_views: 0, roadbook_downloads: 0, gpx_downloads: 0, app_downloads: 0, devices: 0 }

export type Counts = typeof none
export type Counted = keyof Counts

const columns = Object.keys(none) as Counted[]

export const sumOf = (counts: readonly Counts[]): Counts => {
  const sums = columns.map((column) => [column, counts.reduce((sum, row) => sum + row[column], 0)])
  return Object.fromEntries(sums) as Counts
}

export type Usage = ReturnType<typeof createUsage>

const writeEveryMs = 1_000
/** Largest number of waiting days and guidebooks. Only reached while the database is unavailable; further ones are not counted. */
const mostWaiting = 10_000

/**
 * Counts what travellers do, without a cost for their requests: counts are written in batches in the background. A killed process loses the counts
 * of its last second.
 */
export function createUsage({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>) {
  let waiting = new Map<string, GuidebookUsageRow>()

  const add = (row: GuidebookUsageRow) => {
    const name = `${row.account} ${row.guidebook} ${row.day}`
    const sum = waiting.get(name)
    if (sum === undefined && waiting.size >= mostWaiting) return
    waiting.set(name, { ...row, ...sumOf([row, sum ?? none]) })
  }
  const write = async (): Promise<void> => {
    const rows = waiting
    if (rows.size === 0) return
    waiting = new Map()
    try {
      await addUsage(database.knex, rows)
    } catch (error) {
      for (const row of rows.values()) add(row)
      throw error
    }
  }
  const loop = claimLoop({ name: 'usage counts', pollMs: writeEveryMs, log, run: () => write().then(() => 0) })

  return {
    note({ account, source_guidebook: guidebook, provider }: Release, what: Counted): void {
      if (guidebook === null) return
      add({ account, guidebook, day: dayAt(clock.now(), provider.timeZone), ...none, [what]: 1 })
    },
    component: {
      name: loop.name,
      start: loop.start,
      // It is not retired: requests go on until the servers have stopped.
      async stop() {
        await loop.stop()
        await write()
      },
    },
  }
}

/** Adds to the stored counts. The rows are sorted by their names, so that two replicas do not wait for one another. */
async function addUsage(db: Knex, rows: ReadonlyMap<string, GuidebookUsageRow>): Promise<void> {
  const sorted = [...rows.keys()].sort().map((name) => rows.get(name))
  await prepared(
    db,
    'releases/usage-add',
    `insert into guidebook_usage as stored (account, guidebook, day, ${columns.join(', ')})
       select account, guidebook, day, ${columns.join(', ')}
         from json_populate_recordset(cast(null as guidebook_usage), :rows)
     on conflict (account, guidebook, day) do update
       set ${columns.map((column) => `${column} = stored.${column} + excluded.${column}`).join(', ')}`,
    { rows: JSON.stringify(sorted) },
  )
}
