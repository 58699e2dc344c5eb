import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Caller } from '../call/caller.ts'
import type { ReleaseAddress } from '../call/operation-types.ts'
import { isTemporary, requestedPause } from '../call/retry.ts'
import type { Build } from '../generated/types.ts'

/** The service sends an event or a comment at least every 15 seconds: a connection without one for so long is broken. */
const longestSilenceMs = 45_000
/** The service ends streams after minutes: clients must not all reconnect at once. */
const pauseMs = 2_000

export interface FollowOptions {
  /** Ends the iteration, which rejects with its reason. */
  signal?: AbortSignal
}

export async function* followBuild(
  caller: Caller,
  release: ReleaseAddress,
  { signal }: FollowOptions = {},
): AsyncGenerator<Build, never> {
  for (let last = ''; ; ) {
    let waitMs = pauseMs
    try {
      for await (const { event, data } of eventsOf(caller, release, signal)) {
        if (event !== 'build' || data === last) continue
        last = data
        yield JSON.parse(data) as Build
      }
    } catch (error) {
      // An outage may last longer than the retries of a request.
      if (!isTemporary(error, true)) throw error
      waitMs = Math.max(pauseMs, requestedPause(error))
    }
    await caller.pause(waitMs, signal)
  }
}

/** The events of one connection, until it ends. Rejects when no connection is opened, or with the signal's reason. */
async function* eventsOf(
  { download }: Caller,
  release: ReleaseAddress,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage> {
  const silence = new AbortController()
  const signals = signal === undefined ? [silence.signal] : [silence.signal, signal]
  const response = await download('followReleaseBuild', { params: release }, { signal: AbortSignal.any(signals) })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      timer = setTimeout(() => silence.abort(), longestSilenceMs)
      const chunk = await reader?.read()
      clearTimeout(timer)
      if (chunk === undefined || chunk.done) return
      parser.feed(chunk.value)
      yield* events.splice(0)
    }
  } catch {
    // The connection broke. The next one begins with the current build, so nothing is missed.
    signal?.throwIfAborted()
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}
