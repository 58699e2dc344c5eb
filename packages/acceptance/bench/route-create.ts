import { randomUUID } from 'node:crypto'
import type { Partner } from '../src/partners.ts'
import type { Description } from '../src/running-system.ts'
import { type Comparison, compare, timed } from './rounds.ts'

const points = 100_000

const bodyText = (account: string, library: string): string => {
  const waypoints = Array.from({ length: points }, (_, index) => ({
    lat: Number((46.5 + Math.sin(index / 900) * 0.2 + index * 1e-6).toFixed(6)),
    lon: Number((8 + Math.cos(index / 700) * 0.2 + index * 1e-6).toFixed(6)),
    ele: Number((1500 + Math.sin(index / 300) * 400).toFixed(1)),
  }))
  const names = { en: 'A long way' }
  const route = { account, library: { customId: library }, customId: randomUUID(), names, attributes: {}, waypoints }
  return JSON.stringify(route)
}

/** Creates a route of 100,000 points through the gateway, compared to parsing its JSON. */
export const routeCreate = async (system: Description, partner: Partner, library: string): Promise<Comparison[]> => {
  let worstStall = 0
  const comparison = await compare({
    name: `create a route of ${points.toLocaleString('en')} points`,
    unit: 'ms',
    limit: {
      what: 'JSON.parse of its body',
      measure: async () => {
        const text = bodyText(partner.id, library)
        return await timed(() => JSON.parse(text))
      },
    },
    subject: {
      what: 'POST through the gateway',
      measure: async () => {
        const body = bodyText(partner.id, library)
        const services = ['gateway', 'geodata'].map((name) => system.services[name]?.healthUrl ?? '')
        await Promise.all(services.map(longestStall))
        const ms = await timed(async () => {
          const response = await fetch(`${system.baseUrl}/content/geodata/route`, {
            method: 'POST',
            headers: { authorization: partner.key, 'content-type': 'application/json' },
            body,
          })
          await response.arrayBuffer()
          if (response.status !== 201) throw new Error(`route: ${response.status}`)
        })
        worstStall = Math.max(worstStall, ...(await Promise.all(services.map(longestStall))))
        return ms
      },
    },
    target: { atMost: 7 },
  })
  const stall: Comparison = {
    name: 'longest event loop delay of gateway and geodata meanwhile',
    limit: { what: 'allowed', value: 150, unit: 'ms' },
    subject: { what: 'measured', value: worstStall, unit: 'ms' },
    ratio: worstStall / 150,
    target: { atMost: 1 },
  }
  return [comparison, stall]
}

/** The longest delay of a service's event loop since the last call, milliseconds; from its own metrics. */
const longestStall = async (healthUrl: string): Promise<number> => {
  const response = await fetch(`${healthUrl}/metrics`)
  const figure = /^nodejs_eventloop_delay_max[^ ]* ([\d.e+-]+)/m.exec(await response.text())?.[1]
  if (figure === undefined) throw new Error(`${healthUrl} does not report the delay of its event loop`)
  return Number(figure) * 1000
}
