import type { UsageCounts } from '@guidebook/contracts'
import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'

/** What can be counted, by its column. */
export const countedColumns = {
  pageViews: 'page_views',
  roadbookDownloads: 'roadbook_downloads',
  gpxDownloads: 'gpx_downloads',
  appDownloads: 'app_downloads',
  devices: 'devices',
} as const satisfies Record<keyof UsageCounts, string>

export type Counted = keyof UsageCounts

/** Where something is counted. */
export interface UsageDay {
  account: string
  guidebook: string
  /** In the time zone of the account. */
  day: string
}

const columnNames = Object.values(countedColumns)
const selected = Object.entries(countedColumns)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ')

/** Adds to what is counted; rows about one day at one place come once. */
export async function addUsage(db: Knex, rows: readonly (UsageDay & UsageCounts)[]): Promise<void> {
  // In one order, so that two replicas don't wait for one another.
  const place = ({ account, guidebook, day }: UsageDay) => `${account} ${guidebook} ${day}`
  const ordered = rows.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
  const values = ordered.map(({ account, guidebook, day, ...counts }) => ({
    account,
    guidebook,
    day,
    ...Object.fromEntries(Object.entries(counts).map(([field, n]) => [countedColumns[field as Counted], n])),
  }))
  await prepared(
    db,
    'releases/usage-add',
    `INSERT INTO guidebook_usage AS known (account, guidebook, day, ${columnNames.join(', ')})
       SELECT account, guidebook, day, ${columnNames.join(', ')} FROM json_populate_recordset(NULL::guidebook_usage, ?::json)
     ON CONFLICT (account, guidebook, day) DO UPDATE
       SET ${columnNames.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')}`,
    [JSON.stringify(values)],
  )
}

/** The days of a guidebook on which something was counted, in their order. */
export const usageByDay = (
  db: Knex,
  { account, guidebook, from, to }: Omit<UsageDay, 'day'> & { from: string; to: string },
): Promise<({ day: string } & UsageCounts)[]> =>
  prepared(
    db,
    'releases/usage',
    `SELECT day, ${selected} FROM guidebook_usage
      WHERE account = ? AND guidebook = ? AND day BETWEEN ? AND ? ORDER BY day`,
    [account, guidebook, from, to],
  )
