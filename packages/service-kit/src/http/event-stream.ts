import { Readable } from 'node:stream'
import type { Reply } from './route.ts'

/** One thing, watched by one client. */
export interface Watched<T> {
  /** What the client's events are called. */
  event: string
  /** How it is now; null ends the stream. */
  look(): Promise<T | null>
  /** Whether the stream should end, so that the service can stop. */
  isOver(): boolean
}

/** Milliseconds. */
const lookEvery = 1_000
/** Proxies and clients take a connection that says nothing for a dead one. */
const quietFor = 15_000
/** Nobody is watched over for ever; a client that still wants to know comes again. */
const longest = 300_000
/** How long a client waits before it comes again. */
const comeBackAfter = 2_000

/**
 * The answer to one who watches: server-sent events (WHATWG HTML, "Server-sent events"), each with the whole state as JSON. The first tells
 * the state as it is, so that a client that comes back has missed nothing; the others come when it has changed.
 */
export function eventStream<T>(watched: Watched<T>): Reply<200> & { stream: Readable } {
  const isOver = () => stream.destroyed || watched.isOver()
  const stream: Readable = Readable.from(events({ ...watched, isOver }))
  return {
    status: 200,
    stream,
    // Else nginx keeps the events until it has 8 kB of them.
    headers: { 'X-Accel-Buffering': 'no' },
  }
}

async function* events<T>({ event, look, isOver }: Watched<T>): AsyncGenerator<string> {
  const end = performance.now() + longest
  let told = ''
  let spokeAt = performance.now()
  yield `retry: ${comeBackAfter}\n\n`
  for (; !isOver() && performance.now() < end; await nextLook()) {
    const state = await look()
    if (state === null) return
    const data = JSON.stringify(state)
    if (data === told && performance.now() - spokeAt < quietFor) continue
    yield data === told ? ':\n\n' : `event: ${event}\ndata: ${data}\n\n`
    told = data
    spokeAt = performance.now()
  }
}

let coming: Promise<void> | undefined

/** All look at one time, so that their questions make one. */
function nextLook(): Promise<void> {
  coming ??= new Promise((resolve) => {
    setTimeout(() => {
      coming = undefined
      resolve()
    }, lookEvery)
  })
  return coming
}
