/** Sends a request, and again while a retry is safe and may help. */
import { ApiError, NetworkError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import type { Settings } from '../settings.ts'
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
  const { fetch } = settings
  const { signal } = options
  // An option may be present and undefined.
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs
  const attemptTimeoutMs = options.attemptTimeoutMs ?? settings.attemptTimeoutMs
  const retries = options.retries ?? settings.retries
  const { operation, url, init, repeatable } = prepare()
  const until = now() + timeoutMs

  async function send(): Promise<T> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), Math.max(0, Math.min(attemptTimeoutMs, until - now())))
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

  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    try {
      return await send()
    } catch (error) {
      const wait = pauseAfter(error, { attempt, repeatable, random })
      if (wait === null || attempt > retries || now() + wait >= until) throw error
      await pause(wait, signal)
    }
  }
}
