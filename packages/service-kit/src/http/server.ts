import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import type { Component } from '../lifecycle/component.ts'
import { type ConnectionLimits, cutStalledAnswers, limitConnections } from './connection-limits.ts'
import { beginDraining } from './draining.ts'

export interface HttpServer extends Component {
  /** Where it listens; with port 0 known once it has started. */
  readonly url: string
}

export interface ServerOptions {
  host: string
  /** 0: any free port. */
  port: number
  /** Longest time for a request to arrive completely, milliseconds. */
  requestTimeoutMs?: number
  /** Longest time that answers under way are waited for at the stop, milliseconds; then their connections are cut. */
  drainMs?: number
  /** Longest time that a client may take no byte of a waiting answer, milliseconds. */
  answerStallMs?: number
  /** How many connections are accepted; absent: as many as the system has. */
  connections?: ConnectionLimits
}

/** Listens for an app. Stopping takes no new connections, ends idle ones, lets running requests finish. */
export function httpServer(app: Koa, options: ServerOptions): HttpServer {
  const server = createServer({
    requestTimeout: options.requestTimeoutMs ?? 300_000,
    headersTimeout: Math.min(options.requestTimeoutMs ?? 20_000, 20_000),
    // Longer than the load balancers and clients in front keep idle connections, so that they and not we close them.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: Math.min(options.requestTimeoutMs ?? 10_000, 10_000),
  })
  cutStalledAnswers(server, options.answerStallMs ?? 30_000)
  if (options.connections) limitConnections(server, options.connections)
  server.on('request', app.callback())
  return {
    name: 'http',
    get url() {
      const { port } = server.address() as AddressInfo
      return `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
    },
    start: () => listen(server, options),
    stop: () => drain(server, app, options.drainMs ?? 10_000),
  }
}

function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function drain(server: Server, app: Koa, drainMs: number): Promise<void> {
  beginDraining(app)
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  // An answer that began before it was known to be the last of its connection said that this stays open.
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  await closed
  clearTimeout(cut)
  clearInterval(sweep)
}
