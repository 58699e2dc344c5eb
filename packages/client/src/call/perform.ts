/** Sends a request until there is an answer that counts, or until it is not worth another attempt. */
import { ApiError, NetworkError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { CallOptions } from './options.ts'
import type { PreparedRequest } from './prepare-request.ts'
import { refusalOf } from './refusal.ts'
import { pauseAfter } from './retry.ts'
import type { Surroundings } from './surroundings.ts'

/** Takes what it needs of an answer that is a success. */
export type Finish<T> = (response: Response) => Promise<T>

export interface World {
  settings: Settings
  surroundings: Surroundings
}

/** Rejects with an ApiError, a NetworkError, or the reason of the caller's signal. */
export async function perform<T>(
  request: PreparedRequest,
  options: CallOptions,
  finish: Finish<T>,
  world: World,
): Promise<T> {
  const { now, random, pause } = world.surroundings
  const { timeoutMs, attemptTimeoutMs, retries } = { ...world.settings, ...options }
  const { signal } = options
  const until = now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    try {
      const ms = Math.max(0, Math.min(attemptTimeoutMs, until - now()))
      return await send(request, { ms, signal }, finish, world)
    } catch (error) {
      const wait = pauseAfter(error, { attempt, repeatable: request.repeatable, random })
      if (wait === null || attempt > retries || now() + wait >= until) throw error
      await pause(wait, signal)
    }
  }
}

async function send<T>(
  { id, url, init }: PreparedRequest,
  { ms, signal }: { ms: number; signal: AbortSignal | undefined },
  finish: Finish<T>,
  { settings, surroundings }: World,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    const signals = signal === undefined ? [late.signal] : [late.signal, signal]
    const response = await settings.fetch(url, { ...init, signal: AbortSignal.any(signals) })
    if (response.ok || response.status === 304) return await finish(response)
    throw new ApiError(id, refusalOf(response, await response.text(), surroundings.now()))
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    signal?.throwIfAborted()
    throw new NetworkError(id, { timedOut: late.signal.aborted, cause })
  } finally {
    clearTimeout(timer)
  }
}
