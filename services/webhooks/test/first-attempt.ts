import { randomUUID } from 'node:crypto'
import { type Delivery, operations } from '@guidebook/contracts'
import { eventually, partnerIdentity, testAccount } from '@guidebook/service-kit/test'
import { sampleRecord } from '../src/delivery/sample-record.ts'
import type { Fixture } from './fixture.ts'

/** Shares a release with a new account whose webhook goes to this address, and answers the delivery once it was attempted. */
export const firstAttempt = async (fixture: Fixture, url: string): Promise<Delivery> => {
  const account = testAccount({ type: 'reseller' })
  const record = sampleRecord(account, fixture.clock.now())
  await fixture.gateway.call(operations.setWebhook, { params: { account_id: account.id }, body: { url } })
  await fixture.bus.send('release.shared.v1', { account: account.id, generation: 1, record }, { id: randomUUID() })
  const identity = partnerIdentity({ id: account.id })
  const { id } = await eventually(async () => {
    const { body } = await fixture.gateway.call(operations.listDeliveries, { query: {}, identity })
    const [delivery] = body.items
    return delivery?.attempts.length === 1 && delivery
  })
  const { body } = await fixture.gateway.call(operations.readDelivery, { params: { delivery_id: id }, identity })
  return body
}
