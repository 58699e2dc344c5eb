import { type Delivery, operations } from '@guidebook/contracts'
import { findAccount, linkOf } from '../admin/find.ts'
import { accountArgument, choice, definedFields, option } from '../arguments.ts'
import { changing, reading } from '../command.ts'
import { type Cell, fields, moment, table } from '../output/layout.ts'

/** Page size for people. */
const shown = 50

/** The outcome of the last attempt: its status, or why there was none. */
function lastAttempt({ attempts }: Delivery): string | null {
  const last = attempts.at(-1)
  if (last === undefined) return null
  return last.status === null ? (last.reason ?? last.outcome) : `${last.outcome} (${last.status})`
}

const stateStyles = { delivered: 'good', pending: 'warning', failed: 'bad' } as const

export const deliveries = reading({
  summary: 'List the newest deliveries to an account and their outcomes',
  args: {
    account: accountArgument,
    state: choice(['pending', 'delivered', 'failed'], 'Only deliveries in this state'),
    release: option('link', 'Only deliveries of this release, by its link'),
  },
  examples: ['guidebook webhook deliveries XYZ --state failed'],
  async read({ account, state, release }, session) {
    const params = { account_id: (await findAccount(session, account)).id }
    const link = release === undefined ? undefined : linkOf(release)
    const query = { ...definedFields({ state, release: link }), limit: shown }
    const found = await session.read(operations.listAccountDeliveries, { params, query })
    const rows = found.items.map((delivery): Cell[] => [
      moment(delivery.createdAt),
      { text: delivery.state, style: stateStyles[delivery.state] },
      delivery.attempts.length,
      lastAttempt(delivery),
      moment(delivery.nextAttemptAt),
      delivery.release,
      delivery.webhookId,
    ])
    const headers = ['MADE', 'STATE', 'ATTEMPTS', 'LAST', 'NEXT', 'RELEASE', 'ID']
    return {
      json: found,
      show: rows.length === 0 ? 'No deliveries.' : table(headers, rows),
      notes: found.nextCursor === null ? [] : [`Only the newest ${shown} are shown.`],
    }
  },
})

export const replay = changing({
  summary: 'Send all failed deliveries again, or a range; each keeps its webhook-id',
  args: {
    account: accountArgument,
    state: choice(['failed', 'delivered'], 'Only deliveries in this state (default: failed)'),
    since: option('instant', 'Only deliveries made at this time or later, such as 2026-07-01T00:00:00Z'),
    until: option('instant', 'Only deliveries made before this time, such as 2026-07-01T00:00:00Z'),
  },
  repeatable: true,
  examples: ['guidebook webhook replay XYZ --since 2026-07-01T00:00:00Z'],
  async plan({ account, state, since, until }, session) {
    const { id, oid } = await findAccount(session, account)
    const params = { account_id: id }
    const body = definedFields({ state, since, until })
    const plan = session.change(operations.replayAccountDeliveries, { params, body }, ({ replayed }) => ({
      show: fields({ Account: oid, 'Deliveries queued again': replayed }),
    }))
    const { enabled } = await session.read(operations.readAccountWebhook, { params })
    const note = `The webhook of ${oid} is disabled. First run "guidebook webhook enable ${oid}".`
    return { ...plan, notes: enabled ? [] : [note] }
  },
})
