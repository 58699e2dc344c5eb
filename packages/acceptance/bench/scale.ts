import { join } from 'node:path'
import { prioritize } from '../noisy-neighbour/priority.ts'
import { connect, type Partner } from '../src/partners.ts'
import { processOf } from '../src/process-memory.ts'
import type { Description } from '../src/running-system.ts'
import { day, plainRelease } from '../src/trip.ts'
import { bigTrip, freshEdition } from './big-trip.ts'
import { builds } from './builds.ts'
import { rate } from './gateway.ts'
import { whileBuilderIsPaused } from './release-create.ts'
import type { Comparison } from './rounds.ts'
import { createCostTable, measured } from './scale-costs.ts'
import { pin, processors, treeOf } from './scale-processors.ts'
import { compareReplicas } from './scale-replicas.ts'
import { openSizes } from './scale-sizes.ts'
import { inParallel, openProgress, releaseClient } from './scale-work.ts'
import { openWaitingDeliveries } from './waiting-deliveries.ts'
import { startWebhookEndpoints } from './webhook-endpoints.ts'

interface Bench {
  system: Description
  /** The folder of the system's data. */
  data: string
  operator: Partner
  guidebook: string
  /** A token for the releases service, like the gateway's. */
  token: () => Promise<string>
}

/**
 * What a unit of each kind of work costs in each process, what a release leaves behind, and what a second replica adds. All by processor
 * time, because two processors cannot show in wall time what ten would do. The figures are the basis of docs/scaling.md.
 */
export const scale = async (bench: Bench): Promise<Comparison[]> => {
  const everything = [process.pid, ...measured.map((name) => processOf(bench.system, name))]
  for (const pid of everything.flatMap(treeOf)) prioritize(pid)
  for (const pid of everything) pin(pid, processors.ofOthers)
  try {
    const compared = await twoReplicas(bench)
    for (const pid of everything) pin(pid, processors.all)
    await costs(bench)
    return compared
  } finally {
    for (const pid of everything) pin(pid, processors.all)
  }
}

const twoReplicas = async ({ system, operator, guidebook, token }: Bench): Promise<Comparison[]> => {
  await using progress = await openProgress(system)
  await using receiver = await startWebhookEndpoints(system)
  await using waiting = await openWaitingDeliveries(system)
  const endpoints = (await receiver.create(256, 'webhook')).map(({ account }) => account)
  const body = JSON.stringify(plainRelease(operator.id, guidebook, 1))
  const create = async (origins: readonly string[], units: number) => {
    await using clients = new AsyncDisposableStack()
    const each = origins.map((origin) => clients.use(releaseClient(origin, operator, guidebook)))
    const one = async (index: number) => await each[index % each.length]?.create(await token())
    await inParallel(units, one, each.length)
  }
  const creations = { name: 'create a plain release', service: 'releases', units: 1_200, sliceMs: 8 }
  const deliveries = { name: 'deliver a webhook', service: 'webhooks', units: 5_120, sliceMs: 8 }
  const built = { name: 'build a plain release', service: 'builder', units: 16, sliceMs: 20 }
  return [
    ...(await whileBuilderIsPaused(system, () =>
      compareReplicas(system, { ...creations, work: (origins) => create(origins, creations.units) }),
    )),
    ...(await compareReplicas(system, {
      ...deliveries,
      async work() {
        await waiting.insert(endpoints, deliveries.units, body)
        await waiting.allSettled(endpoints)
      },
    })),
    ...(await compareReplicas(system, {
      ...built,
      work: () => progress.built.after(built.units, () => create([system.services.releases?.url ?? ''], built.units)),
    })),
  ]
}

const costs = async ({ system, data, operator, guidebook }: Bench): Promise<void> => {
  await using progress = await openProgress(system)
  await using receiver = await startWebhookEndpoints(system)
  const [seller] = await receiver.create(1, 'webhook')
  if (seller === undefined) throw new Error('no endpoint')
  await connect(system, operator, { id: seller.account })
  await using alone = releaseClient(system.baseUrl, operator, guidebook)
  await using shared = releaseClient(system.baseUrl, operator, guidebook, seller.oid)
  await using sizes = await openSizes(system, join(data, 'objects'))
  const table = await createCostTable(system)
  const { timeToPdf, send, finishedAt } = builds(system.baseUrl, operator)

  await whileBuilderIsPaused(system, async () => {
    await table.row('create a plain release', 1_500, () => inParallel(1_500, () => alone.create(operator.key)))
    await table.row('create one with a seller, and deliver', 600, () =>
      progress.delivered.after(600, () => inParallel(600, () => shared.create(operator.key))),
    )
  })
  await sizes.row('a plain release with a seller, built', 200, () =>
    table.row('the same, and build it', 200, () =>
      progress.built.after(200, () => inParallel(200, () => shared.create(operator.key))),
    ),
  )
  const trip = await freshEdition(920)
  const booking = (number: number) => {
    const request = bigTrip(operator.oid, 800_000 + number, trip)
    // Its page can be opened from today.
    request.publish.startDate = day(0)
    return JSON.stringify(request)
  }
  await sizes.row('a new trip with ten photographs, on demand', 1, () =>
    table.row('a new trip with ten photographs, on demand', 1, () => timeToPdf('POST', booking(0))),
  )
  await sizes.row('each further booking of that trip', 10, () =>
    table.row('each further booking of that trip', 10, async () => {
      for (let number = 1; number <= 10; number++) await timeToPdf('POST', booking(number))
    }),
  )
  const release = await send('POST', booking(11))
  await finishedAt(release)
  const page = new URL(release.url).pathname
  const noKey = async () => ''
  const read = (path: string, key: () => Promise<string>, count: number) => () => rate(system.baseUrl, path, key, count)
  await table.row(
    'read a release',
    1_500,
    read(`/content/release/${operator.id}/${release.link}`, async () => operator.key, 1_500),
  )
  await table.row('open its Trip Link page', 600, read(page, noKey, 600))
  await table.row('download its roadbook', 300, read(`${page}/roadbook.pdf`, noKey, 300))
}
