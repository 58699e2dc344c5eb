import { randomUUID } from 'node:crypto'
import type { Delivery, ReleaseRecord } from '@guidebook/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilNoneLeft } from '../../src/eventually.ts'
import { isSoak } from '../../src/is-soak.ts'
import { type Killed, signalBuilder } from '../../src/kill.ts'
import { connect, createPartner, type Partner, setWebhook } from '../../src/partners.ts'
import { seededRandom } from '../../src/seeded-random.ts'
import { createContent, plainRelease } from '../../src/trip.ts'
import { concurrentPosts, repeatedAcknowledgements, unexplainedRepeats } from '../../src/unexplained-repeats.ts'
import { linkOf } from '../../src/webhook-ledger.ts'
import type { FaultBench, FaultPlan } from './faults.ts'

const kills = 50
/** The short form has some for each fault and each reseller. Each is a release, which is built: that is most of the work. */
const shares = isSoak ? 1_000 : 12
const targets = ['webhooks', 'postgres', 'rabbitmq'] as const
/** Per cent of the faults that kill two processes at the same moment. */
const doubleOf100 = 30

/** The processes to kill in each fault. Every three faults begin with each target once. */
const planFaults = (seed: number): FaultPlan => {
  const faults: string[][] = []
  for (let n = 0; faults.flat().length < kills; n++) {
    const first = (n + seededRandom(seed, 'first', targets.length)) % targets.length
    const isDouble = faults.flat().length + 2 <= kills && seededRandom(seed, `double ${n}`, 100) < doubleOf100
    const other = (first + 1 + seededRandom(seed, `other ${n}`, targets.length - 1)) % targets.length
    faults.push([first, ...(isDouble ? [other] : [])].map((index) => targets[index] ?? targets[0]))
  }
  return faults
}

/** Kills processes during deliveries. A delivery whose sender died is sent again ten seconds after `WEBHOOK_TIMEOUT`. */
export const webhookFaults = ({ system, ledger, secrets, seed, faults: faultsOfTest }: FaultBench): void => {
  const faults = faultsOfTest(planFaults(seed))
  let operator: Partner
  let resellers: Partner[]
  let guidebook: string

  beforeAll(async () => {
    const description = system().describe()
    operator = await createPartner(description, 'operator', 'Alpine Walks')
    resellers = await Promise.all([1, 2, 3].map((n) => createPartner(description, 'reseller', `Travel Shop ${n}`)))
    for (const reseller of resellers) {
      await connect(description, operator, reseller)
      secrets.set(reseller.id, await setWebhook(description, reseller))
    }
    guidebook = await createContent(operator, randomUUID().slice(0, 8))
    if (isSoak) signalBuilder(system().describe(), 'SIGSTOP')
  }, 900_000)
  afterAll(async () => {
    if (isSoak && guidebook) signalBuilder(system().describe(), 'SIGCONT')
  }, 900_000)

  const shareOne = async (n: number) => {
    const reseller = resellers[n % resellers.length] as Partner
    const release = plainRelease(operator.id, guidebook, 100_000 + n, reseller.oid)
    const { status, body } = await operator.client.send<ReleaseRecord>('POST', '/content/release', release)
    expect(status, JSON.stringify(body)).toBe(201)
    return { account: reseller.id, link: body.link }
  }

  const shareMany = async (from: number, count: number) => {
    const shared: { account: string; link: string }[] = []
    for (let n = from; n < from + count; n++) shared.push(await shareOne(n))
    return shared
  }

  /** Kills processes during a randomly chosen POST. `newShares` is the least number of POSTs to come. */
  const killDuringPost = async (n: number, newShares: number): Promise<Killed[]> => {
    await ledger().arrivals(1 + seededRandom(seed, `moment ${n}`, newShares))
    return await faults.next()
  }

  const deliveriesOf = async ({ client, id }: Partner): Promise<(Delivery & { account: string })[]> => {
    const deliveries: (Delivery & { account: string })[] = []
    for (let path: string | null = '/account/webhook/deliveries?limit=200'; path !== null; ) {
      const { body }: { body: { items: Delivery[]; nextCursor: string | null } } = await client.send('GET', path)
      deliveries.push(...body.items.map((delivery) => ({ ...delivery, account: id })))
      path = body.nextCursor === null ? null : `/account/webhook/deliveries?limit=200&cursor=${body.nextCursor}`
    }
    return deliveries
  }
  const allDeliveries = async () => (await Promise.all(resellers.map(deliveriesOf))).flat()

  it(
    'dispatcher, broker and database are killed while releases are shared: each share is one delivery, acknowledged once or repeated for a reason',
    async () => {
      const killed: Killed[] = []
      const shared: { account: string; link: string }[] = []
      for (let n = 0; n < faults.plan.length; n++) {
        const count = Math.round((shares * (n + 1)) / faults.plan.length) - shared.length
        const [more, killedNow] = await Promise.all([shareMany(shared.length, count), killDuringPost(n, count)])
        shared.push(...more)
        killed.push(...killedNow)
      }
      expect([killed.length, shared.length]).toEqual([faults.plan.flat().length, shares])
      await untilNoneLeft('deliveries', 60_000, async () => {
        const delivered = (await allDeliveries()).filter(({ state }) => state === 'delivered')
        return shares - delivered.length
      })

      const deliveries = await allDeliveries()
      const inOrder = (some: readonly { account: string; link: string | null }[]) =>
        some.map(({ account, link }) => `${account} ${link}`).sort()
      expect(inOrder(deliveries.map(({ account, release }) => ({ account, link: release })))).toEqual(inOrder(shared))

      const posted = ledger().postedTo(resellers.map(({ id }) => id))
      expect(posted.filter(({ signed }) => !signed)).toEqual([])
      const postsById = Map.groupBy(posted, ({ webhookId }) => webhookId)
      expect([...postsById.keys()].sort()).toEqual(deliveries.map(({ webhookId }) => webhookId).sort())
      for (const { webhookId, account, release, attempts } of deliveries) {
        const same = postsById.get(webhookId) ?? []
        // All POSTs of an id have the same body and receiver, and the last one is acknowledged.
        expect(new Set(same.map((post) => `${post.account} ${post.body}`)).size, webhookId).toBe(1)
        expect(same.map((post) => [post.account, linkOf(post)])[0]).toEqual([account, release])
        expect(same.at(-1)?.status, webhookId).toBe(204)
        const acknowledged = (statuses: readonly (number | null)[]) =>
          statuses.filter((status) => status === 204).length
        const recorded = acknowledged(attempts.map(({ status }) => status))
        expect(recorded, webhookId).toBeGreaterThan(0)
        expect(recorded, webhookId).toBeLessThanOrEqual(acknowledged(same.map(({ status }) => status)))
      }
      const unanswered = deliveries.flatMap(({ webhookId, attempts }) =>
        attempts.filter(({ status }) => status === null).map(({ at }) => ({ webhookId, at: Date.parse(at) })),
      )
      expect(unexplainedRepeats(posted, killed, unanswered), JSON.stringify({ seed, killed })).toEqual([])
      expect(concurrentPosts(posted)).toEqual([])
      if (!isSoak) return
      const hit = (name: string) => killed.filter((one) => one.name === name)
      console.log({
        seed,
        shares,
        posts: posted.length,
        refused: posted.filter(({ status }) => status === 503).length,
        kills: targets.map((name) => `${name} ${hit(name).length}`).join(', '),
        repeats: repeatedAcknowledgements(posted).length,
        repeatsWithoutDispatcherKill: unexplainedRepeats(posted, hit('webhooks'), unanswered).length,
      })
    },
    faults.plan.length * 300_000,
  )
}
