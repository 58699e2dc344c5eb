import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type Koa from 'koa'
import { ServiceError } from '../errors/service-error.ts'
import type { Component } from '../lifecycle/component.ts'
import { beginDraining } from './answer.ts'
import { type ConnectionLimits, cutStalledAnswers, limitConnections } from './connection-limits.ts'

export interface HttpServer extends Component {
  /** Where it listens; with port 0 known once it has started. */
  readonly url: string
  /** False before the start and from the stop on. */
  readonly isListening: boolean
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
    // The app asks for the header itself, so that a request without it gets a problem document too.
    requireHostHeader: false,
  })
  cutStalledAnswers(server, options.answerStallMs ?? 30_000)
  if (options.connections) limitConnections(server, options.connections)
  passOn(server, app)
  return {
    name: 'http',
    get url() {
      const { port } = server.address() as AddressInfo
      return `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`
    },
    get isListening() {
      return server.listening
    },
    start: () => listen(server, options),
    stop: () => drain(server, app, options.drainMs ?? 10_000),
  }
}

/** Hands over every request, and every one that the parser refused (as `clientError` of the app), so that Node itself answers none. */
function passOn(server: Server, app: Koa): void {
  const handle = app.callback()
  const answers = new WeakMap<Duplex, ServerResponse>()
  const waiting = new WeakSet<ServerResponse>()
  // Answers leave in the order of their requests anyway, so a pipelined request waits for the one before it: else one connection could have
  // hundreds under way. After an answer that closes the connection, those behind it are not looked at.
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const previous = answers.get(socket)
    answers.set(socket, response)
    if (previous === undefined || previous.closed) return void handle(request, response)
    waiting.add(response)
    previous.once('close', () => {
      waiting.delete(response)
      if (socket.writable) void handle(request, response)
    })
  }
  const onUnreadable = (error: Error, socket: Duplex) => {
    const last = answers.get(socket)
    // Whatever is written in the midst of an answer would be taken for a part of it.
    const isMidAnswer = last !== undefined && (waiting.has(last) || (last.headersSent && !last.writableFinished))
    if (!socket.writable || isMidAnswer || !app.emit('clientError', error, socket)) socket.destroy()
  }
  server.on('request', onRequest)
  // An expectation that is not understood may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', onRequest)
  server.on('clientError', onUnreadable)
  server.on('connect', (_, socket) => onUnreadable(new ServiceError('bad-target', { detail: noTunnels }), socket))
}

const noTunnels = 'The method CONNECT is not supported: this server opens no tunnels.'

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
