import { claimLoop, dayAt, prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import type { GuidebookUsageRow, ReleaseUsageRow } from '../generated/rows.ts'
import type { Release, ReleaseId } from '../release/release.ts'

/** Counts of nothing, by their columns. */
export const noCounts = { page_views: 0, roadbook_downloads: 0, gpx_downloads: 0, app_downloads: 0, devices: 0 }

export type Counts = typeof noCounts
export type Counted = keyof Counts

const columns = Object.keys(noCounts) as Counted[]

export const sumOf = (counts: readonly Counts[]): Counts => {
  const sums = columns.map((column) => [column, counts.reduce((sum, row) => sum + row[column], 0)])
  return Object.fromEntries(sums) as Counts
}

export type Usage = ReturnType<typeof createUsage>

/** Nothing is written while nothing waits. */
const writeEveryMs = 200
/** Largest number of waiting sums of each kind. Only reached while the database is unavailable; further ones are not counted. */
const mostWaiting = 10_000

/** Stands for the guidebook of on-demand releases without a template: they count only for the months of the account. */
const noGuidebook = ''

/** Sums that wait to be written, by the names of their rows. */
type Sums<Row extends Counts> = Map<string, Row>

function addTo<Row extends Counts>(sums: Sums<Row>, name: string, row: Row): void {
  const sum = sums.get(name)
  if (sum === undefined && sums.size >= mostWaiting) return
  sums.set(name, { ...row, ...sumOf([row, sum ?? noCounts]) })
}

const nameOf = {
  guidebook: ({ account, guidebook, day }: GuidebookUsageRow) => `${account} ${guidebook} ${day}`,
  release: ({ account, release_id, last_day }: ReleaseUsageRow) => `${account} ${release_id} ${last_day}`,
}

/**
 * Counts what travellers do, without a cost for their requests: counts are written in batches in the background. A killed process loses the counts
 * of its last moment.
 */
export function createUsage({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>) {
  let [guidebooks, releases]: [Sums<GuidebookUsageRow>, Sums<ReleaseUsageRow>] = [new Map(), new Map()]

  const addGuidebook = (row: GuidebookUsageRow) => addTo(guidebooks, nameOf.guidebook(row), row)
  const addRelease = (row: ReleaseUsageRow) => addTo(releases, nameOf.release(row), row)
  const write = async (): Promise<void> => {
    if (guidebooks.size + releases.size === 0) return
    const writing = [guidebooks, releases] as const
    ;[guidebooks, releases] = [new Map(), new Map()]
    try {
      await addUsage(database.knex, ...writing)
    } catch (error) {
      for (const row of writing[0].values()) addGuidebook(row)
      for (const row of writing[1].values()) addRelease(row)
      throw error
    }
  }
  const loop = claimLoop({ name: 'usage counts', pollMs: writeEveryMs, log, run: () => write().then(() => 0) })

  return {
    note({ account, id, source_guidebook: guidebook, provider }: Release, what: Counted): void {
      const day = dayAt(clock.now(), provider.timeZone)
      const one = { ...noCounts, [what]: 1 }
      addRelease({ account, release_id: id, first_day: day, last_day: day, ...one })
      addGuidebook({ account, guidebook: guidebook ?? noGuidebook, day, ...one })
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

const added = columns.map((column) => `${column} = stored.${column} + excluded.${column}`).join(', ')
const listed = columns.join(', ')

/**
 * Adds to the stored counts, all of them or none. The rows are sorted by their names, so that two replicas do not wait for one another. A
 * release has one row for each day here, and one in the table.
 */
async function addUsage(db: Knex, guidebooks: Sums<GuidebookUsageRow>, releases: Sums<ReleaseUsageRow>): Promise<void> {
  const sorted = <Row>(sums: ReadonlyMap<string, Row>) =>
    JSON.stringify([...sums.keys()].sort().map((name) => sums.get(name)))
  await prepared(
    db,
    'releases/usage-add',
    `with by_guidebook as (
       insert into guidebook_usage as stored (account, guidebook, day, ${listed})
         select account, guidebook, day, ${listed} from json_populate_recordset(cast(null as guidebook_usage), :guidebooks)
       on conflict (account, guidebook, day) do update set ${added})
     insert into release_usage as stored (account, release_id, first_day, last_day, ${listed})
       select account, release_id, min(first_day), max(last_day), ${columns.map((column) => `sum(${column})`).join(', ')}
         from json_populate_recordset(cast(null as release_usage), :releases)
        group by account, release_id order by account, release_id
     on conflict (account, release_id) do update
       set last_day = greatest(stored.last_day, excluded.last_day), ${added}`,
    { guidebooks: sorted(guidebooks), releases: sorted(releases) },
  )
}

/** The counts of all releases of an account in its newest months, such as `2026-07`. */
export const usageByMonth = (db: Knex, account: string, limit: number): Promise<(Counts & { month: string })[]> =>
  prepared(
    db,
    'releases/usage-by-month',
    `select to_char(day, 'YYYY-MM') as month, ${columns.map((column) => `cast(sum(${column}) as bigint) as ${column}`).join(', ')}
       from guidebook_usage where account = :account group by month order by month desc limit :limit`,
    { account, limit },
  )

/** The counts of a release; null without use since counting began. `isCounted`: the release is not older than the counting. */
export async function findReleaseUsage(
  db: Knex,
  { account, id }: ReleaseId,
): Promise<{ counts: ReleaseUsageRow | null; isCounted: boolean }> {
  const [row] = await prepared<{ counts: ReleaseUsageRow | null; is_counted: boolean }>(
    db,
    'releases/usage-of-release',
    `select (select to_jsonb(u) from release_usage u where u.account = r.account and u.release_id = r.id) as counts,
            r.created_at >= (select max(at) from release_usage_start) as is_counted
       from releases r where r.account = :account and r.id = :id`,
    { account, id },
  )
  return { counts: row?.counts ?? null, isCounted: row?.is_counted ?? false }
}
