import { setTimeout as delay } from 'node:timers/promises'
import { queueName } from '@guidebook/contracts'
import { uuidv7 } from '@guidebook/service-kit'
import { exchangeName } from '@guidebook/service-kit/topology'
import { connect } from 'amqplib'
import { type Comparison, compare, rounds } from './rounds.ts'
import type { WaitingDeliveries } from './waiting-deliveries.ts'
import type { Endpoint, WebhookEndpoints } from './webhook-endpoints.ts'
import { awaitPosts, latencyOf } from './webhook-latency.ts'

const shares = 150
const perSecond = 60
const blackHoleDeliveries = 10_000

/** The 95th percentile of latencies to healthy endpoints beside one that never responds and has thousands of pending deliveries, and without it. */
export const webhookIsolation = async (
  /** With the broker user of the releases service. */
  amqpUrl: string,
  receiver: WebhookEndpoints,
  waiting: WaitingDeliveries,
  healthy: readonly Endpoint[],
  body: string,
): Promise<Comparison> => {
  await using sender = await openSender(amqpUrl)
  /** The 95th percentile of the milliseconds from the message to the POST at a steady load. */
  const percentile95 = async (): Promise<number> => {
    await receiver.arrivals()
    for (let n = 0; n < shares; n++) {
      sender.share(healthy[n % healthy.length] as Endpoint, body)
      await delay(1_000 / perSecond)
    }
    const times = (await awaitPosts(receiver, shares)).map(latencyOf).toSorted((a, b) => a - b)
    return times[Math.ceil(shares * 0.95) - 1] ?? Number.NaN
  }
  // A new one in each round, of which the dispatcher has no history.
  const blackHoles = await receiver.create(rounds + 1, 'black-hole')
  const besideBlackHole = async (): Promise<number> => {
    const { account, path } = blackHoles.pop() as Endpoint
    await waiting.insert([account], blackHoleDeliveries, body)
    while (!(await receiver.arrivals()).swallowed.includes(path)) await delay(20)
    const time = await percentile95()
    await waiting.disable([account])
    receiver.closeBlackHoles()
    await waiting.deletePending([account])
    return time
  }
  return await compare({
    name: `webhooks to healthy endpoints, ${perSecond}/s, beside a black hole with ${blackHoleDeliveries} pending`,
    unit: 'ms',
    limit: { what: '95th percentile without it', measure: percentile95 },
    subject: { what: '95th percentile beside it', measure: besideBlackHole },
    target: { atMost: 1.2 },
  })
}

/** Publishes shares to the webhooks service, as the releases service does. */
const openSender = async (amqpUrl: string) => {
  const connection = await connect(amqpUrl)
  const channel = await connection.createConfirmChannel()
  const source = 'releases'
  const type = 'release.shared.v1'
  return {
    share({ account }: Endpoint, body: string): void {
      const id = uuidv7()
      const head = { specversion: '1.0', id, source: `/${source}`, type, time: new Date().toISOString() }
      const data = { account, generation: 1, record: JSON.parse(body) }
      const event = JSON.stringify({ ...head, datacontenttype: 'application/json', data })
      const properties = {
        persistent: true,
        messageId: id,
        type,
        userId: decodeURIComponent(new URL(amqpUrl).username),
      }
      channel.publish(exchangeName(source), queueName('webhooks', type), Buffer.from(event), properties)
    },
    async [Symbol.asyncDispose]() {
      await channel.waitForConfirms()
      await connection.close()
    },
  }
}
