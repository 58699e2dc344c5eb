/**
 * Speed, each figure against a limit measured in the same run (medians of five interleaved rounds). Run by `npm run bench`;
 * ends with 1 when a target is missed. Arguments choose: `npm run bench -- gateway relay`.
 */
import { randomUUID } from 'node:crypto'
import { createTokenIssuer, systemClock } from '@guidebook/service-kit'
import { createPartners } from '../src/partners.ts'
import { startSystem } from '../src/running-system.ts'
import { createContent } from '../src/trip.ts'
import { gateway } from './gateway.ts'
import { onDemand } from './on-demand.ts'
import { poiSync } from './poi-sync.ts'
import { relay } from './relay.ts'
import { type Comparison, describe, holds } from './rounds.ts'
import { routeCreate } from './route-create.ts'
import { secondStart } from './second-start.ts'

const benches = ['start', 'on-demand', 'route', 'poi-sync', 'gateway', 'relay'] as const
const chosen = process.argv.slice(2)
const wanted = (name: (typeof benches)[number]) => chosen.length === 0 || chosen.includes(name)

const results: Comparison[] = []
const report = (...comparisons: Comparison[]) => {
  for (const comparison of comparisons) {
    results.push(comparison)
    console.log(describe(comparison))
  }
}

if (wanted('relay')) report(await relay())

await using system = await startSystem({ LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' })
const description = system.describe()
const { operator } = await createPartners(description)
const suffix = randomUUID().slice(0, 8)
await createContent(operator, suffix)
const library = `LIB-${suffix}`

if (wanted('gateway')) {
  const { body } = await operator.client.send<{ items: { id: string }[] }>(
    'GET',
    `/content/geodata?account=${operator.id}&library=${library}`,
  )
  const path = `/content/geodata/${body.items[0]?.id}`
  const issuer = createTokenIssuer({ service: 'gateway', privateKey: system.privateKey('gateway'), clock: systemClock })
  const { id: account, oid } = operator
  const identity = { scope: 'partner', account, oid, test: false, actor: 'bench' } as const
  const token = async () => `Bearer ${await issuer.sign({ audience: 'geodata', identity })}`
  report(await gateway(description, operator, path, token))
}
if (wanted('route')) report(...(await routeCreate(description, operator, library)))
if (wanted('poi-sync')) report(...(await poiSync(description, operator)))
if (wanted('on-demand')) report(await onDemand(description.baseUrl, operator))
if (wanted('start')) report(await secondStart(system))

const missed = results.filter((result) => !holds(result))
console.log(`${results.length - missed.length} of ${results.length} figures hold`)
process.exitCode = missed.length === 0 ? 0 : 1
