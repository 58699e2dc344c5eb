/** Sends a request, and again while a retry is safe and may help. */
import { ApiError, NetworkError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { CallOptions } from './options.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { pauseAfter } from './retry.ts'
import type { Timing } from './timing.ts'

export interface Transport {
  settings: Settings
  timing: Timing
}

export interface Exchange<T> {
  /** Throws a TypeError for a request that cannot be sent. */
  prepare(): PreparedRequest
  /** Reads what is needed of the response. Throws an ApiError when the service refused the request. */
  receive(response: Response): Promise<T>
}

/** Rejects with an ApiError, a NetworkError, or the reason of the caller's signal. */
export async function perform<T>(
  { settings, timing }: Transport,
  options: CallOptions,
  { prepare, receive }: Exchange<T>,
): Promise<T> {
  const { now, random, pause } = timing
  const { fetch, timeoutMs, attemptTimeoutMs, retries } = { ...settings, ...options }
  const { signal } = options
  const request = prepare()
  const until = now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    try {
      const ms = Math.max(0, Math.min(attemptTimeoutMs, until - now()))
      return await send({ request, receive, fetch, ms, signal })
    } catch (error) {
      const wait = pauseAfter(error, { attempt, repeatable: request.repeatable, random })
      if (wait === null || attempt > retries || now() + wait >= until) throw error
      await pause(wait, signal)
    }
  }
}

interface Attempt<T> extends Pick<Exchange<T>, 'receive'> {
  request: PreparedRequest
  fetch: typeof fetch
  /** Time limit, milliseconds. */
  ms: number
  signal: AbortSignal | undefined
}

async function send<T>({ request, receive, fetch, ms, signal }: Attempt<T>): Promise<T> {
  const { operation, url, init } = request
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), ms)
  try {
    const signals = signal === undefined ? [timeout.signal] : [timeout.signal, signal]
    return await receive(await fetch(url, { ...init, signal: AbortSignal.any(signals) }))
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    signal?.throwIfAborted()
    throw new NetworkError(operation, { timedOut: timeout.signal.aborted, cause })
  } finally {
    clearTimeout(timer)
  }
}
