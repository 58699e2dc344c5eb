/** How a release reached the webhook of its seller, for the answer to "my guests did not get the roadbook". */
import { type DiagnosedWebhook, diagnosedItems, operations } from '@guidebook/contracts'
import { isUuid, prepared, type Route, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { createEndpointQueries } from '../endpoint/queries.ts'

export const diagnosisRoutes = ({ database: { knex } }: Context): Route[] => [
  route(operations.diagnoseDeliveries, async ({ query: { account, release } }) => {
    if (!isUuid(account)) return { status: 200, body: { webhook: noWebhook } }
    const [endpoint, deliveries] = await Promise.all([
      createEndpointQueries(knex).find(account),
      deliveriesOf(knex, account, release),
    ])
    const webhook = {
      isSet: endpoint !== undefined,
      enabled: endpoint?.enabled ?? false,
      failingSince: endpoint?.failing_since?.toISOString() ?? null,
      deliveries,
    }
    return { status: 200, body: { webhook } }
  }),
]

const noWebhook: DiagnosedWebhook = { isSet: false, enabled: false, failingSince: null, deliveries: [] }

interface DeliveryRow {
  id: string
  state: DiagnosedWebhook['deliveries'][number]['state']
  created_at: Date
  next_attempt_at: Date | null
  attempts: number
  at: Date | null
  status: number | null
  outcome: string | null
}

/** Without addresses and responses: the operator sees them too, and they are the seller’s. */
async function deliveriesOf(knex: Knex, account: string, release: string): Promise<DiagnosedWebhook['deliveries']> {
  const rows = await prepared<DeliveryRow>(
    knex,
    'webhooks/diagnosis',
    `select d.id, d.state, d.created_at, d.next_attempt_at, last.at, last.status, last.outcome,
            cast((select count(*) from attempts a where a.delivery = d.id) as integer) as attempts
       from deliveries d left join lateral (
         select at, status, outcome from attempts a where a.delivery = d.id order by a.id desc limit 1) last on true
      where d.account = :account and d.release = :release
      order by d.id desc limit ${diagnosedItems}`,
    { account, release },
  )
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    lastAttemptAt: row.at?.toISOString() ?? null,
    lastStatus: row.status,
    lastOutcome: row.outcome,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  }))
}
