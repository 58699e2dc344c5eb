import { type Delivery, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument, definedFields } from '../arguments.ts'
import { changing, reading } from '../command.ts'
import { type Cell, fields, moment, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

/** Page size for people. */
const shown = 50

const instant = (name: string) =>
  ({
    type: 'string',
    valueHint: 'instant',
    description: `Only deliveries made ${name}, such as 2026-07-01T00:00:00Z`,
  }) as const

/** The outcome of the last attempt: its status, or why there was none. */
function lastAttempt({ attempts }: Delivery): string | null {
  const last = attempts.at(-1)
  if (last === undefined) return null
  return last.status === null ? (last.reason ?? last.outcome) : `${last.outcome} (${last.status})`
}

const deliveryRow = (delivery: Delivery, paint: Paint): Cell[] => [
  moment(delivery.createdAt),
  {
    text: delivery.state,
    paint: { delivered: paint.good, pending: paint.warning, failed: paint.bad }[delivery.state],
  },
  delivery.attempts.length,
  lastAttempt(delivery),
  moment(delivery.nextAttemptAt),
  delivery.release,
  delivery.webhookId,
]

export const deliveries = reading({
  summary: 'List the newest deliveries to an account and their outcomes',
  args: {
    account: accountArgument,
    state: { type: 'enum', options: ['pending', 'delivered', 'failed'], description: 'Only deliveries in this state' },
    release: { type: 'string', valueHint: 'link', description: 'Only deliveries of this release, by its link' },
  },
  examples: ['guidebook webhook deliveries XYZ --state failed'],
  async read({ account, state, release }, { admin }) {
    const { id } = await findAccount(admin(), account)
    const query = { ...definedFields({ state, release }), limit: shown }
    const { body } = await admin().read(operations.listAccountDeliveries, { params: { account_id: id }, query })
    return {
      json: body,
      text: (paint) =>
        body.items.length === 0
          ? 'No deliveries.'
          : table(
              ['MADE', 'STATE', 'ATTEMPTS', 'LAST', 'NEXT', 'RELEASE', 'ID'],
              body.items.map((delivery) => deliveryRow(delivery, paint)),
              paint,
            ),
      notes: body.nextCursor === null ? [] : [`Only the newest ${shown} are shown.`],
    }
  },
})

export const replay = changing({
  summary: 'Send all failed deliveries again, or a range; each keeps its webhook-id',
  args: {
    account: accountArgument,
    state: {
      type: 'enum',
      options: ['failed', 'delivered'],
      description: 'Only deliveries in this state (default: failed)',
    },
    since: instant('at this time or later'),
    until: instant('before this time'),
  },
  examples: ['guidebook webhook replay XYZ --since 2026-07-01T00:00:00Z'],
  async plan({ account, state, since, until }, { admin }) {
    const { id, oid } = await findAccount(admin(), account)
    const params = { account_id: id }
    const change = request(operations.replayAccountDeliveries, { params, body: definedFields({ state, since, until }) })
    const { body: webhook } = await admin().read(operations.readAccountWebhook, { params })
    return {
      requests: [change],
      notes: webhook.enabled ? [] : [`The webhook of ${oid} is disabled. First run "guidebook webhook enable ${oid}".`],
      async execute() {
        const { body } = await admin().send(change)
        return {
          json: body,
          text: (paint) =>
            fields(
              [
                ['Account', oid],
                ['Deliveries queued again', body.replayed],
              ],
              paint,
            ),
        }
      },
    }
  },
})
