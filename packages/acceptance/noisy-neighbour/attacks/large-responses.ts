/** Many concurrent large responses, read or unread. */
import { isSoak } from '../../src/is-soak.ts'
import type { Attack } from '../attack.ts'
import { holdConnections } from '../raw-connections.ts'
import { createLongRoute, type Scenario } from '../scenario.ts'
import { sendRepeatedly } from '../send-repeatedly.ts'

/** The JSON of the route has about 6.5 MB, or 2.2 MB in the short form: more than any buffer on the way. */
const points = isSoak ? 120_000 : 40_000
const routes = new WeakMap<Scenario, Promise<string>>()

/** The attacker's large route, created once. Returns its internal ID. */
const largeRoute = (scenario: Scenario): Promise<string> => {
  const existing = routes.get(scenario)
  if (existing) return existing
  const [attacker] = scenario.attackers
  const created = createLongRoute(attacker, { customId: 'LARGE', library: attacker.library, points })
  routes.set(scenario, created)
  return created
}

/** Responses that the client requests and does not read. */
export const unread: Attack[] = [
  {
    name: 'one key requests a route of megabytes 135 times and reads nothing',
    async run(scenario, signal, begun) {
      const id = await largeRoute(scenario)
      const { key } = scenario.attackers[0]
      const request = `GET /content/geodata/${id} HTTP/1.1\r\nHost: guidebook\r\nAuthorization: ${key}\r\n\r\n`
      await holdConnections({ url: scenario.baseUrl, count: 135, send: () => request }, signal, begun)
    },
  },
  {
    name: 'one connection pipelines 500 requests for a route of megabytes and reads nothing',
    async run(scenario, signal, begun) {
      const id = await largeRoute(scenario)
      const { key } = scenario.attackers[0]
      const request = `GET /content/geodata/${id} HTTP/1.1\r\nHost: guidebook\r\nAuthorization: ${key}\r\n\r\n`
      await holdConnections({ url: scenario.baseUrl, count: 1, send: () => request.repeat(500) }, signal, begun)
    },
  },
  {
    name: 'a traveller requests the page and the roadbook on 140 connections and reads nothing',
    run: ({ baseUrl, attackers: [{ link }] }, signal, begun) => {
      const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: guidebook\r\n\r\n`
      const paths = [`/t/${link}`, `/t/${link}/roadbook.pdf`]
      const send = (index: number) => request(paths[index % 2] ?? '').repeat(20)
      return holdConnections({ url: baseUrl, count: 140, send }, signal, begun)
    },
  },
]

/** Responses that the client requests repeatedly. */
export const repeatedReads: Attack[] = [
  {
    name: 'one key reads a route of megabytes 16 times at once, compressed, without a pause',
    async run(scenario, signal, begun) {
      const id = await largeRoute(scenario)
      const { key } = scenario.attackers[0]
      const url = new URL(`/content/geodata/${id}`, scenario.baseUrl).href
      const next = () => ({ method: 'GET', url, headers: { authorization: key, 'accept-encoding': 'br' } })
      await sendRepeatedly({ concurrency: 16, next }, signal, begun)
    },
  },
  {
    name: 'one key requests a long route as GPX and GeoJSON 32 times at once',
    async run(scenario, signal, begun) {
      const id = await largeRoute(scenario)
      const { key } = scenario.attackers[0]
      const forms = ['gpx', 'geojson']
      const next = (index: number) => ({
        method: 'GET',
        url: new URL(`/content/geodata/${id}.${forms[index % 2]}`, scenario.baseUrl).href,
        headers: { authorization: key },
      })
      await sendRepeatedly({ concurrency: 32, next }, signal, begun)
    },
  },
]
