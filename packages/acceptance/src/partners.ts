import { randomOid } from '@guidebook/cli/admin/random-oid'
import { type RetryingClient, retryingClient } from './retrying-client.ts'
import type { Description } from './running-system.ts'

export interface Partner {
  id: string
  oid: string
  key: string
  client: RetryingClient
}

export type Partners = Awaited<ReturnType<typeof createPartners>>

/** A connected operator and reseller. `secret` signs the deliveries to the reseller's webhook, which the receiver of the tests gets. */
export const createPartners = async (system: Description, settings: { test?: boolean } = {}) => {
  const operator = await createPartner(system, 'operator', 'Alpine Walks', settings)
  const reseller = await createPartner(system, 'reseller', 'Travel Shop', settings)
  await connect(system, operator, reseller)
  return { operator, reseller, secret: await setWebhook(system, reseller) }
}

export const supportOf = ({ adminUrl, adminToken }: Description): RetryingClient =>
  retryingClient(adminUrl, `Bearer ${adminToken}`)

/** An account with a key, as support creates it. */
export const createPartner = async (
  system: Description,
  type: 'operator' | 'reseller',
  name: string,
  settings: { test?: boolean; email?: string } = {},
): Promise<Partner> => {
  const support = supportOf(system)
  const account = {
    name,
    oid: randomOid(),
    email: `${type}@guidebook.test`,
    type,
    timeZone: 'Europe/Zurich',
    defaultLang: 'de',
    colors: { primary: '#0a7d4b', secondary: '#f4a300' },
    ...settings,
  }
  const { body, status } = await support.send<{ id: string; code?: string }>('POST', '/admin/accounts', account)
  // Random Operator IDs have only three characters.
  if (body.code === 'oid-taken') return await createPartner(system, type, name, settings)
  if (status !== 201) throw new Error(`account: ${status} ${JSON.stringify(body)}`)
  const key = await support.send<{ key: string }>('POST', `/admin/accounts/${body.id}/keys`)
  return { id: body.id, oid: account.oid, key: key.body.key, client: retryingClient(system.baseUrl, key.body.key) }
}

export const connect = async (
  system: Description,
  one: Pick<Partner, 'id'>,
  other: Pick<Partner, 'id'>,
): Promise<void> => {
  await supportOf(system).send('PUT', `/admin/accounts/${one.id}/connections/${other.id}`)
}

/** Different for each account, because a delivery to one account may be retried while a test listens for another's. */
export const webhookPath = (account: string): string => `/release-shared/${account}`

const receiverUrl = ({ webhookReceiver: { host = 'localhost', port } }: Description) => `https://${host}:${port}`

/** Sets the account's webhook, by default to the receiver of the tests. Returns the secret that signs deliveries. */
export const setWebhook = async (
  system: Description,
  { id }: Partner,
  url = receiverUrl(system) + webhookPath(id),
): Promise<string> => {
  const path = `/admin/accounts/${id}/webhook`
  const { body, status } = await supportOf(system).send<{ secret: string }>('PUT', path, { url })
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body.secret
}
