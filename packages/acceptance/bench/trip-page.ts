import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { day } from '../src/trip.ts'
import { startBareServer } from './bare-server.ts'
import { bigTrip, freshEdition } from './big-trip.ts'
import { builds } from './builds.ts'
import { rate } from './gateway.ts'
import { type Comparison, compare } from './rounds.ts'

const pages = 600

/** The page of a trip with ten stages through the gateway, compared to a bare Koa that returns the same page from memory. */
export const tripPage = async (system: Description, partner: Partner): Promise<Comparison> => {
  const { send, finishedAt } = builds(system.baseUrl, partner)
  const trip = bigTrip(partner.oid, 700_000, await freshEdition(700))
  trip.publish.startDate = day(0)
  const release = await send('POST', JSON.stringify(trip))
  await finishedAt(release)
  const path = new URL(release.url).pathname
  const page = await (await fetch(new URL(path, system.baseUrl))).text()
  await using bare = await startBareServer('./bare-page.ts', page)
  const noKey = async () => ''
  return await compare({
    name: `a Trip Link page of ten stages (${Math.round(Buffer.byteLength(page) / 1_000)} kB)`,
    unit: 'pages/s',
    limit: { what: 'a bare Koa with the page in memory', measure: () => rate(bare.origin, path, noKey, pages) },
    subject: { what: 'through the gateway', measure: () => rate(system.baseUrl, path, noKey, pages) },
    target: { atLeast: 0.5 },
  })
}
