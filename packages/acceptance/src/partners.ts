import { randomUUID } from 'node:crypto'
import { type CarefulClient, carefulClient } from './careful-client.ts'
import type { Description } from './running-system.ts'

export interface Partner {
  id: string
  oid: string
  key: string
  client: CarefulClient
}

export interface Partners {
  operator: Partner
  reseller: Partner
  /** The secret that the reseller's webhook is signed with. */
  secret: string
}

const oid = () => randomUUID().replaceAll('-', '').slice(0, 3).toUpperCase()

/** An operator and a reseller, connected, the reseller's webhook set to the receiver of the tests. */
export const createPartners = async (system: Description): Promise<Partners> => {
  const support = carefulClient(system.adminUrl, `Bearer ${system.adminToken}`)
  const create = async (type: 'operator' | 'reseller'): Promise<Partner> => {
    const account = {
      name: type === 'operator' ? 'Alpine Walks' : 'Travel Shop',
      oid: oid(),
      email: `${type}@guidebook.test`,
      type,
      timeZone: 'Europe/Zurich',
      defaultLang: 'de',
      colors: { primary: '#0a7d4b', secondary: '#f4a300' },
    }
    const { body, status } = await support.send<{ id: string }>('POST', '/admin/accounts', account)
    if (status !== 201) throw new Error(`account: ${status} ${JSON.stringify(body)}`)
    const key = await support.send<{ key: string }>('POST', `/admin/accounts/${body.id}/keys`)
    return { id: body.id, oid: account.oid, key: key.body.key, client: carefulClient(system.baseUrl, key.body.key) }
  }
  const operator = await create('operator')
  const reseller = await create('reseller')
  await support.send('PUT', `/admin/accounts/${operator.id}/connections/${reseller.id}`)
  const url = `https://localhost:${system.webhookReceiver.port}/release-shared`
  const webhook = await support.send<{ secret: string }>('PUT', `/admin/accounts/${reseller.id}/webhook`, { url })
  return { operator, reseller, secret: webhook.body.secret }
}
