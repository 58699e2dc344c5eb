import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { honoursIdempotencyKey } from '@guidebook/contracts'
import { ExpectationError } from './checklist.ts'

export interface ApiAnswer<T> {
  status: number
  body: T
  headers: Headers
}

export interface Api {
  /** Sends JSON and reads JSON. Any other status than the expected one ends the step with the problem's own words. */
  send<T = unknown>(method: string, path: string, expected: number, body?: unknown): Promise<ApiAnswer<T>>
}

interface Problem {
  detail?: string
  title?: string
  code?: string
  errors?: { pointer: string; message: string }[]
}

/** How long a call is repeated while a part of the system is away. */
const patienceMs = 60_000
const pauseMs = 500
/** A part is away (503), too many calls (429), or the same call still runs (409 with `Retry-After`). */
const isPassing = ({ status, headers }: Response) =>
  [429, 502, 503, 504].includes(status) || (status === 409 && headers.has('retry-after'))

const explain = (status: number, text: string): string => {
  try {
    const { code, detail, title, errors = [] } = JSON.parse(text) as Problem
    const faults = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
    return `${status} ${code ?? ''} ${detail ?? title ?? ''} ${faults}`.replaceAll(/\s+/g, ' ').trim()
  } catch {
    return `${status} ${text.slice(0, 200)}`
  }
}

/**
 * Calls as a careful partner makes them: what did not come through is sent again with the same key, so that nothing happens twice
 * and a restart of any part is only a delay.
 */
export function apiAt(baseUrl: string, authorization: string): Api {
  return {
    async send<T>(method: string, path: string, expected: number, body?: unknown) {
      const headers: Record<string, string> = { authorization, accept: 'application/json' }
      if (body !== undefined) headers['content-type'] = 'application/json'
      if (honoursIdempotencyKey(method, path)) headers['idempotency-key'] = randomUUID()
      const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      for (const until = Date.now() + patienceMs; ; await delay(pauseMs)) {
        const response = await fetch(new URL(path, baseUrl), {
          ...request,
          signal: AbortSignal.timeout(patienceMs),
        }).catch((error: unknown) => {
          if (Date.now() > until) throw error
          return undefined
        })
        if (!response) continue
        const text = await response.text()
        if (response.status === expected) {
          return {
            status: expected,
            body: (text === '' ? undefined : JSON.parse(text)) as T,
            headers: response.headers,
          }
        }
        if (isPassing(response) && Date.now() < until) continue
        throw new ExpectationError(`${method} ${path} answered ${explain(response.status, text)}`)
      }
    },
  }
}
