import { setTimeout as delay } from 'node:timers/promises'
import { type Partner, supportOf } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { startGatewayReplica } from './gateway-replica.ts'
import { type Comparison, rounds } from './rounds.ts'

const allowedMs = 5_000
/** Interval between requests with the key. */
const everyMs = 5

/**
 * The time from the response to a key's revocation at one gateway to the first 401 at another. The limit is absolute and holds for every key,
 * so the longest of the rounds counts.
 */
export const revoke = async (system: Description, partner: Partner): Promise<Comparison> => {
  await using replica = await startGatewayReplica(system)
  const status = async (key: string) => {
    const response = await fetch(`${replica.baseUrl}/account`, { headers: { authorization: key } })
    await response.arrayBuffer()
    return response.status
  }
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { id, key } = await newKey(system, partner)
    // Each round revokes at a different moment of the two seconds for which a gateway caches a key.
    for (const until = performance.now() + round * 400; performance.now() <= until; await delay(everyMs)) {
      if ((await status(key)) !== 200) throw new Error('a new key is refused')
    }
    const path = `/account/keys/${id}`
    const revoked = await fetch(`${system.baseUrl}${path}`, { method: 'DELETE', headers: { authorization: key } })
    if (revoked.status !== 204) throw new Error(`${path}: ${revoked.status}`)
    const began = performance.now()
    while ((await status(key)) !== 401) await delay(everyMs)
    times.push(performance.now() - began)
  }
  const value = Math.max(...times)
  return {
    name: 'a revoked key is refused by the other of two gateways',
    limit: { what: 'allowed', value: allowedMs, unit: 'ms' },
    subject: { what: `longest of ${rounds}`, value, unit: 'ms' },
    ratio: value / allowedMs,
    target: { atMost: 1 },
  }
}

const newKey = async (system: Description, { id }: Partner): Promise<{ id: string; key: string }> => {
  const path = `/admin/accounts/${id}/keys`
  const { status, body } = await supportOf(system).send<{ id: string; key: string }>('POST', path)
  if (status !== 201) throw new Error(`${path}: ${status}`)
  return body
}
