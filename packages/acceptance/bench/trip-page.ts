import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { day } from '../src/trip.ts'
import { startBareServer } from './bare-server.ts'
import { bigTrip, freshEdition } from './big-trip.ts'
import { builds } from './builds.ts'
import { rate } from './gateway.ts'
import { type Comparison, compare } from './rounds.ts'

const pages = 600

/** The page of a trip of ten stages through the gateway, against a bare Koa that answers the same page from memory. */
export const tripPage = async (system: Description, partner: Partner): Promise<Comparison> => {
  const { send, availableSince } = builds(system.baseUrl, partner)
  const trip = bigTrip(partner.oid, 700_000, await freshEdition(700))
  trip.publish.startDate = day(0)
  const release = await send('POST', JSON.stringify(trip))
  await availableSince(release)
  const path = new URL(release.url).pathname
  const page = await (await fetch(new URL(path, system.baseUrl))).text()
  await using bare = await startBareServer('./bare-page.ts', page)
  const nobody = async () => ''
  return await compare({
    name: `a Trip Link page of ten stages (${Math.round(Buffer.byteLength(page) / 1_000)} kB)`,
    unit: 'pages/s',
    limit: { what: 'a bare Koa that has it in memory', measure: () => rate(bare.origin, path, nobody, pages) },
    subject: { what: 'through the gateway', measure: () => rate(system.baseUrl, path, nobody, pages) },
    target: { atLeast: 0.5 },
  })
}
