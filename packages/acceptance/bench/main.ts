/**
 * Runs the benchmarks (`npm run bench`). Each figure is compared to a limit measured in the same run (medians of five interleaved rounds).
 * Exits with 1 when a target is missed. Arguments select benchmarks: `npm run bench -- gateway relay`.
 */
import { randomUUID } from 'node:crypto'
import type { ServiceName } from '@guidebook/contracts'
import { createTokenIssuer, systemClock } from '@guidebook/service-kit'
import { createPartners } from '../src/partners.ts'
import { startSystem } from '../src/running-system.ts'
import { createContent } from '../src/trip.ts'
import { gateway } from './gateway.ts'
import { imports } from './import.ts'
import { memory } from './memory.ts'
import { offeredBuilds } from './offered-builds.ts'
import { editedBook, onDemand } from './on-demand.ts'
import { poiSync } from './poi-sync.ts'
import { portal } from './portal.ts'
import { relay } from './relay.ts'
import { releaseCreate } from './release-create.ts'
import { releaseRead } from './release-read.ts'
import { revoke } from './revoke.ts'
import { type Comparison, describe, holds } from './rounds.ts'
import { routeCreate } from './route-create.ts'
import { scale } from './scale.ts'
import { secondStart } from './second-start.ts'
import { tripPage } from './trip-page.ts'
import { webhooks } from './webhooks.ts'

const results: Comparison[] = []
const report = (comparisons: readonly Comparison[]) => {
  for (const comparison of comparisons) {
    results.push(comparison)
    console.log(describe(comparison))
  }
}

const names = [
  ...['relay', 'gateway', 'route', 'poi-sync', 'release-create', 'release-read', 'revoke', 'on-demand', 'edited-book'],
  ...['offered-builds', 'trip-page', 'webhooks', 'import', 'portal', 'scale', 'memory', 'start'],
] as const
type Name = (typeof names)[number]

const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !names.some((known) => known === name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`)
  process.exit(2)
}
const isSelected = (name: string) => selected.length === 0 || selected.includes(name)
/** `memory` is measured after these, so they also run when only `memory` is selected. */
const workForMemory = ['route', 'release-create', 'on-demand']

if (isSelected('relay')) report([await relay()])

const environment = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '1000000',
  TRAVELLER_RATE_LIMIT_PER_MINUTE: '1000000',
  WEBHOOK_RATE_PER_ENDPOINT: '10000',
  // Enough for a mail with a million rows.
  IMPORT_MAX_MAIL_BYTES: String(160 * 1024 * 1024),
}
// As in operation, the services are bundled.
await using system = await startSystem({ ...environment, GUIDEBOOK_FORM: 'built' })
const description = system.describe()
const { operator } = await createPartners(description)
const suffix = randomUUID().slice(0, 8)
const guidebook = await createContent(operator, suffix)
const library = `LIB-${suffix}`

const issuer = createTokenIssuer({ service: 'gateway', privateKey: system.privateKey('gateway'), clock: systemClock })
/** An internal token for the partner, like the gateway's. */
const token = (audience: ServiceName) => async () => {
  const { id: account, oid } = operator
  const identity = { scope: 'partner', account, oid, test: false, actor: 'bench' } as const
  return `Bearer ${await issuer.sign({ audience, identity })}`
}
const pathOfItem = async () => {
  const path = `/content/geodata?account=${operator.id}&library=${library}`
  const { body } = await operator.client.send<{ items: { id: string }[] }>('GET', path)
  return `/content/geodata/${body.items[0]?.id}`
}

const measurements: Record<Exclude<Name, 'relay'>, () => Promise<Comparison[]>> = {
  gateway: async () => [await gateway(description, operator, await pathOfItem(), token('geodata'))],
  route: () => routeCreate(description, operator, library),
  'poi-sync': () => poiSync(description, operator),
  'release-create': () => releaseCreate(description, operator, guidebook),
  'release-read': () => releaseRead(description, operator, guidebook, token('releases')),
  revoke: async () => [await revoke(description, operator)],
  'on-demand': () => onDemand(description.baseUrl, operator),
  'edited-book': () => editedBook(description.baseUrl, operator),
  'offered-builds': () => offeredBuilds(system.describe(), operator),
  'trip-page': async () => [await tripPage(description, operator)],
  webhooks: () => webhooks(system.describe(), operator, guidebook),
  import: () => imports(system.describe()),
  portal: () => portal(system.describe(), operator, { guidebook, library }),
  scale: () => scale({ system: system.describe(), data: system.data, operator, guidebook, token: token('releases') }),
  memory: async () => memory(system.describe()),
  start: async () => {
    await system.stop()
    return [await secondStart()]
  },
}
for (const [name, measure] of Object.entries(measurements)) {
  if (isSelected(name)) report(await measure())
  else if (isSelected('memory') && workForMemory.includes(name)) await measure()
}

const missed = results.filter((result) => !holds(result))
console.log(`${results.length - missed.length} of ${results.length} figures hold`)
process.exitCode = missed.length === 0 ? 0 : 1
