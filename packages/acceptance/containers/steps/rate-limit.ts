import { setTimeout as delay } from 'node:timers/promises'
import type { Step } from '../step.ts'

/** The usual limit of requests without a valid key from one address, per minute. */
const limit = 300
/** More than the limit, and with few refusals: after a hundred, each further one is delayed. */
const sent = limit + 100
/** A window begins with its first request and ends a minute later. */
const windowMs = 60_000

export const rateLimit: Step = {
  name: 'rate-limit',
  title: 'a limit per minute counts the requests of all gateways together',
  async run({ system }) {
    const gateways = (await system.replicas('gateway')).length
    if (gateways < 2) throw new Error('this step needs two replicas of the gateway: run the step scale before')
    const { GUIDEBOOK_PORT = '8080' } = system.env
    // A window of earlier requests ends, so that the first of these begins another.
    await delay(windowMs + 1_000)
    const statuses = new Map<number, number>()
    for (let n = 0; n < sent; n++) {
      const { status } = await fetch(`http://127.0.0.1:${GUIDEBOOK_PORT}/account`, {
        headers: { authorization: `no-such-key-${n}`, connection: 'close' },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const counts = `${gateways} gateways, ${sent} requests, ${[...statuses].map(([status, n]) => `${n} with ${status}`).join(', ')}`
    // Each gateway alone would allow as many as the limit. An allowed request has a wrong key.
    const allowed = statuses.get(401) ?? 0
    const isShared = allowed > 0 && allowed <= limit && allowed + (statuses.get(429) ?? 0) === sent
    if (!isShared) throw new Error(counts)
    return counts
  },
}
