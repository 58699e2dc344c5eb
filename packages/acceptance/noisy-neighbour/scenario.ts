import { randomUUID } from 'node:crypto'
import { importSettings } from '../src/account/fixtures.ts'
import { eventually } from '../src/eventually.ts'
import { createPartner, type Partner, supportOf } from '../src/partners.ts'
import type { Description, SystemHandle } from '../src/running-system.ts'
import { createContent, onDemandRelease, plainRelease } from '../src/trip.ts'
import type { BystanderRequest } from './bystander.ts'

/** An account with a guidebook, an open release and a configuration for CSV imports. */
export interface PreparedAccount extends Partner {
  library: string
  routeId: string
  /** A route that is so long that a worker writes its GPX. */
  longRouteId: string
  guidebook: string
  /** Slug of the Trip Link. */
  link: string
}

/** The system under attack, and the accounts of the attacker and the bystander. */
export interface Scenario {
  system: SystemHandle
  baseUrl: string
  /** All belong to one attacker, for attacks that a limit per account does not stop. */
  attackers: readonly [PreparedAccount, PreparedAccount, PreparedAccount]
  bystander: PreparedAccount
}

export const createScenario = async (system: SystemHandle): Promise<Scenario> => {
  const description = system.describe()
  const account = () => prepareAccount(description)
  const [bystander, ...attackers] = await Promise.all([account(), account(), account(), account()])
  return { system, baseUrl: description.baseUrl, attackers, bystander }
}

const prepareAccount = async (description: Description): Promise<PreparedAccount> => {
  const partner = await createPartner(description, 'operator', 'Alpine Walks')
  const suffix = randomUUID().slice(0, 8)
  const guidebook = await createContent(partner, suffix)
  const library = `LIB-${suffix}`
  const path = `/content/geodata?account=${partner.id}&library=${library}`
  const { body: found } = await partner.client.send<{ items: { id: string }[] }>('GET', path)
  const release = await partner.client.send<{ link: string }>(
    'POST',
    '/content/release',
    plainRelease(partner.id, guidebook, 1),
  )
  const { link } = release.body
  await built(partner, link)
  await configureImport(description, partner)
  const longRouteId = await createLongRoute(partner, { customId: 'LONG', library, points: 3_000 })
  return { ...partner, library, routeId: found.items[0]?.id ?? '', longRouteId, guidebook, link }
}

export interface LongRoute {
  customId: string
  library: string
  points: number
}

/** Returns the internal ID of a new route. */
export const createLongRoute = async (
  { id, client }: Partner,
  { customId, library, points }: LongRoute,
): Promise<string> => {
  const waypoints = Array.from({ length: points }, (_, index) => ({
    lat: 46.5 + (index % 977) * 0.000_123_4,
    lon: 8.1 + index * 0.000_000_7,
    ele: 1_000 + (index % 311) / 7,
  }))
  const { status, body } = await client.send<{ id: string }>('POST', '/content/geodata/route', {
    account: id,
    library: { customId: library },
    customId,
    names: { en: 'Long' },
    attributes: {},
    icon: { name: 'hiking' },
    waypoints,
  })
  if (status !== 201) throw new Error(`long route: ${status} ${JSON.stringify(body)}`)
  return body.id
}

const configureImport = async (description: Description, { id }: Partner): Promise<void> => {
  const settings = importSettings(`bookings@${id}.example`)
  const { status, body } = await supportOf(description).send('PUT', `/admin/accounts/${id}/import`, settings)
  if (status !== 200) throw new Error(`import configuration: ${status} ${JSON.stringify(body)}`)
}

export const csvHeader = 'Booking;Tour;Language;Arrival;Departure;Persons\r\n'

/** Resolves when the newest build of the release has completed. */
export const built = ({ id, client }: Partner, link: string): Promise<void> =>
  eventually(`the build of ${link}`, 120_000, async () => {
    const { body } = await client.send<{ state: string }>('GET', `/content/release/${id}/${link}/build`)
    return body.state === 'completed'
  })

/** Typical requests of partners and travellers. */
export const bystanderRequests = ({ baseUrl, bystander }: Scenario): BystanderRequest[] => {
  const { id, key, link, library, routeId, longRouteId } = bystander
  const headers = { authorization: key }
  const get = (path: string, sent: Record<string, string> = headers) => ({
    method: 'GET',
    url: new URL(path, baseUrl).href,
    headers: sent,
  })
  return [
    get('/account'),
    get(`/content/release/${id}/${link}`),
    get(`/t/${link}`, {}),
    get(`/content/geodata/${routeId}`),
    get(`/content/geodata/${longRouteId}.gpx`),
    get('/account/imports'),
    {
      method: 'PUT',
      url: new URL(`/content/library/${library}`, baseUrl).href,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ account: id, names: { en: 'Library' } }),
    },
  ]
}

let codes = 1_000

/** The bystander's long-running jobs. Each returns its duration in milliseconds. */
export const jobs = {
  /** From the request for an on-demand release with one stage to the end of its build. */
  async build({ bystander }: Scenario): Promise<number> {
    const start = performance.now()
    const request = onDemandRelease(bystander.oid, ++codes, bystander.library)
    const { status, body } = await bystander.client.send<{ link: string }>('POST', '/content/release/ondemand', request)
    if (status !== 202) throw new Error(`on demand: ${status} ${JSON.stringify(body)}`)
    await built(bystander, body.link)
    return performance.now() - start
  },
  /** The preview of a file with one row. */
  async preview({ baseUrl, bystander }: Scenario): Promise<number> {
    const start = performance.now()
    const response = await fetch(new URL('/account/imports/preview', baseUrl), {
      method: 'POST',
      headers: { authorization: bystander.key, 'content-type': 'text/csv' },
      body: `${csvHeader}${++codes};${bystander.guidebook};de;2030-05-01;2030-05-04;2\r\n`,
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`preview: ${response.status} ${text}`)
    return performance.now() - start
  },
}
