import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Caller } from '../call/caller.ts'
import type { Build } from '../generated/types.ts'
import type { ReleaseAddress } from './release-address.ts'

/** The service says something at least every 15 seconds; a connection that is silent for so many milliseconds is broken. */
const longestSilenceMs = 45_000
/** Streams end after minutes; all that ended at one time must not come back at once. */
const pauseMs = 2_000

export interface FollowOptions {
  /** Ends the following; the iteration rejects with its reason. */
  signal?: AbortSignal
}

export async function* followBuild(
  caller: Caller,
  release: ReleaseAddress,
  { signal }: FollowOptions = {},
): AsyncGenerator<Build, never> {
  for (let told = ''; ; await caller.pause(pauseMs, signal)) {
    for await (const { event, data } of eventsOf(caller, release, signal)) {
      if (event !== 'build' || data === told) continue
      told = data
      yield JSON.parse(data) as Build
    }
  }
}

/** The events of one connection, until it ends or breaks. Rejects when the service refuses it, or with the signal's reason. */
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
    // The connection broke: a new one begins with the build as it is then, so that nothing is missed.
    signal?.throwIfAborted()
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}
