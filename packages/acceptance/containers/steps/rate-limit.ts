import type { Step } from '../step.ts'

/** The usual limit of requests without a valid key from one address, per minute. */
const limit = 60
const sent = limit * 3

export const rateLimit: Step = {
  name: 'rate-limit',
  title: 'a limit per minute counts the requests of all gateways together',
  async run({ system }) {
    const gateways = (await system.replicas('gateway')).length
    if (gateways < 2) throw new Error('this step needs two replicas of the gateway: run the step scale before')
    const { GUIDEBOOK_PORT = '8080' } = system.env
    const statuses = new Map<number, number>()
    for (let n = 0; n < sent; n++) {
      const { status } = await fetch(`http://127.0.0.1:${GUIDEBOOK_PORT}/account`, {
        headers: { authorization: `no-such-key-${n}`, connection: 'close' },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const counts = `${gateways} gateways, ${sent} requests, ${[...statuses].map(([status, n]) => `${n} with ${status}`).join(', ')}`
    const refused = statuses.get(401) ?? 0
    // Each gateway alone would allow as many.
    if (refused > limit || refused + (statuses.get(429) ?? 0) !== sent) throw new Error(counts)
    return counts
  },
}
