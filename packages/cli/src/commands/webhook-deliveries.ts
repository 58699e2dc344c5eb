import { type Delivery, operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find-account.ts'
import { request } from '../admin/request.ts'
import { accountArgument, given } from '../arguments.ts'
import { changing, reading } from '../command.ts'
import { type Cell, fields, moment, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

/** As many as a person reads; the account itself pages through all. */
const shown = 50

const instant = (name: string) =>
  ({ type: 'string', valueHint: 'instant', description: `Made ${name}, as 2026-07-01T00:00:00Z` }) as const

/** What came of the last attempt: the status, or why there was none. */
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
  summary: 'List the newest deliveries to an account, and what came of them',
  args: {
    account: accountArgument,
    state: { type: 'enum', options: ['pending', 'delivered', 'failed'], description: 'Only those in this state' },
    release: { type: 'string', valueHint: 'link', description: 'Only those of this release, by its link' },
  },
  examples: ['guidebook webhook deliveries XYZ --state failed'],
  async read({ account, state, release }, { admin }) {
    const { id } = await findAccount(admin(), account)
    const query = { ...given({ state, release }), limit: shown }
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
      notes: body.nextCursor === null ? [] : [`There are more than these ${shown}.`],
    }
  },
})

export const replay = changing({
  summary: 'Send again all that failed, or a range; each under its own webhook-id',
  args: {
    account: accountArgument,
    state: {
      type: 'enum',
      options: ['failed', 'delivered'],
      description: 'Which; the failed ones unless said otherwise',
    },
    since: instant('then or later'),
    until: instant('before'),
  },
  examples: ['guidebook webhook replay XYZ --since 2026-07-01T00:00:00Z'],
  async plan({ account, state, since, until }, { admin }) {
    const { id, oid } = await findAccount(admin(), account)
    const params = { account_id: id }
    const change = request(operations.replayAccountDeliveries, { params, body: given({ state, since, until }) })
    const { body: webhook } = await admin().read(operations.readAccountWebhook, { params })
    return {
      requests: [change],
      notes: webhook.enabled ? [] : [`The webhook of ${oid} is off: "guidebook webhook enable ${oid}" comes first.`],
      async carryOut() {
        const { body } = await admin().send(change)
        return {
          json: body,
          text: (paint) =>
            fields(
              [
                ['Account', oid],
                ['Deliveries that wait again', body.replayed],
              ],
              paint,
            ),
        }
      },
    }
  },
})
