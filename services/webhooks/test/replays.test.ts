import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity, supportIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
