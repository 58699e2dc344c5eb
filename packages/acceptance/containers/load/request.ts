import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

export interface Failure {
  at: string
  request: string
  reason: string
}

export interface Requests {
  /** Requests that were sent, without repetitions after a failure. */
  sent: number
  /** Requests that wait for a response. */
  running: number
  failures: Failure[]
}

export const noRequests = (): Requests => ({ sent: 0, running: 0, failures: [] })

const timeoutMs = 30_000
const pauseMs = 500
const attempts = 120

export type Send = ReturnType<typeof sender>

/**
 * Sends each request once and counts it as failed unless its response is final: no connection, no response, 429 or 5xx. A failed one is then
 * repeated with the same Idempotency-Key, as a partner would do, so that its outcome is certain.
 */
export function sender(baseUrl: string, requests: Requests) {
  return async (method: string, path: string, options: { key?: string; body?: unknown } = {}) => {
    const { key, body } = options
    const headers: Record<string, string> = {
      ...(key === undefined ? {} : { authorization: key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    requests.sent++
    requests.running++
    try {
      for (let attempt = 1; ; attempt++, await delay(pauseMs)) {
        const reason = await attemptOnce(baseUrl + path, init)
        if (typeof reason !== 'string') return reason
        if (attempt === 1)
          requests.failures.push({ at: new Date().toISOString(), request: `${method} ${path}`, reason })
        if (attempt === attempts) throw new Error(`${method} ${path} failed ${attempts} times: ${reason}`)
      }
    } finally {
      requests.running--
    }
  }
}

/** The final response, or why it is none. */
async function attemptOnce(url: string, init: RequestInit): Promise<{ status: number; bytes: Buffer } | string> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { status } = response
    return status === 429 || status >= 500 ? `${status} ${bytes.toString().slice(0, 200)}` : { status, bytes }
  } catch (error) {
    const { message, cause } = error as Error
    return cause instanceof Error ? `${message}: ${cause.message}` : message
  }
}
