import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilNoneLeft } from '../../src/eventually.ts'
import { allReady, kill } from '../../src/kill.ts'
import { createPartners, type Partner, type Partners } from '../../src/partners.ts'
import type { RunningSystem } from '../../src/running-system.ts'
import { createContent, onDemandRelease, plainRelease } from '../../src/trip.ts'
import { startReceiver, type WebhookReceiver } from '../../src/webhook-receiver.ts'

interface Record {
  link: string
  downloadCode: number
  pdfAvailable: boolean
}

/** The processes to kill together in each fault. The short form kills the same processes in half as many faults. */
const faults =
  process.env.SOAK === undefined
    ? [
        ['webhooks', 'builder'],
        ['releases', 'postgres'],
        ['geodata', 'rabbitmq'],
        ['gateway', 'importer'],
      ]
    : [['webhooks'], ['builder'], ['releases'], ['postgres'], ['geodata'], ['rabbitmq'], ['gateway'], ['importer']]

/** Kills every process while releases are created. */
export const releaseFaults = (systemOf: () => RunningSystem): void => {
  let partners: Partners
  let receiver: WebhookReceiver
  let guidebook: string
  /** The long form kills everything many times, and creates releases only as fast as two processors build them. */
  const { rounds, pauseMs } =
    process.env.SOAK === undefined ? { rounds: 1, pauseMs: 300 } : { rounds: 12, pauseMs: 2_000 }
  const suffix = randomUUID().slice(0, 8)

  beforeAll(async () => {
    partners = await createPartners(systemOf().describe())
    receiver = await startReceiver(systemOf().describe().webhookReceiver, partners.secret)
    guidebook = await createContent(partners.operator, suffix)
  }, 300_000)
  afterAll(async () => {
    await receiver?.stop()
  }, 120_000)

  /** Creates releases one after the other until stopped. The stop function returns the accepted ones. */
  const createReleases = (firstCode: number, create: (code: number) => Promise<{ status: number; body: Record }>) => {
    let isRunning = true
    const accepted: Record[] = []
    const done = (async () => {
      for (let code = firstCode; isRunning; code++) {
        const { status, body } = await create(code)
        expect(status, JSON.stringify(body)).toBeOneOf([201, 202])
        accepted.push(body)
        await delay(pauseMs)
      }
    })()
    return async () => {
      isRunning = false
      await done
      return accepted
    }
  }

  /** All releases of the account. */
  const listReleases = async ({ id, client }: Partner): Promise<Record[]> => {
    const records: Record[] = []
    for (let path: string | null = `/content/release/${id}?limit=200`; path !== null; ) {
      const { body }: { body: { items: Record[]; nextCursor: string | null } } = await client.send('GET', path)
      records.push(...body.items)
      path = body.nextCursor === null ? null : `/content/release/${id}?limit=200&cursor=${body.nextCursor}`
    }
    return records
  }

  it(
    'every process is killed while releases are created: each accepted one is built and delivered, and none exists twice',
    async () => {
      const { operator, reseller } = partners
      const plain = createReleases(100_000, (code) =>
        operator.client.send('POST', '/content/release', plainRelease(operator.id, guidebook, code, reseller.oid)),
      )
      const onDemand = createReleases(200_000, (code) =>
        operator.client.send(
          'POST',
          '/content/release/ondemand',
          onDemandRelease(operator.oid, code, `LIB-${suffix}`, reseller.oid),
        ),
      )
      for (let round = 0; round < rounds; round++) {
        for (const names of faults) {
          await Promise.all(names.map((name) => kill(systemOf(), name)))
          await allReady(systemOf())
        }
      }
      const accepted = [...(await plain()), ...(await onDemand())]
      expect(accepted.length).toBeGreaterThan(faults.flat().length)

      // In the long form thousands are waiting: their number must decrease, however long that takes.
      await untilNoneLeft('releases to build', 120_000, async () => {
        return (await listReleases(operator)).filter(({ pdfAvailable }) => !pdfAvailable).length
      })
      await untilNoneLeft('webhooks to deliver', 60_000, () => {
        const delivered = new Set(receiver.received.map(({ link }) => link))
        return accepted.filter(({ link }) => !delivered.has(link)).length
      })

      const records = await listReleases(operator)
      const inOrder = (some: Record[]) => some.map(({ link }) => link).sort()
      expect(inOrder(records)).toEqual(inOrder(accepted))
      expect(new Set(records.map(({ downloadCode }) => downloadCode)).size).toBe(records.length)
      const idsOfLink = Map.groupBy(receiver.received, ({ link }) => link)
      for (const [link, webhooks] of idsOfLink) {
        expect(new Set(webhooks.map(({ webhookId }) => webhookId)).size, `webhook ids of ${link}`).toBe(1)
      }
      expect(receiver.refused).toBe(0)
    },
    rounds * 600_000,
  )
}
