import { ApiError, acceptSuccess, defaults, perform, prepareRequest, systemTiming } from '@guidebook/client/internal'
import { honoursIdempotencyKey } from '@guidebook/contracts'
import { ExpectationError } from './checklist.ts'

export interface ApiAnswer<T> {
  status: number
  body: T
  headers: Headers
}

export interface Api {
  /** Sends and reads JSON. Throws an `ExpectationError` for any other status than the expected one. */
  send<T = unknown>(method: string, path: string, expected: number, body?: unknown): Promise<ApiAnswer<T>>
}

/** How long a call is retried while a part of the system is unavailable. */
const timeoutMs = 60_000

/** Retries every call that failed temporarily, with the same Idempotency-Key: the restart of a part of the system only delays it. */
export function apiAt(baseUrl: string, authorization: string): Api {
  const { origin } = new URL(baseUrl)
  const limits = { timeoutMs, attemptTimeoutMs: timeoutMs, retries: Number.POSITIVE_INFINITY }
  const settings = { ...defaults, ...limits, baseUrl: origin, authorization, userAgent: null }

  async function read<T>(response: Response): Promise<ApiAnswer<T>> {
    const text = await response.text()
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as T,
      headers: response.headers,
    }
  }

  return {
    async send<T>(method: string, path: string, expected: number, body?: unknown) {
      const id = `${method} ${path}`
      const operation = { id, method, path, keyed: honoursIdempotencyKey(method, path) }
      try {
        const answer = await perform(
          { settings, timing: systemTiming },
          {},
          {
            prepare: () => ({ ...prepareRequest(operation, { body }, {}, settings), repeatable: true }),
            receive: acceptSuccess(id, (response) => read<T>(response), systemTiming.now),
          },
        )
        if (answer.status === expected) return answer
        throw new ExpectationError(`${id}: status ${answer.status} instead of ${expected}`)
      } catch (error) {
        throw error instanceof ApiError ? new ExpectationError(error.message) : error
      }
    },
  }
}
