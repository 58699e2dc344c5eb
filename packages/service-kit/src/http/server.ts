import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type Koa from 'koa'
import { ServiceError } from '../errors/service-error.ts'
import type { Component } from '../lifecycle/component.ts'
import { beginDraining } from './answer.ts'
import { type ConnectionLimits, cutStalledAnswers, limitConnections } from './connection-limits.ts'
import { connectionMetrics } from './connection-metrics.ts'

export interface HttpServer extends Component {
  /** Base URL; with port 0 it is known after the start. */
  readonly url: string
  /** False before the start, and as soon as the stop begins. */
  readonly isListening: boolean
}

export interface ServerOptions {
  /** Of the listener, in metrics; `http` by default. */
  name?: string
  host: string
  /** 0: any free port. */
  port: number
  /** Longest time for a request to arrive completely, milliseconds. */
  requestTimeoutMs?: number
  /** Longest wait for running requests at the stop, milliseconds; then their connections are closed. */
  drainMs?: number
  /** Longest time for which a client may read nothing of a pending response, milliseconds. */
  answerStallMs?: number
  /** Most connections; absent: unlimited. */
  connections?: ConnectionLimits
}

/**
 * Serves an app. After `retire`, every response closes its connection, so that clients open the next one elsewhere. Stopping refuses new
 * connections, closes idle ones and lets running requests finish.
 */
export function httpServer(app: Koa, options: ServerOptions): HttpServer {
  const server = createServer({
    requestTimeout: options.requestTimeoutMs ?? 300_000,
    headersTimeout: Math.min(options.requestTimeoutMs ?? 20_000, 20_000),
    // Longer than load balancers and clients keep idle connections, so that they close them, not the server.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: Math.min(options.requestTimeoutMs ?? 10_000, 10_000),
    // The app checks the header itself, so that the response is a problem document.
    requireHostHeader: false,
  })
  cutStalledAnswers(server, options.answerStallMs ?? 30_000)
  const sockets = new Set<Socket>()
  const onRefused = connectionMetrics(options.name ?? 'http', () => sockets.size)
  if (options.connections) limitConnections(server, options.connections, onRefused)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  forwardToApp(server, app)
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
    retire: () => beginDraining(app),
    stop: () => drain(server, app, sockets, options.drainMs ?? 10_000),
  }
}

/** Requests of a connection that may wait for the responses before them. Node reads on meanwhile, so without a limit they would fill the memory. */
const mostPipelined = 50

/** Passes every request to the app, and every parser error as its `clientError`, so that Node itself writes no response. */
function forwardToApp(server: Server, app: Koa): void {
  const handle = app.callback()
  const answers = new WeakMap<Duplex, ServerResponse>()
  const waiting = new WeakMap<Duplex, Set<ServerResponse>>()
  // A pipelined request waits for the response before it: otherwise one connection could have hundreds of running requests. Requests
  // after a response that closes the connection are ignored.
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    // The parser goes on to the end of what has arrived.
    if (socket.destroyed) return
    const previous = answers.get(socket)
    answers.set(socket, response)
    if (previous === undefined || previous.closed) return void handle(request, response)
    const held = waiting.get(socket) ?? new Set()
    waiting.set(socket, held.add(response))
    if (held.size > mostPipelined) return void socket.destroy()
    previous.once('close', () => {
      held.delete(response)
      if (socket.writable) void handle(request, response)
    })
  }
  const onUnreadable = (error: Error, socket: Duplex) => {
    const last = answers.get(socket)
    // Bytes written in the middle of a response would become part of it.
    const isWaiting = last !== undefined && waiting.get(socket)?.has(last)
    const isMidAnswer = isWaiting || (last?.headersSent && !last.writableFinished)
    if (!socket.writable || isMidAnswer || !app.emit('clientError', error, socket)) socket.destroy()
  }
  server.on('request', onRequest)
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1).
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

async function drain(server: Server, app: Koa, sockets: ReadonlySet<Socket>, drainMs: number): Promise<void> {
  beginDraining(app)
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  // A response that began before the drain has announced keep-alive, so its connection stays open and becomes idle.
  const sweep = setInterval(() => {
    server.closeIdleConnections()
    // Browsers and clients open connections in advance. Node waits for the first request of such a connection.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  await closed
  clearTimeout(cut)
  clearInterval(sweep)
}
