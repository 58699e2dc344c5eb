import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity, supportIdentity, testAccount } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pageRows } from '../src/delivery/queries.ts'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  fixture.receiver.received.length = 0
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
})

const deliveries = async (account: string) => {
  const { body } = await fixture.gateway.call(operations.listDeliveries, {
    query: {},
    identity: partnerIdentity({ id: account }),
  })
  return body.items
}
const settled = (account: string, state: 'delivered' | 'failed') =>
  eventually(async () => (await deliveries(account)).find((delivery) => delivery.state === state))

it('a delivery can be replayed by its account, and by no other', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  await fixture.share(account)
  const { id } = await settled(account, 'delivered')
  const replay = (identity: string) =>
    fixture.gateway.call(operations.replayDelivery, {
      params: { delivery_id: id },
      identity: partnerIdentity({ id: identity }),
    })
  await expect(replay(randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  expect((await replay(account)).body.state).toBe('pending')
  await eventually(async () => (await deliveries(account))[0]?.attempts.length === 2)
  expect(new Set(fixture.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

it('a pending delivery is attempted earlier by a replay, which is not listed', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  const account = randomUUID()
  await fixture.setWebhook(account)
  await fixture.share(account)
  const attempted = (attempts: number) =>
    eventually(async () => (await deliveries(account)).find((delivery) => delivery.attempts.length === attempts))
  const { id } = await attempted(1)
  const replay = { params: { delivery_id: id }, identity: partnerIdentity({ id: account }) }
  expect((await fixture.gateway.call(operations.replayDelivery, replay)).status).toBe(202)
  // Without it, the second attempt would be due in five seconds of the clock, which stands still.
  expect((await attempted(2)).replays).toEqual([])
})

it('a delivery has its newest 20 attempts and replays, and a replay deletes older ones', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  await fixture.share(account)
  const { id } = await settled(account, 'delivered')
  const { knex } = fixture.database
  await knex.raw(
    `with added as (
       insert into attempts (delivery, at, status, duration_ms, outcome, response)
       select :id, :at, 200, n, 'acknowledged', 'x' from generate_series(1, 100) as n)
     insert into replays (delivery, at, actor) select :id, :at, n::text from generate_series(1, 100) as n`,
    { id, at: fixture.clock.now() },
  )
  const request = { params: { delivery_id: id }, identity: partnerIdentity({ id: account }) }
  const numbers = Array.from({ length: 20 }, (_, index) => 81 + index)
  const [listed] = await deliveries(account)
  for (const delivery of [listed, (await fixture.gateway.call(operations.readDelivery, request)).body]) {
    expect(delivery?.attempts.map(({ durationMs }) => durationMs)).toEqual(numbers)
    expect(delivery?.replays.map(({ actor }) => Number(actor))).toEqual(numbers)
  }
  const { body } = await fixture.gateway.call(operations.replayDelivery, request)
  expect(body.replays.at(-1)?.actor).toBe(request.identity.actor)
  await settled(account, 'delivered')
  const count = async (table: string) => Number((await knex(table).where({ delivery: id }).count('* as n').first())?.n)
  expect([await count('attempts'), await count('replays')]).toEqual([11, 20])
})

it('a page of deliveries with large responses ends early, and the next one follows it', async () => {
  const account = randomUUID()
  await fixture.database.knex.raw(
    `with made as (
       insert into deliveries (id, account, webhook_id, kind, body, state, created_at, settled_at)
       select gen_random_uuid(), :account, gen_random_uuid()::text, 'release.shared', '{}', 'failed', :at, :at from generate_series(1, 60)
       returning id)
     insert into attempts (delivery, at, duration_ms, outcome, response)
     select id, :at, 1, 'refused', repeat('é', 8000) from made, generate_series(1, 20)`,
    { account, at: fixture.clock.now() },
  )
  const page = async (cursor?: string) => {
    const query = { limit: 200, ...(cursor && { cursor }) }
    const identity = partnerIdentity({ id: account })
    return (await fixture.gateway.call(operations.listDeliveries, { query, identity })).body
  }
  const first = await page()
  expect(first.items.length).toBeLessThan(60)
  const second = await page(first.nextCursor ?? '')
  expect(second.nextCursor).toBeNull()
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60)
})

it('an account sends at most 200 pings in 24 hours', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  await fixture.database.knex.raw(
    `insert into deliveries (id, account, webhook_id, kind, body, state, created_at, settled_at)
     select gen_random_uuid(), :account, gen_random_uuid()::text, 'ping', '{}', 'delivered', :at, :at from generate_series(1, 198)`,
    { account, at: fixture.clock.now() },
  )
  await fixture.bus.send('account.changed.v1', testAccount({ id: account }))
  await eventually(() => fixture.database.knex('account_projections').where('id', account).first('id'))
  const ping = (id = account) => fixture.gateway.call(operations.pingWebhook, { identity: partnerIdentity({ id }) })
  const outcomes = await Promise.allSettled([ping(), ping(), ping(), ping()])
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject([{ code: 'rate-limited' }, { code: 'rate-limited' }])
  fixture.clock.advance(24 * 3_600_000)
  expect((await ping()).status).toBe(202)
})

it('all failed deliveries or a range are replayed with the same ids, and each records who requested it', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  const replay = async (body: { state?: 'failed' | 'delivered'; since?: string; until?: string }, id = account) => {
    const identity = partnerIdentity({ id })
    const answer = await fixture.gateway.call(operations.replayDeliveries, { body, identity })
    return answer.body.replayed
  }
  const isSettled = async () => (await deliveries(account)).every(({ state }) => state === 'delivered')
  await fixture.share(account)
  await settled(account, 'delivered')
  fixture.clock.advance(60_000)
  const later = fixture.clock.now().toISOString()
  fixture.receiver.answer = (_request, response) => response.writeHead(410).end()
  await fixture.share(account)
  await settled(account, 'failed')
  // The endpoint is off: this one fails without an attempt.
  await fixture.share(account)
  await eventually(async () => (await deliveries(account)).filter(({ state }) => state === 'failed').length === 2)
  await expect(replay({})).rejects.toMatchObject({ code: 'webhook-not-configured' })
  fixture.receiver.answer = (_request, response) => response.writeHead(200).end()
  await fixture.gateway.call(operations.enableAccountWebhook, {
    params: { account_id: account },
    identity: supportIdentity(account),
    body: {},
  })

  expect(await replay({})).toBe(2)
  await eventually(isSettled)
  expect(await replay({})).toBe(0)
  expect(await replay({ state: 'delivered', until: later })).toBe(1)
  await eventually(isSettled)
  expect(await replay({ state: 'delivered', since: later })).toBe(2)
  await eventually(isSettled)

  const own = await deliveries(account)
  const [newest, , oldest] = own
  const actor = partnerIdentity({ id: account }).actor
  expect(newest?.replays).toEqual([expect.objectContaining({ actor }), expect.objectContaining({ actor })])
  expect(oldest?.replays).toEqual([{ at: fixture.clock.now().toISOString(), actor }])
  // Two at first, then two, one and two again; deliveries of other tests may have become due with the clock.
  const ids = fixture.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids.filter((id) => own.some(({ webhookId }) => webhookId === id))).toHaveLength(7)
  await expect(replay({ since: later, until: later })).rejects.toMatchObject({ faults: [{ pointer: '/until' }] })
  await expect(replay({}, randomUUID())).rejects.toMatchObject({ code: 'webhook-not-configured' })
})

it('a range is replayed page by page: other work goes on between the pages, and only another replay is refused', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  const account = randomUUID()
  await fixture.setWebhook(account)
  const { knex } = fixture.database
  const count = 2 * pageRows + 1
  await knex.raw(
    `insert into deliveries (id, account, webhook_id, kind, body, state, created_at, settled_at)
     select gen_random_uuid(), :account, gen_random_uuid()::text, 'release.shared', '{}', 'failed', :at, :at
     from generate_series(1, :count::integer)`,
    { account, count, at: fixture.clock.now() },
  )
  const own = () => knex('deliveries').where({ account })
  const replayed = async () =>
    Number((await own().join('replays', 'delivery', 'deliveries.id').count('* as n').first())?.n)
  // The replay waits for this row, which is in its last page.
  const holding = await knex.transaction()
  await holding('deliveries')
    .where(await own().orderBy('id', 'desc').first('id'))
    .forUpdate()
  const identity = partnerIdentity({ id: account })
  const replay = () => fixture.gateway.call(operations.replayDeliveries, { body: {}, identity, deadlineMs: 60_000 })
  const running = replay()
  await eventually(async () => (await replayed()) === 2 * pageRows)
  await eventually(() => knex('endpoints').where({ account }).where('failures', '>', 0).first('account'))
  await expect(replay()).rejects.toMatchObject({ code: 'request-in-progress' })
  await holding.rollback()
  expect((await running).body).toEqual({ replayed: count })
  expect(await replayed()).toBe(count)

  await fixture.gateway.call(operations.endAccountWebhook, {
    params: { account_id: account },
    identity: supportIdentity(account),
  })
  await eventually(async () => (await own().where({ state: 'pending' }).first('id')) === undefined)
})
