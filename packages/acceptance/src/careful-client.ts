import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { honoursIdempotencyKey } from '@guidebook/contracts'

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

export interface CarefulClient {
  /** Sends JSON, and again with the same Idempotency-Key until an answer came that is final. */
  send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>>
  /** The bytes of a file. */
  download(path: string): Promise<{ status: number; headers: Headers; bytes: Buffer }>
}

/** Longest time that a call is repeated. */
const patienceMs = 90_000

/** A partner that loses no call and repeats none twice over, whatever happens to the system meanwhile. */
export const carefulClient = (baseUrl: string, authorization: string | null): CarefulClient => {
  const attempt = async (path: string, init: RequestInit): Promise<Response> => {
    for (const until = Date.now() + patienceMs; ; await delay(200)) {
      try {
        const response = await fetch(new URL(path, baseUrl), { ...init, signal: AbortSignal.timeout(30_000) })
        const passing = response.status >= 502 || response.status === 429
        const running = response.status === 409 && response.headers.has('retry-after')
        if ((!passing && !running) || Date.now() > until) return response
        await response.body?.cancel()
      } catch (error) {
        if (Date.now() > until) throw error
      }
    }
  }
  const headers = (more: Record<string, string>): Record<string, string> =>
    authorization === null ? more : { authorization, ...more }
  return {
    async send(method, path, body) {
      const response = await attempt(path, {
        method,
        headers: headers({
          'content-type': 'application/json',
          ...(honoursIdempotencyKey(method, path) ? { 'idempotency-key': randomUUID() } : {}),
        }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    },
    async download(path) {
      const response = await attempt(path, { headers: headers({}) })
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    },
  }
}
