import { createConnection } from 'node:net'
import type { Operation } from '@guidebook/contracts'
import type { HealthCheck } from '../../src/health.ts'
import { type AppOptions, createApp, createHealthApp } from '../../src/http/app.ts'
import { createReadiness } from '../../src/http/readiness.ts'
import { type HttpServer, httpServer, type ServerOptions } from '../../src/http/server.ts'
import { createLogger, meter, type Route } from '../../src/index.ts'

export interface TestApp extends AsyncDisposable {
  url: string
  port: number
  /** The log so far. */
  lines: Record<string, unknown>[]
  fetch(path: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

/** A service's HTTP server on a free port, with its log in memory. */
export async function testApp(
  routes: readonly Route[],
  options: Partial<AppOptions> & Partial<ServerOptions> = {},
): Promise<TestApp> {
  const { lines, log } = logInMemory()
  const app = createApp({
    service: 'geodata',
    routes,
    verifier: null,
    log,
    metrics: meter('geodata'),
    maxBodyBytes: 64 * 1024 * 1024,
    publicUrl: 'https://guide.example',
    ...options,
  })
  return { lines, ...(await listening(httpServer(app, { host: '127.0.0.1', port: 0, ...options }))) }
}

/** A health listener on a free port. */
export async function testHealth(
  checks: readonly HealthCheck[],
  options: { checkDeadlineMs?: number; isServing?: () => boolean } = {},
): Promise<TestApp> {
  const { lines, log } = logInMemory()
  const readiness = createReadiness({ checks, log, isServing: () => true, ...options })
  const app = createHealthApp({ readiness, log, metrics: meter('geodata'), publicUrl: 'https://guide.example' })
  return { lines, ...(await listening(httpServer(app, { host: '127.0.0.1', port: 0 }))) }
}

function logInMemory() {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return { lines, log: createLogger({ service: 'geodata', level: 'debug', destination }) }
}

async function listening(server: HttpServer): Promise<Omit<TestApp, 'lines'>> {
  await server.start?.()
  const { url } = server
  const stop = async () => server.stop?.()
  return {
    url,
    port: Number(new URL(url).port),
    fetch: (path, init) => fetch(url + path, init),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** An operation with defaults for the parts that do not matter to a test. */
export function operation<const O extends Partial<Operation> & Pick<Operation, 'method' | 'path' | 'responses'>>(
  parts: O,
) {
  const rest = {
    id: 'tried',
    service: 'geodata',
    audience: 'partner',
    tag: 'Test',
    summary: 'Tried',
    errors: [],
  } as const
  return { ...rest, ...parts } as unknown as O & Omit<typeof rest, keyof O>
}

export function sendJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

/** Sends bytes unchanged and returns everything received until the connection closed. `later` is sent when the response begins. */
export function rawExchange(port: number, bytes: string, later?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk) => {
      if (answer === '' && later !== undefined) socket.write(later)
      answer += chunk
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}
