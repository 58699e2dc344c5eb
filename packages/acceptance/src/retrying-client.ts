import {
  ApiError,
  defaults,
  isTemporary,
  perform,
  prepareRequest,
  readProblem,
  systemTiming,
  type Timing,
} from '@guidebook/client/internal'
import { isRemote } from './remote-system.ts'

export type RetryingClient = ReturnType<typeof retryingClient>

const limits = { timeoutMs: 90_000, attemptTimeoutMs: 30_000, retries: Number.POSITIVE_INFINITY }

/** Short pauses: the tests kill parts of the system and measure how soon it recovers. */
const timing: Timing = {
  ...systemTiming,
  random: () => 0,
  // A remote system has limits per minute, so the pause that it asks for is kept.
  pause: (ms, signal) => systemTiming.pause(isRemote ? Math.max(ms, 200) : 200, signal),
}

/** Retries every call that failed temporarily. Unlike the partners' client, it returns errors as responses. */
export function retryingClient(baseUrl: string, authorization: string | null) {
  function request(method: string, address: string, body?: unknown) {
    const { origin, pathname, search } = new URL(address, baseUrl)
    const path = pathname + search
    // Operations that do not support the key ignore it.
    const operation = { id: `${method} ${path}`, method, path, keyed: method !== 'GET' }
    const settings = { ...defaults, ...limits, baseUrl: origin, authorization, userAgent: null }
    return perform(
      { settings, timing },
      {},
      {
        prepare: () => ({ ...prepareRequest(operation, { body }, {}, settings), repeatable: true }),
        receive: (response) => receive(operation.id, response),
      },
    )
  }

  return {
    /** Sends JSON, with the same Idempotency-Key until a response is final. */
    async send<T>(method: string, path: string, body?: unknown) {
      const { status, headers, bytes } = await request(method, path, body)
      return { status, headers, body: (bytes.length === 0 ? undefined : JSON.parse(bytes.toString())) as T }
    },
    /** The bytes of a file. */
    download: (path: string) => request('GET', path),
  }
}

async function receive(operation: string, response: Response) {
  const { status, headers } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  const error = new ApiError(operation, readProblem(response, bytes.toString(), systemTiming.now()))
  if (!response.ok && isTemporary(error, true)) throw error
  return { status, headers, bytes }
}
