import { connect, type Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { plainRelease } from '../src/trip.ts'
import { whileBuilderIsPaused } from './release-create.ts'
import type { Comparison } from './rounds.ts'
import { openWaitingDeliveries } from './waiting-deliveries.ts'
import { startWebhookEndpoints } from './webhook-endpoints.ts'
import { webhookIsolation } from './webhook-isolation.ts'
import { webhookLatency } from './webhook-latency.ts'
import { webhookMemory } from './webhook-memory.ts'
import { webhookThroughput } from './webhook-throughput.ts'

/** The webhook dispatcher: throughput, latency, memory, and isolation of endpoints. The builder is paused. */
export const webhooks = (system: Description, operator: Partner, guidebook: string): Promise<Comparison[]> =>
  whileBuilderIsPaused(system, async () => {
    const release = plainRelease(operator.id, guidebook, 1_800_000_000)
    const body = JSON.stringify((await operator.client.send('POST', '/content/release', release)).body)
    await using receiver = await startWebhookEndpoints(system)
    await using waiting = await openWaitingDeliveries(system)
    const endpoints = await receiver.create(32, 'webhook')
    const [seller] = endpoints
    if (seller === undefined) throw new Error('no endpoint')
    await connect(system, operator, { id: seller.account })
    return [
      await webhookThroughput(system, receiver, waiting, endpoints, body),
      await webhookLatency(operator, guidebook, receiver, seller),
      await webhookIsolation(system.brokers.releases ?? '', receiver, waiting, endpoints, body),
      await webhookMemory(system, waiting, endpoints, body),
    ]
  })
