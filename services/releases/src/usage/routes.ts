import { operations, type UsageCounts } from '@guidebook/contracts'
import { fail, failWith, type Route, route } from '@guidebook/service-kit'
import { operatorById } from '../account/operator.ts'
import type { Context } from '../context.ts'
import { dayAt, daysLater } from '../release/calendar.ts'
import { type Counted, countedColumns, usageByDay } from './queries.ts'

/** Days that are answered when none are asked for. */
const usualDays = 30

const reversed = { pointer: '/to', code: 'period-reversed', message: 'Must not be before `from`.' } as const

const read = (context: Context) =>
  route(operations.readAnalytics, async (request) => {
    const { account, customId } = request.params
    const { timeZone } = await operatorById(context.accounts, request, account)
    const { to = dayAt(context.clock.now(), timeZone) } = request.query
    const { from = daysLater(to, 1 - usualDays) } = request.query
    if (from > to) return failWith('period-reversed', [reversed])
    const guidebook = await context.guidebooks.find(account, customId)
    if (guidebook === null) return fail('not-found')
    const days = await usageByDay(context.database.knex, { account, guidebook: guidebook.id, from, to })
    return { status: 200, body: { from, to, total: totalOf(days), days } }
  })

function totalOf(days: readonly UsageCounts[]): UsageCounts {
  const fields = Object.keys(countedColumns) as Counted[]
  const sums = fields.map((field) => [field, days.reduce((sum, day) => sum + day[field], 0)])
  return Object.fromEntries(sums) as UsageCounts
}

export const usageRoutes = (context: Context): Route[] => [read(context)]
