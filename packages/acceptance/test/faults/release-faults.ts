import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReleaseRecord } from '@guidebook/contracts'
import { beforeAll, expect, it } from 'vitest'
import { untilNoneLeft } from '../../src/eventually.ts'
import { isSoak } from '../../src/is-soak.ts'
import { allReady } from '../../src/kill.ts'
import { listReleases } from '../../src/list-releases.ts'
import { createPartners, type Partners } from '../../src/partners.ts'
import { createContent, onDemandRelease, plainRelease } from '../../src/trip.ts'
import { linkOf } from '../../src/webhook-ledger.ts'
import type { FaultBench } from './faults.ts'

const names = ['webhooks', 'builder', 'releases', 'postgres', 'geodata', 'rabbitmq', 'gateway', 'importer']
/** Each process many times. */
const plan = Array.from({ length: 12 }, () => names.map((name) => [name])).flat()
/** The long form creates releases as fast as two processors build them. The short form needs only some during each fault. */
const pauseMs = isSoak ? 2_000 : 3_000
const leastReleases = isSoak ? 5 : 3

/** Kills every process while releases are created. */
export const releaseFaults = ({ system, ledger, secrets, faults: faultsOfTest }: FaultBench): void => {
  const faults = faultsOfTest(plan)
  let partners: Partners
  let guidebook: string
  const suffix = randomUUID().slice(0, 8)

  beforeAll(async () => {
    partners = await createPartners(system().describe())
    secrets.set(partners.reseller.id, partners.secret)
    guidebook = await createContent(partners.operator, suffix)
  }, 900_000)

  /** Creates releases one after the other until stopped, at least `leastReleases`. The stop function returns the accepted ones. */
  const createReleases = (
    firstCode: number,
    create: (code: number) => Promise<{ status: number; body: ReleaseRecord }>,
  ) => {
    const stopping = new AbortController()
    const { signal } = stopping
    const accepted: ReleaseRecord[] = []
    const done = (async () => {
      for (let code = firstCode; !signal.aborted || accepted.length < leastReleases; code++) {
        const { status, body } = await create(code)
        expect(status, JSON.stringify(body)).toBeOneOf([201, 202])
        accepted.push(body)
        // Stopping ends the pause.
        await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    })()
    return async () => {
      stopping.abort()
      await done
      return accepted
    }
  }

  const posted = () =>
    ledger()
      .postedTo([partners.reseller.id])
      .map((post) => ({ ...post, link: linkOf(post) }))

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
      for (let n = 0; n < faults.plan.length; n++) {
        await faults.next()
        await allReady(system())
      }
      const accepted = [...(await plain()), ...(await onDemand())]
      expect(accepted.length).toBeGreaterThan(faults.plan.length)

      // In the long form thousands are waiting: their number must decrease, however long that takes.
      await untilNoneLeft('releases to build', 120_000, async () => {
        return (await listReleases(operator)).filter(({ pdfAvailable }) => !pdfAvailable).length
      })
      await untilNoneLeft('webhooks to deliver', 60_000, () => {
        const delivered = new Set(posted().flatMap(({ link, status }) => (status === 204 ? [link] : [])))
        return accepted.filter(({ link }) => !delivered.has(link)).length
      })

      const records = await listReleases(operator)
      const inOrder = (some: ReleaseRecord[]) => some.map(({ link }) => link).sort()
      expect(inOrder(records)).toEqual(inOrder(accepted))
      expect(new Set(records.map(({ downloadCode }) => downloadCode)).size).toBe(records.length)
      const idsOfLink = Map.groupBy(posted(), ({ link }) => link)
      for (const [link, webhooks] of idsOfLink) {
        expect(new Set(webhooks.map(({ webhookId }) => webhookId)).size, `webhook ids of ${link}`).toBe(1)
      }
      expect(posted().filter(({ signed }) => !signed)).toEqual([])
    },
    faults.plan.length * 300_000,
  )
}
