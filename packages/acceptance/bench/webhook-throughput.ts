import type { Description } from '../src/running-system.ts'
import { openBarePosts } from './bare-posts.ts'
import { type Comparison, compare, timed } from './rounds.ts'
import type { WaitingDeliveries } from './waiting-deliveries.ts'
import type { Endpoint, WebhookEndpoints } from './webhook-endpoints.ts'

const deliveries = 5_000
/** The dispatcher's default number of concurrent deliveries. */
const concurrency = 64

/** Pending deliveries sent and recorded per second, compared to a loop that only signs and posts the same to the same receiver. */
export const webhookThroughput = async (
  { webhookReceiver }: Description,
  receiver: WebhookEndpoints,
  waiting: WaitingDeliveries,
  endpoints: readonly Endpoint[],
  body: string,
): Promise<Comparison> => {
  const accounts = endpoints.map(({ account }) => account)
  await using bare = openBarePosts(webhookReceiver, endpoints, body, concurrency)
  return await compare({
    name: `deliver ${deliveries} webhooks, ${concurrency} in flight`,
    unit: 'deliveries/s',
    limit: {
      what: 'a bare loop that signs and posts',
      measure: async () => {
        const ms = await timed(() => bare.post(deliveries))
        await receiver.arrivals()
        return deliveries / (ms / 1_000)
      },
    },
    subject: {
      what: 'the dispatcher, every attempt recorded',
      measure: async () => {
        await waiting.insert(accounts, deliveries, body)
        await waiting.allSettled(accounts)
        const ended = performance.timeOrigin + performance.now()
        const { posts } = await receiver.arrivals()
        if (posts.length !== deliveries) throw new Error(`${posts.length} POSTs for ${deliveries} deliveries`)
        const began = posts.reduce((first, [, at]) => Math.min(first, at), Number.POSITIVE_INFINITY)
        return deliveries / ((ended - began) / 1_000)
      },
    },
    target: { atLeast: 0.25 },
  })
}
