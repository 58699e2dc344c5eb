import { randomUUID } from 'node:crypto'
import { type Delivery, operations } from '@guidebook/contracts'
import { eventually, partnerIdentity } from '@guidebook/service-kit/test'
import type { Fixture } from './fixture.ts'

/** Shares a release with a new account whose webhook has this address. Returns the delivery after its first attempt. */
export const firstAttempt = async (fixture: Fixture, url: string): Promise<Delivery> => {
  const account = randomUUID()
  await fixture.setWebhook(account, url)
  await fixture.share(account)
  // The database is asked, since a request for each look is expensive.
  const { id } = await eventually(() =>
    fixture.database.knex('deliveries').where({ account, attempts_made: 1, lease: null }).first('id'),
  )
  const identity = partnerIdentity({ id: account })
  const { body } = await fixture.gateway.call(operations.readDelivery, { params: { delivery_id: id }, identity })
  return body
}
