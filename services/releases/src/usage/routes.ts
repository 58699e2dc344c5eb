import { operations, shownMonths, type UsageCounts } from '@guidebook/contracts'
import { dayAt, daysLater, fail, failWith, type Route, route } from '@guidebook/service-kit'
import { operatorById } from '../account/accounts.ts'
import type { Context } from '../context.ts'
import type { GuidebookUsageRow } from '../generated/rows.ts'
import { type Counts, sumOf, usageByMonth } from './usage.ts'

/** Days of the response when the request names none. */
const usualDays = 30

const reversed = { pointer: '/to', code: 'period-reversed', message: 'Must not be before `from`.' } as const

export const usageRoutes = ({ accounts, clock, database, findGuidebook }: Context): Route[] => [
  route(operations.readAnalytics, async (request) => {
    const { account, customId } = request.params
    const { timeZone } = await operatorById(accounts, request, account)
    const { to = dayAt(clock.now(), timeZone) } = request.query
    const { from = daysLater(to, 1 - usualDays) } = request.query
    if (from > to) return failWith('period-reversed', [reversed])
    const guidebook = (await findGuidebook({ account, customId })) ?? fail('not-found')
    const rows = await database
      .knex<GuidebookUsageRow>('guidebook_usage')
      .where({ account, guidebook: guidebook.id })
      .whereBetween('day', [from, to])
      .orderBy('day')
    const days = rows.map((row) => ({ day: row.day, ...presentCounts(row) }))
    return { status: 200, body: { from, to, total: presentCounts(sumOf(rows)), days } }
  }),

  route(operations.readUsage, async ({ identity }) => {
    const rows = await usageByMonth(database.knex, identity.account ?? fail('forbidden'), shownMonths)
    return { status: 200, body: { months: rows.map((row) => ({ month: row.month, ...presentCounts(row) })) } }
  }),
]

export const presentCounts = (counts: Counts): UsageCounts => ({
  pageViews: counts.page_views,
  roadbookDownloads: counts.roadbook_downloads,
  gpxDownloads: counts.gpx_downloads,
  appDownloads: counts.app_downloads,
  devices: counts.devices,
})
