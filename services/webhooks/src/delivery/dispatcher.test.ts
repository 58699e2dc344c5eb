import { createLogger, systemClock } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import type { ClaimedDelivery } from './claim.ts'
import { createDispatcher } from './dispatcher.ts'

const delivery = (id: string): ClaimedDelivery => ({
  id,
  lease: `lease of ${id}`,
  account: 'a',
  webhook_id: id,
  body: '{}',
  attempts_made: 0,
  due_at: '2027-01-01 00:00:00+00',
  traceparent: null,
  occurred_at: null,
  url: 'https://receiver.example',
  secret: Buffer.alloc(0),
  previous_secret: null,
  previous_until: null,
})

/** A context whose database returns these deliveries as claimed, once, and records the released ones. */
function contextWith(claimed: ClaimedDelivery[]) {
  const released: string[] = []
  let claims = 0
  const turns = async () => ({ rows: claims++ === 0 ? [{ account: 'a' }] : [] })
  const statements = [turns, async () => ({ rows: claimed })]
  const context = {
    database: {
      transaction: (work: (trx: object) => unknown) => work({ raw: () => (statements.shift() ?? turns)() }),
      knex: {
        raw: async (_: string, { leases }: { leases: string }) => {
          released.push(...JSON.parse(leases).map(({ id }: { id: string }) => id))
        },
      },
    },
    clock: systemClock,
    log: createLogger({ service: 'webhooks', level: 'silent' }),
    settings: { WEBHOOK_CONCURRENCY: 1, WEBHOOK_TIMEOUT: 1_000 },
    secrets: { open: () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  } as unknown as Context
  return { context, released }
}

test('a dispatcher that retires gives back the deliveries whose attempt has not begun', async () => {
  const { context, released } = contextWith([delivery('first'), delivery('second'), delivery('third')])
  const send = vi.fn(() => new Promise<never>(() => undefined))
  const dispatcher = createDispatcher(context, send)
  await dispatcher.start()
  await eventually(() => send.mock.calls.length === 1)
  dispatcher.retire()
  await eventually(() => released.length > 0)
  expect(released).toEqual(['second', 'third'])
})

test('a dispatcher whose results wait for the database claims nothing until they are recorded', async () => {
  const { context } = contextWith([])
  let isAvailable = false
  let [claims, failedWrites] = [0, 0]
  const raw = async (sql: string) => {
    if (sql.includes('skip locked')) return { rows: claims++ === 0 ? [{ account: 'a' }] : [] }
    if (sql.includes('with due as')) return { rows: [delivery('first')] }
    if (isAvailable) return { rows: [] }
    failedWrites++
    throw Object.assign(new Error('the database is starting up'), { code: '57P03' })
  }
  Object.assign(context.database, { transaction: (work: (trx: object) => unknown) => work({ raw }) })
  const dispatcher = createDispatcher(context, async () => ({
    outcome: 'acknowledged',
    status: 204,
    durationMs: 1,
    response: null,
    reason: null,
    retryAfterMs: null,
  }))
  await dispatcher.start()
  await eventually(() => failedWrites > 0)
  const before = claims
  await eventually(() => failedWrites > 2)
  expect(claims).toBe(before)
  isAvailable = true
  await eventually(() => claims > before)
  await dispatcher.stop()
})
