import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'

/** A resource that one client watches. */
interface Watched<T> {
  /** Name of the client's events. */
  event: string
  /** Returns the current state; null ends the stream. */
  look(): Promise<T | null>
  /** Whether the stream should end, so that the service can stop. */
  isOver(): boolean
}

/** Milliseconds. */
const lookEveryMs = 1_000
/** Milliseconds without an event after which a comment is sent: proxies and clients close silent connections. */
const keepAliveMs = 15_000
/** Milliseconds after which a stream ends; the client connects again. */
const longestMs = 300_000
/** Milliseconds that a client waits before it connects again. */
const reconnectAfterMs = 2_000

/**
 * Returns a function that replies with server-sent events (WHATWG HTML, "Server-sent events"). Each event has the whole state as JSON: the
 * first one immediately, so that a client that reconnects misses nothing, the others after a change. All streams of the function read
 * their state at the same time, so that their queries share one batch.
 */
export function createEventStreams() {
  let pending: Promise<void> | undefined
  const nextLook = () => {
    pending ??= new Promise((resolve) => {
      setTimeout(() => {
        pending = undefined
        resolve()
      }, lookEveryMs)
    })
    return pending
  }

  async function* events<T>({ event, look, isOver }: Watched<T>): AsyncGenerator<string> {
    const end = performance.now() + longestMs
    let sent = ''
    let sentAt = performance.now()
    yield `retry: ${reconnectAfterMs}\n\n`
    for (; !isOver() && performance.now() < end; await nextLook()) {
      const state = await look()
      if (state === null) return
      const data = JSON.stringify(state)
      if (data === sent && performance.now() - sentAt < keepAliveMs) continue
      yield data === sent ? ':\n\n' : `event: ${event}\ndata: ${data}\n\n`
      sent = data
      sentAt = performance.now()
    }
  }

  return <T>(watched: Watched<T>) => {
    const isOver = () => stream.destroyed || watched.isOver()
    // Koa reads the stream outside the request's context, to which log lines and spans belong.
    const inContext = AsyncLocalStorage.snapshot()
    const look = () => inContext(() => watched.look())
    const stream: Readable = Readable.from(events({ ...watched, look, isOver }))
    return {
      status: 200 as const,
      stream,
      // Otherwise nginx buffers the events until it has 8 kB of them.
      headers: { 'X-Accel-Buffering': 'no' },
    }
  }
}
