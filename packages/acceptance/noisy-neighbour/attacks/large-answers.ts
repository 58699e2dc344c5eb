/** Large answers: many at once, read or not. */
import type { Attack } from '../attack.ts'
import { holdConnections } from '../raw-connections.ts'
import { sendRepeatedly } from '../send-repeatedly.ts'
import { createLongRoute, type Stage } from '../stage.ts'

/** Points of a route whose JSON has some 6.5 MB. */
const points = 120_000
const routes = new WeakMap<Stage, Promise<string>>()

/** The attacker's large route, created once. Returns its internal ID. */
const largeRoute = (stage: Stage): Promise<string> => {
  const existing = routes.get(stage)
  if (existing) return existing
  const [attacker] = stage.attackers
  const created = createLongRoute(attacker, { customId: 'LARGE', library: attacker.library, points })
  routes.set(stage, created)
  return created
}

/** Answers that are asked for and not read. */
export const unread: Attack[] = [
  {
    name: 'one key asks 135 times for a route of megabytes and reads nothing',
    async run(stage, signal, begun) {
      const id = await largeRoute(stage)
      const { key } = stage.attackers[0]
      const request = `GET /content/geodata/${id} HTTP/1.1\r\nHost: guidebook\r\nAuthorization: ${key}\r\n\r\n`
      await holdConnections({ url: stage.baseUrl, count: 135, send: () => request }, signal, begun)
    },
  },
  {
    name: 'one connection pipelines 500 requests for a route of megabytes and reads nothing',
    async run(stage, signal, begun) {
      const id = await largeRoute(stage)
      const { key } = stage.attackers[0]
      const request = `GET /content/geodata/${id} HTTP/1.1\r\nHost: guidebook\r\nAuthorization: ${key}\r\n\r\n`
      await holdConnections({ url: stage.baseUrl, count: 1, send: () => request.repeat(500) }, signal, begun)
    },
  },
  {
    name: 'a traveller asks 140 times for the page and the roadbook and reads nothing',
    run: ({ baseUrl, attackers: [{ link }] }, signal, begun) => {
      const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: guidebook\r\n\r\n`
      const paths = [`/t/${link}`, `/t/${link}/roadbook.pdf`]
      const send = (index: number) => request(paths[index % 2] ?? '').repeat(20)
      return holdConnections({ url: baseUrl, count: 140, send }, signal, begun)
    },
  },
]

/** Answers that are asked for again and again. */
export const repeatedReads: Attack[] = [
  {
    name: 'one key reads a route of megabytes 16 times at once, compressed, without a pause',
    async run(stage, signal, begun) {
      const id = await largeRoute(stage)
      const { key } = stage.attackers[0]
      const url = new URL(`/content/geodata/${id}`, stage.baseUrl).href
      const next = () => ({ method: 'GET', url, headers: { authorization: key, 'accept-encoding': 'br' } })
      await sendRepeatedly({ atOnce: 16, next }, signal, begun)
    },
  },
  {
    name: 'one key turns a long route into GPX and GeoJSON 32 times at once',
    async run(stage, signal, begun) {
      const id = await largeRoute(stage)
      const { key } = stage.attackers[0]
      const forms = ['gpx', 'geojson']
      const next = (index: number) => ({
        method: 'GET',
        url: new URL(`/content/geodata/${id}.${forms[index % 2]}`, stage.baseUrl).href,
        headers: { authorization: key },
      })
      await sendRepeatedly({ atOnce: 32, next }, signal, begun)
    },
  },
]
