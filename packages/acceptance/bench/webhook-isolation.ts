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
const stuck = 10_000

/** How long the slowest twentieth takes to healthy endpoints while another one swallows what it gets and has thousands waiting, beside the same without. */
export const webhookIsolation = async (
  /** Of the broker user that the releases service has. */
  amqpUrl: string,
  receiver: WebhookEndpoints,
  waiting: WaitingDeliveries,
  healthy: readonly Endpoint[],
  body: string,
): Promise<Comparison> => {
  await using sender = await openSender(amqpUrl)
  /** Milliseconds from the message to the POST, at a steady load. */
  const slowestTwentieth = async (): Promise<number> => {
    await receiver.arrivals()
    for (let n = 0; n < shares; n++) {
      sender.share(healthy[n % healthy.length] as Endpoint, body)
      await delay(1_000 / perSecond)
    }
    const times = (await awaitPosts(receiver, shares)).map(latencyOf).toSorted((a, b) => a - b)
    return times[Math.ceil(shares * 0.95) - 1] ?? Number.NaN
  }
  // One that nothing is known of yet in each round.
  const blackHoles = await receiver.create(rounds + 1, 'black-hole')
  const besideBlackHole = async (): Promise<number> => {
    const { account, path } = blackHoles.pop() as Endpoint
    await waiting.insert([account], stuck, body)
    while (!(await receiver.arrivals()).swallowed.includes(path)) await delay(20)
    const time = await slowestTwentieth()
    await waiting.close([account])
    receiver.letGo()
    await waiting.drop([account])
    return time
  }
  return await compare({
    name: `webhooks to healthy endpoints, ${perSecond}/s, beside a black hole with ${stuck} waiting`,
    unit: 'ms',
    limit: { what: '19 of 20 without it are faster than', measure: slowestTwentieth },
    subject: { what: '19 of 20 beside it are faster than', measure: besideBlackHole },
    target: { atMost: 1.2 },
  })
}

/** Tells the webhooks service of shares, as the releases service does. */
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
