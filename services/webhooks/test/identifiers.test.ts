import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { partnerIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const identity = partnerIdentity({ id: randomUUID() })

it('a text that is no identifier names no delivery', async () => {
  const params = { delivery_id: 'nonsense' }
  await expect(fixture.gateway.call(operations.replayDelivery, { params, identity })).rejects.toMatchObject({
    code: 'not-found',
  })
})

it('a cursor of someone else’s making is refused', async () => {
  const query = { cursor: Buffer.from('["x"]').toString('base64url') }
  await expect(fixture.gateway.call(operations.listDeliveries, { query, identity })).rejects.toMatchObject({
    code: 'invalid-field',
    faults: [{ pointer: '/cursor' }],
  })
})
