import { setTimeout as delay } from 'node:timers/promises'
import type { Partner } from '../src/partners.ts'
import { plainRelease } from '../src/trip.ts'
import { type Comparison, median } from './rounds.ts'
import type { Endpoint, WebhookEndpoints } from './webhook-endpoints.ts'

const allowedMs = 50
const shares = 50

/** When a message was created, in milliseconds since 1970, from its ID (a UUID of version 7). */
const createdAt = (webhookId: string): number =>
  Number.parseInt(webhookId.replace('msg_', '').replaceAll('-', '').slice(0, 12), 16)

export const latencyOf = ([webhookId, at]: [string, number]): number => at - createdAt(webhookId)

/** Waits for `count` POSTs and returns them. */
export const awaitPosts = async (receiver: WebhookEndpoints, count: number): Promise<[string, number][]> => {
  const posts: [string, number][] = []
  for (const until = Date.now() + 30_000; posts.length < count; await delay(10)) {
    posts.push(...(await receiver.arrivals()).posts)
    if (Date.now() > until) throw new Error(`only ${posts.length} of ${count} webhooks arrived`)
  }
  return posts
}

/**
 * Shares releases one at a time on an idle system, and measures until the seller's server gets the POST. The time begins with the creation of the
 * message, shortly before its transaction commits. The limit is absolute.
 */
export const webhookLatency = async (
  operator: Partner,
  guidebook: string,
  receiver: WebhookEndpoints,
  { oid }: Endpoint,
): Promise<Comparison> => {
  const times: number[] = []
  for (let n = 0; n < shares; n++) {
    const release = plainRelease(operator.id, guidebook, 1_900_000_000 + n, oid)
    const { status, body } = await operator.client.send('POST', '/content/release', release)
    if (status !== 201) throw new Error(`release: ${status} ${JSON.stringify(body)}`)
    times.push(...(await awaitPosts(receiver, 1)).map(latencyOf))
    // Varies the moment within the polling intervals of the services.
    await delay(50 + n)
  }
  const value = median(times)
  return {
    name: 'from a share to the POST of its webhook, one at a time',
    limit: { what: 'allowed', value: allowedMs, unit: 'ms' },
    subject: { what: 'median', value, unit: 'ms' },
    ratio: value / allowedMs,
    target: { atMost: 1 },
  }
}
