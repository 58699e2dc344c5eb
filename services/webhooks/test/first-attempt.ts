import { randomUUID } from 'node:crypto'
import { type Delivery, operations } from '@guidebook/contracts'
import { eventually, partnerIdentity } from '@guidebook/service-kit/test'
import type { Fixture } from './fixture.ts'

/** Shares a release with a new account whose webhook has this address. Returns the delivery after its first attempt. */
export const firstAttempt = async (fixture: Fixture, url: string): Promise<Delivery> => {
  const account = randomUUID()
  await fixture.setWebhook(account, url)
  await fixture.share(account)
  const identity = partnerIdentity({ id: account })
  const { id } = await eventually(async () => {
    const { body } = await fixture.gateway.call(operations.listDeliveries, { query: {}, identity })
    const [delivery] = body.items
    return delivery?.attempts.length === 1 && delivery
  })
  const { body } = await fixture.gateway.call(operations.readDelivery, { params: { delivery_id: id }, identity })
  return body
}
