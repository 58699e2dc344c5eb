import type { Operation, ServiceName } from '@guidebook/contracts'
import type { Component } from '@guidebook/service-kit'
import { Pool } from 'undici'

/** Connections to one service. */
const connections = 128

export interface Upstream {
  pool: Pool
  /** Host and port, for traces. */
  host: string
  /** What stands before every path, usually nothing. */
  prefix: string
  /** Requests that are not answered yet. */
  underWay: number
}

export type UpstreamName = Exclude<ServiceName, 'gateway'>

/** One pool of connections for each service, so that one that hangs holds up no requests to another. */
export function createUpstreams(
  urls: Readonly<Record<UpstreamName, string>>,
  timeoutMs: number,
): { of(operation: Operation): Upstream | null; component: Component } {
  const upstreams = new Map<string, Upstream>()
  for (const [name, url] of Object.entries(urls)) {
    const { origin, host, pathname } = new URL(url)
    const pool = new Pool(origin, {
      connections,
      connect: { timeout: 2_000 },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    upstreams.set(name, { pool, host, prefix: pathname.replace(/\/$/, ''), underWay: 0 })
  }
  return {
    of: ({ service }) => upstreams.get(service) ?? null,
    component: {
      name: 'upstreams',
      stop: async () => {
        await Promise.all([...upstreams.values()].map(({ pool }) => pool.destroy()))
      },
    },
  }
}
